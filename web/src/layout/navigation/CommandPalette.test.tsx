import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { writeCachedUser } from '../../features/auth/sessions/cached-user.ts';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { ENTERPRISE, freelancerOn } from '../../testing/plans.ts';
import { PICTURE } from '../../testing/projects.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CUSTOMER, FREELANCER } from '../../testing/users.ts';
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

test('Enter chooses a result of the server, and nothing before there is one', async () => {
  let answer = (_found: FakeAnswer) => {};
  fakeServer({
    'GET /api/projects/': ({ path }) =>
      path.includes('search=')
        ? new Promise((resolve) => {
            answer = resolve;
          })
        : pageWith(1, 'Summer campaign'),
    'GET /api/users/': pageWith(1, ''),
    'GET /api/files/': { body: { count: 0, next: null, previous: null, results: [] } },
    'GET /api/links/': { body: { count: 0, next: null, previous: null, results: [] } },
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

test('a file is found by its caption, and opened in its project', async () => {
  const found = { ...PICTURE, id: 9, version: 4, caption: 'Before the storm', project: 3 };
  fakeServer({
    'GET /api/projects/': { body: { count: 0, next: null, previous: null, results: [] } },
    'GET /api/users/': pageWith(1, ''),
    'GET /api/files/': ({ path }) => ({
      body: { count: 1, next: null, previous: null, results: path.includes('search=storm') ? [found] : [] },
    }),
    'GET /api/links/': { body: { count: 0, next: null, previous: null, results: [] } },
  });
  writeCachedUser(FREELANCER);
  const { router } = await renderScreen(<CommandPalette user={FREELANCER} />);
  act(openPalette);
  await userEvent.type(await screen.findByLabelText(/^Go to a project/), 'storm');
  await userEvent.click(await screen.findByText(PICTURE.name));
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/3'));
  expect(router.state.location.search).toBe('?version=4&file=9');
});

test.each([FREELANCER, CUSTOMER])(
  'a link is found by its title or host, and its card opened in its project, by a $user_type',
  async (user) => {
    const none = { body: { count: 0, next: null, previous: null, results: [] } };
    const found = { id: 9, version: 4, project: 3, title: 'Mood board', host: 'www.figma.com' };
    fakeServer({
      'GET /api/projects/': none,
      'GET /api/users/': pageWith(1, ''),
      'GET /api/files/': none,
      'GET /api/links/': ({ path }) => ({
        body: { ...none.body, results: /search=(?:figma|mood)&/.test(path) ? [found] : [] },
      }),
    });
    writeCachedUser(user);
    const { router } = await renderScreen(<CommandPalette user={user} />);
    act(openPalette);
    const field = await screen.findByLabelText(/^Go to a project/);
    await userEvent.type(field, 'figma');
    expect(await screen.findByText('Mood board')).toBeDefined();
    await userEvent.clear(field);
    await userEvent.type(field, 'mood');
    await userEvent.click(await screen.findByText('www.figma.com'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/projects/3'));
    const { search, hash } = router.state.location;
    expect([search, hash]).toEqual(['?version=4', '#link-9']);
  },
);

test.each([
  ['custom', true],
  ['advanced', false],
] as const)('boards are offered under a plan with %s analytics: %s', async (analytics, hasBoards) => {
  const none = { body: { count: 0, next: null, previous: null, results: [] } };
  const calls: string[] = [];
  fakeServer({
    'GET /api/projects/': none,
    'GET /api/users/': pageWith(1, ''),
    'GET /api/files/': none,
    'GET /api/links/': none,
    'GET /api/analytics/boards/': ({ path }) => {
      calls.push(path);
      return { body: { results: [{ id: 4, name: 'Every Monday', order: 1 }] } };
    },
  });
  const user = freelancerOn({ ...ENTERPRISE, capabilities: { ...ENTERPRISE.capabilities, analytics } });
  writeCachedUser(user);
  const { router } = await renderScreen(<CommandPalette user={user} />);
  act(openPalette);
  const field = await screen.findByLabelText(/^Go to a project/);
  expect(await screen.findByText('Analytics')).toBeDefined();
  expect(screen.queryByText('Boards') !== null).toBe(hasBoards);
  expect(screen.queryByText('Every Monday')).toBeNull();
  await userEvent.type(field, 'monday');
  if (!hasBoards) {
    expect(await screen.findByText('Nothing found')).toBeDefined();
    expect(calls).toEqual([]);
    return;
  }
  // The typed letters are marked.
  await userEvent.click(await screen.findByText('Monday'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/analytics/boards/4'));
});
