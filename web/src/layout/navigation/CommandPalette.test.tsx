import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { writeCachedUser } from '../../features/auth/sessions/cached-user.ts';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { FREELANCER } from '../../testing/users.ts';
import { CommandPalette } from './CommandPalette.tsx';
import { openPalette } from './palette-store.ts';

const pageWith = (id: number, name: string): FakeAnswer => ({
  body: {
    count: 1,
    next: null,
    previous: null,
    results: [{ id, name, customer: 'ceren', freelancer: 'ada', status: 'pending', progress: 0 }],
  },
});

test('what the server finds is chosen by Enter, and nothing else in its place before', async () => {
  let answer = (_found: FakeAnswer) => {};
  fakeServer({
    'GET /api/projects/': ({ path }) =>
      path.includes('search=')
        ? new Promise((resolve) => {
            answer = resolve;
          })
        : pageWith(1, 'Summer campaign'),
    'GET /api/users/': pageWith(1, ''),
  });
  writeCachedUser(FREELANCER);
  const { router } = await renderScreen(<CommandPalette user={FREELANCER} />);
  act(openPalette);
  expect(await screen.findByText('Summer campaign')).toBeDefined();

  await userEvent.type(await screen.findByLabelText(/^Go to a project/), 'isikli');
  expect(await screen.findByText('Searching…')).toBeDefined();
  expect(screen.queryByText('Summer campaign')).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(router.state.location.pathname).toBe('/');

  answer(pageWith(2, 'Işıklı Vitrin'));
  expect(await screen.findByText('Işıklı Vitrin')).toBeDefined();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/2'));
});
