import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { AnalyticsAnswer } from '@vitrin/shared/contract/figures/analytics-query.ts';
import type { Board, BoardHead, Card } from '@vitrin/shared/contract/figures/boards.ts';
import { beforeEach, expect, test } from 'vitest';
import { writeCachedUser } from '../../features/auth/sessions/cached-user.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { ENTERPRISE, freelancerOn } from '../../testing/plans.ts';
import { renderScreen } from '../../testing/render.tsx';
import { BoardScreen } from './BoardScreen.tsx';
import { BoardsScreen } from './BoardsScreen.tsx';

/** Signs a freelancer in, on a plan with these analytics. */
function signIn(analytics: 'advanced' | 'custom'): void {
  writeCachedUser(freelancerOn({ ...ENTERPRISE, capabilities: { ...ENTERPRISE.capabilities, analytics } }));
}

beforeEach(() => signIn('custom'));

const head = (id: number, name: string, more: Partial<BoardHead> = {}): BoardHead => ({
  id,
  name,
  order: id,
  card_count: 0,
  mail: null,
  next_mail_at: null,
  acts: true,
  ...more,
});

const card = (id: number, title: string, about: Card['about'] = []): Card => ({
  id,
  title,
  query: {
    measure: 'looks',
    by: [],
    compare: null,
    project: about[0]?.id ?? null,
    customer: null,
    version: null,
  },
  range: 'last_30_days',
  from: '2026-10-21',
  to: '2026-11-19',
  about,
});

const ANSWER: AnalyticsAnswer = {
  measure: 'looks',
  unit: 'count',
  zone: 'UTC',
  from: '2026-10-21',
  to: '2026-11-19',
  by: [],
  rows: [],
  is_truncated: false,
  total: { value: 5, p90: null, before: null },
  storage: null,
};

/** A server that stores one board, and lists others; it stores a mail schedule once `isFree` has resolved. */
function boardServer(board: Board, boards: BoardHead[] = [], isFree = Promise.resolve()) {
  let stored = board;
  let last = 100;
  return fakeServer({
    'GET /api/analytics/query/': { body: ANSWER },
    'GET /api/analytics/boards/': {
      body: { count: boards.length, next: null, previous: null, results: boards },
    },
    'GET /api/analytics/boards/3/': () => ({ body: stored }),
    'PATCH /api/analytics/boards/3/': async ({ body }) => {
      const change = body as Partial<Board>;
      if (change.mail !== undefined) await isFree;
      const cards = change.cards?.map((each) => ({ ...each, id: each.id ?? (last += 1), about: [] }));
      stored = { ...stored, ...change, ...(cards && { cards }) };
      return { body: stored };
    },
    'POST /api/analytics/boards/3/mail/': { status: 204 },
  });
}

const boardOf = (cards: Card[], more: Partial<Board> = {}): Board => ({
  ...head(3, 'Every Monday'),
  cards,
  mail_stopped: null,
  ...more,
});

const showBoard = (language?: 'en' | 'tr') =>
  renderScreen(<BoardScreen />, {
    at: '/analytics/boards/:id',
    open: '/analytics/boards/3',
    ...(language && { language }),
  });

const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

const changes = (requests: ReturnType<typeof boardServer>) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

test('boards are moved by keys at once, and the order is stored', async () => {
  const boards = [
    head(1, 'First', { card_count: 1 }),
    head(2, 'Second', { card_count: 3 }),
    head(3, 'Third'),
  ];
  const requests = fakeServer({
    'GET /api/analytics/boards/': { body: { count: 3, next: null, previous: null, results: boards } },
    'PATCH /api/analytics/boards/1/': { body: boardOf([]) },
  });
  await renderScreen(<BoardsScreen />, { at: '/analytics/boards' });
  expect((await screen.findByRole('link', { name: 'Second' })).getAttribute('href')).toBe(
    '/analytics/boards/2',
  );
  expect(screen.getByText('1 card')).toBeDefined();
  screen.getByRole('button', { name: 'Move board First' }).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(await screen.findByText('Now at position 2 of 3')).toBeDefined();
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PATCH')).toMatchObject({
      path: '/api/analytics/boards/1/',
      body: { order: 2 },
    }),
  );
});

test('an empty list of boards explains their use, and creates one', async () => {
  fakeServer({
    'GET /api/analytics/boards/': { body: { count: 0, next: null, previous: null, results: [] } },
  });
  await renderScreen(<BoardsScreen />, { at: '/analytics/boards' });
  expect(await screen.findByText('No boards yet')).toBeDefined();
  expect(screen.getAllByRole('button', { name: 'New board' })).toHaveLength(1);
});

test('a new board is opened', async () => {
  const requests = fakeServer({
    'GET /api/analytics/boards/': { body: { count: 0, next: null, previous: null, results: [] } },
    'POST /api/analytics/boards/': { status: 201, body: boardOf([]) },
  });
  const { router } = await renderScreen(<BoardsScreen />, { at: '/analytics/boards' });
  await userEvent.click(await screen.findByRole('button', { name: 'New board' }));
  await userEvent.type(await screen.findByLabelText('Name of the board'), 'Every Monday{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/analytics/boards/3'));
  expect(changes(requests)).toEqual([['POST', '/api/analytics/boards/', { name: 'Every Monday' }]]);
});

test.each([
  ['en', /^Your plan does not include boards\./, 'Stopped', 'Actions for board First'],
  ['tr', /^Planınızda pano yok\./, 'Durduruldu', 'First panosu için işlemler'],
] as const)(
  'after a downgrade boards are kept, stopped, and can be deleted alone, in %s',
  async (language, sentence, state, actions) => {
    signIn('advanced');
    fakeServer({
      'GET /api/analytics/boards/': {
        body: {
          count: 1,
          next: null,
          previous: null,
          results: [head(1, 'First', { acts: false, mail: 'weekly' })],
        },
      },
    });
    await renderScreen(<BoardsScreen />, { at: '/analytics/boards', language });
    expect(await screen.findByText(state)).toBeDefined();
    expect(screen.getByText(sentence)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'First' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: actions }));
    expect(await screen.findAllByRole('menuitem')).toHaveLength(1);
  },
);

test('a board on a plan without boards shows a note, and loads none', async () => {
  signIn('advanced');
  const requests = boardServer(boardOf([]));
  await showBoard();
  expect(await screen.findByText(/^Your plan does not include boards\./)).toBeDefined();
  expect(requests.map(({ path }) => path)).not.toContain('/api/analytics/boards/3/');
});

test('cards show their question, their days and their figures, and are moved by keys', async () => {
  const requests = boardServer(boardOf([card(1, 'Mine'), card(2, 'Files viewed'), card(3, 'Third')]));
  await showBoard();
  const mine = await screen.findByRole('region', { name: 'Mine' });
  expect(await within(mine).findByText('5')).toBeDefined();
  expect(within(mine).getByText('Files viewed · Last 30 days · Oct 21 – Nov 19')).toBeDefined();
  const other = screen.getByRole('region', { name: 'Files viewed' });
  expect(within(other).getByText('Last 30 days · Oct 21 – Nov 19')).toBeDefined();
  screen.getByRole('button', { name: 'Move card Mine' }).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await waitFor(() => expect(titles()).toEqual(['Files viewed', 'Third', 'Mine']));
  await waitFor(() => {
    const [, , body] = changes(requests).at(-1) ?? [];
    expect((body as { cards: Card[] }).cards.map(({ id }) => id)).toEqual([2, 3, 1]);
  });
});

test('saves of a board follow one another, and none undoes another on the screen', async () => {
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  const cards = [card(1, 'One'), card(2, 'Two'), card(3, 'Three')];
  const requests = boardServer(boardOf(cards), [], isFree);
  await showBoard();
  await userEvent.click(await screen.findByRole('radio', { name: 'Weekly' }));
  screen.getByRole('button', { name: 'Move card One' }).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await waitFor(() => expect(titles()).toEqual(['Two', 'Three', 'One']));
  expect(changes(requests)).toEqual([['PATCH', '/api/analytics/boards/3/', { mail: 'weekly' }]]);
  free();
  await waitFor(() => expect(changes(requests)).toHaveLength(3));
  const [, , last] = changes(requests).at(-1) ?? [];
  expect((last as { cards: Card[] }).cards.map(({ id }) => id)).toEqual([2, 3, 1]);
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ method: 'GET' }));
  expect(titles()).toEqual(['Two', 'Three', 'One']);
});

test('a removed card is restored by Undo, in its place', async () => {
  const requests = boardServer(boardOf([card(1, 'One'), card(2, 'Two')]));
  await showBoard();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for card One' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await waitFor(() => expect(titles()).toEqual(['Two']));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(titles()).toEqual(['One', 'Two']));
  await waitFor(() => {
    const [, , body] = changes(requests).at(-1) ?? [];
    expect((body as { cards: Partial<Card>[] }).cards.map(({ id, title }) => [id, title])).toEqual([
      [undefined, 'One'],
      [2, 'Two'],
    ]);
  });
});

test('a card about a deleted object shows a note, and loads no figures', async () => {
  const requests = boardServer(boardOf([card(1, 'Old', [{ kind: 'project', id: 9, name: null }])]));
  await showBoard();
  expect(await screen.findByText(/^This card was about something that was deleted/)).toBeDefined();
  expect(requests.map(({ path }) => path.split('?')[0])).not.toContain('/api/analytics/query/');
});

test('a board without cards leads to questions, which become its cards', async () => {
  boardServer(boardOf([]));
  await showBoard();
  expect(await screen.findByText('No cards yet')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Add a card' }).getAttribute('href')).toBe('/analytics?board=3');
});

test('mails are switched on, sent at once, and resumed with the stored schedule', async () => {
  const next = '2026-11-30T08:00:00.000Z';
  const requests = boardServer(boardOf([card(1, 'One')], { next_mail_at: next }));
  await showBoard();
  await userEvent.click(await screen.findByRole('radio', { name: 'Weekly' }));
  expect(await screen.findByText(/^Next on November 30, 2026/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Send now' }));
  expect(await screen.findByText('The email is on its way')).toBeDefined();
  expect(changes(requests)).toEqual([
    ['PATCH', '/api/analytics/boards/3/', { mail: 'weekly' }],
    ['POST', '/api/analytics/boards/3/mail/', null],
  ]);
});

test.each([
  ['no_address', 'Boards are sent to a verified email address, and you have none yet.'],
  ['unwanted', 'You unsubscribed from these emails.'],
] as const)('a board says why no mail of it comes: %s', async (mail_stopped, sentence) => {
  const requests = boardServer(boardOf([], { mail: 'monthly', mail_stopped }));
  await showBoard();
  expect(await screen.findByText(sentence, { exact: false })).toBeDefined();
  if (mail_stopped === 'no_address') return;
  await userEvent.click(screen.getByRole('button', { name: 'Send them again' }));
  await waitFor(() =>
    expect(changes(requests)).toEqual([['PATCH', '/api/analytics/boards/3/', { mail: 'monthly' }]]),
  );
});
