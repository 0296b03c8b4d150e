import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { LanguageSwitcher } from './LanguageSwitcher.tsx';

test('the later of two choices counts, even before the texts of the first are loaded', async () => {
  const { i18n } = await renderScreen(<LanguageSwitcher />);
  fireEvent.click(screen.getByRole('button', { name: 'Türkçe' }));
  fireEvent.click(screen.getByRole('button', { name: 'English' }));
  await waitFor(() => expect(i18n.has('actions.save', 'tr')).toBe(true));
  expect(i18n.language).toBe('en');
  expect(localStorage.getItem('language')).toBe('en');
  fireEvent.click(screen.getByRole('button', { name: 'Türkçe' }));
  await waitFor(() => expect(i18n.language).toBe('tr'));
});
