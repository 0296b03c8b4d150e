import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PROJECT } from '../../testing/projects.ts';
import { renderScreen } from '../../testing/render.tsx';
import { ProjectActions } from './ProjectActions.tsx';

test.each([
  ['from 768 px', true, ['Delete project']],
  ['on a phone', false, ['Edit project', 'Delete project']],
])('%s the menu has no entry that the keyboard cannot reach', async (_size, isWide, entries) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isWide && query.includes('min-width: 48em'),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  await renderScreen(<ProjectActions project={PROJECT} />);
  const user = userEvent.setup();
  screen.getByRole('button', { name: 'More actions' }).focus();
  await user.keyboard('{Enter}');
  const items = await screen.findAllByRole('menuitem', { hidden: true });
  expect(items.map(({ textContent }) => textContent)).toEqual(entries);
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement).toBe(items[0]));
});
