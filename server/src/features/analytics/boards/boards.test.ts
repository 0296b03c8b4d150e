import { expect, test } from 'vitest';
import type { Board, BoardHead } from '@vitrin/shared/contract/figures/boards.ts';
import type { Page } from '@vitrin/shared/contract/common.ts';
import { deliveryIn } from '../../../testing/analytics.ts';
import { askWith, makeToken } from '../../../testing/api-tokens.ts';
import type { Person } from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const delivery = (zone?: string) => deliveryIn(setup, zone);

const card = (more: object = {}, query: object = {}) => ({
  title: 'Looks',
  query: { measure: 'looks', by: ['day'], ...query },
  range: 'last_30_days',
  ...more,
});

async function make({ browser }: Person, name: string, cards: object[] = []): Promise<Board> {
  const response = await browser.post('/api/analytics/boards/', { name, cards });
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Board>();
}

async function change({ browser }: Person, id: number, values: object): Promise<Board> {
  const response = await browser.patch(`/api/analytics/boards/${id}/`, values);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Board>();
}

const listed = async ({ browser }: Person) =>
  (await browser.get('/api/analytics/boards/')).json<Page<BoardHead>>().results;

test('boards and cards are created, renamed, reordered and deleted', async () => {
  const { owner } = await delivery();
  const boards = [];
  for (const name of ['One', 'Two', 'Three']) boards.push(await make(owner, name));
  const [one, two, three] = boards;
  if (!one || !two || !three) throw new Error('No boards');
  expect((await change(owner, three.id, { order: 1, name: 'First' })).order).toBe(1);
  expect((await change(owner, one.id, { order: 20 })).order).toBe(3);
  expect((await listed(owner)).map(({ name, order }) => [name, order])).toEqual([
    ['First', 1],
    ['Two', 2],
    ['One', 3],
  ]);
  const added = [card({ title: 'a' }), card({ title: 'b' }), card({ title: 'c' })];
  for (const each of added)
    expect((await owner.browser.post(`/api/analytics/boards/${two.id}/cards/`, each)).statusCode).toBe(201);
  const { cards } = (await owner.browser.get(`/api/analytics/boards/${two.id}/`)).json<Board>();
  expect(cards.map(({ id, title }) => [id, title])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ]);
  const turned = [{ ...cards[2], title: 'last' }, cards[0]];
  const after = await change(owner, two.id, { cards: [...turned, card({ title: 'new' })] });
  expect(after.cards.map(({ id, title }) => [id, title])).toEqual([
    [3, 'last'],
    [1, 'a'],
    [4, 'new'],
  ]);
  expect((await owner.browser.delete(`/api/analytics/boards/${two.id}/`)).statusCode).toBe(204);
  expect(await listed(owner)).toHaveLength(2);
});

test('there are at most 20 boards of 12 cards', async () => {
  const { owner } = await delivery();
  const cards = Array.from({ length: 12 }, () => card());
  const { id } = await make(owner, 'Full', cards);
  const tooMany = { name: 'More', cards: [...cards, card()] };
  expect((await owner.browser.post('/api/analytics/boards/', tooMany)).statusCode).toBe(400);
  expect((await owner.browser.post(`/api/analytics/boards/${id}/cards/`, card())).statusCode).toBe(400);
  expect((await owner.browser.patch(`/api/analytics/boards/${id}/`, tooMany)).statusCode).toBe(400);
  const made = Array.from({ length: 22 }, () =>
    owner.browser.post('/api/analytics/boards/', { name: 'One of many' }),
  );
  const statuses = (await Promise.all(made)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(19);
  expect(await listed(owner)).toHaveLength(20);
});

test('a card has the days of its range by the clocks of the freelancer', async () => {
  const { owner } = await delivery('Pacific/Kiritimati');
  const fixed = { range: 'fixed', from: '2026-03-01', to: '2026-03-31' };
  const board = await make(owner, 'Ranges', [
    card(),
    card({ range: 'last_month' }),
    card(fixed),
    card({ range: 'this_month', from: '2026-03-01', to: '2026-03-31' }),
  ]);
  const answer = await owner.browser.get('/api/analytics/query/?measure=looks');
  const { to } = answer.json<{ to: string }>();
  expect(board.cards[0]?.to).toBe(to);
  expect(board.cards[2]).toMatchObject(fixed);
  expect(board.cards[3]).toMatchObject({ from: `${to.slice(0, 7)}-01`, to });
});

test.each([
  ['a dimension that the measure lacks', card({}, { measure: 'opens', by: ['file'] }), 400],
  ['three dimensions', card({}, { by: ['day', 'file', 'project'] }), 400],
  ['one dimension twice', card({}, { by: ['day', 'day'] }), 400],
  ['a filter that the measure lacks', card({}, { measure: 'opens', by: [], version: 1 }), 400],
  ['an unknown range', card({ range: 'ever' }), 400],
  ['a fixed range without days', card({ range: 'fixed' }), 400],
  ['a range of more than 24 months', card({ range: 'fixed', from: '2020-01-01', to: '2026-01-01' }), 400],
  ['a range that ends before it begins', card({ range: 'fixed', from: '2026-02-01', to: '2026-01-01' }), 400],
  ['no title', card({ title: ' ' }), 400],
  ['a project that is not there', card({}, { project: 2_000_000_000 }), 404],
] as const)('a card with %s is refused', async (_name, bad, status) => {
  const { owner } = await delivery();
  const board = await make(owner, 'Mine', [card()]);
  expect((await owner.browser.post('/api/analytics/boards/', { name: 'x', cards: [bad] })).statusCode).toBe(
    status,
  );
  const url = `/api/analytics/boards/${board.id}/`;
  expect((await owner.browser.post(`${url}cards/`, bad)).statusCode).toBe(status);
  expect((await owner.browser.patch(url, { cards: [...board.cards, bad] })).statusCode).toBe(status);
  expect((await owner.browser.get(url)).json<Board>().cards).toHaveLength(1);
});

test('a list of cards names each card of its board once', async () => {
  const { owner } = await delivery();
  const { id, cards } = await make(owner, 'Mine', [card()]);
  for (const list of [[cards[0], cards[0]], [{ ...cards[0], id: 7 }]]) {
    const response = await owner.browser.patch(`/api/analytics/boards/${id}/`, { cards: list });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json<object>())).toEqual(['cards']);
  }
});

test('a card reports a deleted client, and the board stays writable', async () => {
  const { owner, customer, project } = await delivery();
  const about = [card({}, { customer: customer.id }), card({}, { project: project.id })];
  const board = await make(owner, 'About', about);
  expect(board.cards[0]?.about).toEqual([{ kind: 'customer', id: customer.id, name: customer.username }]);
  await setup.db.deleteFrom('users').where('id', '=', customer.id).execute();
  const url = `/api/analytics/boards/${board.id}/`;
  const { cards } = (await owner.browser.get(url)).json<Board>();
  expect(cards[0]?.about).toEqual([{ kind: 'customer', id: customer.id, name: null }]);
  expect(cards[1]?.about[0]?.name).not.toBeNull();
  const renamed = await change(owner, board.id, {
    cards: cards.map((each) => ({ ...each, title: 'renamed' })),
  });
  expect(renamed.cards.map(({ title }) => title)).toEqual(['renamed', 'renamed']);
});

test('boards belong to their owner alone, and so do the items that a card names', async () => {
  const [ada, eve] = [await delivery(), await delivery()];
  const { id } = await make(ada.owner, 'Hers', [card({}, { project: ada.project.id })]);
  const url = `/api/analytics/boards/${id}/`;
  const { browser } = eve.owner;
  const answers = [
    await browser.get(url),
    await browser.patch(url, { name: 'Mine' }),
    await browser.post(`${url}cards/`, card()),
    await browser.post(`${url}mail/`),
    await browser.delete(url),
    await browser.post('/api/analytics/boards/', {
      name: 'x',
      cards: [card({}, { project: ada.project.id })],
    }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404));
  expect(await listed(eve.owner)).toEqual([]);
});

test.each([
  ['free', false],
  ['pro', false],
  ['enterprise', true],
] as const)('the plan %s keeps boards, and answers them: %s', async (plan, acts) => {
  const made = await delivery();
  const { owner } = made;
  const { id } = await make(owner, 'Kept', [card()]);
  const { token } = await makeToken(owner, 'read');
  await setup.putOnPlan(owner, plan, 400);
  const url = `/api/analytics/boards/${id}/`;
  const answers = [
    await owner.browser.get(url),
    await owner.browser.patch(url, { name: 'Kept still' }),
    await owner.browser.post(`${url}cards/`, card()),
    await owner.browser.post('/api/analytics/boards/', { name: 'Another' }),
    await owner.browser.post(`${url}mail/`),
    await askWith(setup.app, token, { url }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(
    acts ? [200, 200, 201, 201, 204, 200] : [403, 403, 403, 403, 403, 403],
  );
  if (!acts) for (const answer of answers) expect(answer.json()).toMatchObject({ code: 'plan_lacks' });
  expect((await listed(owner))[0]).toMatchObject({ id, acts, card_count: acts ? 2 : 1 });
  await setup.putOnPlan(owner, 'enterprise', 400);
  expect((await owner.browser.get(url)).json<Board>().cards).toHaveLength(acts ? 2 : 1);
});

test('a read token reads boards, and a manage token writes them', async () => {
  const { owner } = await delivery();
  const { id } = await make(owner, 'Mine', [card()]);
  const [reads, manages] = [await makeToken(owner, 'read'), await makeToken(owner, 'manage')];
  const url = `/api/analytics/boards/${id}/`;
  const rename = { method: 'PATCH', url, payload: { name: 'By a program' } } as const;
  expect((await askWith(setup.app, reads.token, { url })).statusCode).toBe(200);
  expect((await askWith(setup.app, reads.token, rename)).statusCode).toBe(403);
  expect((await askWith(setup.app, manages.token, rename)).statusCode).toBe(200);
});
