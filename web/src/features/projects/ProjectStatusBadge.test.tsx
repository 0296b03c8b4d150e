import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { ProjectStatusBadge } from './ProjectStatusBadge.tsx';

test.each([
  ['completed', 'Completed', 'Tamamlandı', 'green'],
  ['in-progress', 'In progress', 'Devam ediyor', 'petrol'],
  ['pending', 'Pending', 'Beklemede', 'gray'],
  ['on-hold', 'On hold', 'Askıda', 'amber'],
  ['cancelled', 'Cancelled', 'İptal edildi', 'red'],
] as const)('a project that is %s reads "%s" or "%s", in %s', async (status, english, turkish, color) => {
  for (const [language, text] of [
    ['en', english],
    ['tr', turkish],
  ] as const) {
    const { unmount } = await renderScreen(<ProjectStatusBadge status={status} />, { language });
    const badge = screen.getByText(text).closest('[data-status]');
    expect(badge?.getAttribute('style')).toContain(`--mantine-color-${color}-light`);
    unmount();
  }
});
