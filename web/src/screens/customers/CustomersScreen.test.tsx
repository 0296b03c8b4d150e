import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { writeCachedUser } from '../../features/auth/sessions/cached-user.ts';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { FREELANCER } from '../../testing/users.ts';
import { CustomersScreen } from './CustomersScreen.tsx';

const NOBODY: FakeAnswer = { body: { count: 0, next: null, previous: null, results: [] } };

test('clearing a search without results keeps the cursor while all customers load', async () => {
  writeCachedUser(FREELANCER);
  fakeServer({
    'GET /api/users/': ({ path }) => (path.includes('xyz') ? NOBODY : new Promise<never>(() => {})),
  });
  const { router } = await renderScreen(<CustomersScreen />, { at: '/customers?search=xyz' });
  const search = screen.getByRole('searchbox');
  expect(await screen.findByText('No client matches “xyz”')).toBeDefined();
  await userEvent.clear(search);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await waitFor(() => expect(screen.queryByText('No client matches “xyz”')).toBeNull());
  expect(screen.queryByText('No clients yet')).toBeNull();
  expect(document.activeElement).toBe(search);
});
