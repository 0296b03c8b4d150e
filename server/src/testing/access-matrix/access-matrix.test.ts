import { isDeepStrictEqual } from 'node:util';
import type { TokenScope } from '@vitrin/shared/contract/account/tokens.ts';
import { expect, test } from 'vitest';
import type { LightMyRequestResponse, RouteOptions } from 'fastify';
import { matrixDocument, ROWS } from './access-matrix.ts';
import type { Row } from './access-row.ts';
import { ASKERS, createWorld, idOf, type World } from './access-world.ts';
import { writeDeliveries } from '../../features/deliveries/service.ts';
import { writeEvents } from '../../features/events/service.ts';
import { statementsOf } from '../database/statements.ts';
import { askWith, makeToken } from '../api-tokens.ts';
import { OPEN_TO_TOKENS, scopesOf } from './token-rows.ts';
import { statusAsPerson } from './person-rows.ts';
import { statusAsClient } from './view-rows.ts';
import { sharedTestApp } from '../shared-test-app.ts';
import { removeEverybody, tracesOf } from '../traces.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

const DOCUMENT = '../../../../docs/access-matrix.md';
/** Prefix under which the plugin of /api/_allauth is served a second time. */
const SECOND_ADDRESS = '/_allauth/';
/** Files of the API's own documentation. */
const STATIC = 'GET /api/docs/static/*';

/** Calls for which 401 means a completed step and 409 a finished flow: neither is a refusal. */
const FLOWS = new Set([
  'GET /api/_allauth/browser/v1/auth/session',
  'DELETE /api/_allauth/browser/v1/auth/session',
  'POST /api/_allauth/browser/v1/auth/signup',
  // 404 contains the key for an app that is to be set up.
  'GET /api/_allauth/browser/v1/account/authenticators/totp',
  'POST /api/_allauth/browser/v1/auth/code/request',
]);

const routes = new Set<string>();
/** The required scope of each route that a token opens, as the routes themselves declare it. */
const openings: Record<string, string> = {};
let handled = 0;

const webFolder = temporaryFolder();
const setup = await sharedTestApp(
  { RATE_LIMITS: 'off', LOG_LEVEL: 'info' },
  { webFolder, onRoute: remember },
);

function remember(route: RouteOptions): void {
  const { method, url, handler } = route;
  route.handler = function (request, reply) {
    handled += 1;
    return handler.call(this, request, reply);
  };
  if (url.startsWith(SECOND_ADDRESS)) return;
  const access = route.config?.token;
  for (const one of [method].flat()) {
    routes.add(`${one} ${url}`);
    if (access) openings[`${one} ${url}`] = access.scope + (access.isOfAccount ? ', whole account' : '');
  }
}

test('every route has a row, and every row a route: add it in access-matrix.ts', () => {
  const asked = [...routes].filter(
    (route) => route !== STATIC && !(route.startsWith('HEAD ') && routes.has(route.replace('HEAD', 'GET'))),
  );
  expect(asked.toSorted()).toEqual([...new Set(ROWS.map(({ route }) => route))].toSorted());
});

test.each(ROWS)('$route $about', async (row) => {
  const world = worldOf(row);
  await expectClientView(row, world);
  await expectAskers(row, world);
  await expectPerson(row, world);
  await expectTokens(row);
});

/** Its owner, who asks as the client. */
async function expectClientView(row: Row, { answerTo }: WorldOfRow): Promise<void> {
  const headers = { 'x-view-as': 'client' };
  const { status, handlerRan, statements, before, after } = await answerTo(
    ({ world: { owner }, request }) =>
      owner.browser.request({ ...request, headers: { ...request.headers, ...headers } }),
    'owner',
  );
  const what = 'asked by its owner as the client';
  expect(status, what).toBe(statusAsClient(row));
  const isWrite = !/^(?:GET|HEAD) /.test(row.route);
  if (isWrite || status === 403) expect(handlerRan, what).toBe(false);
  if (isWrite) expect(statements, what).toEqual([]);
  expect(after, what).toEqual(before);
}

async function expectAskers(row: Row, { answerTo }: WorldOfRow): Promise<void> {
  const answers: Answer[] = [];
  for (const asker of ASKERS)
    answers.push(await answerTo(({ world, request }) => world.browsers[asker].request(request), asker));
  expect(answers.map(({ status }) => status)).toEqual(row.statuses);
  if (FLOWS.has(row.route)) return;
  for (const [index, { handlerRan, before, after, logged, status }] of answers.entries()) {
    const what = `asked by ${ASKERS[index]}`;
    if (isRefusedByHook(row, index)) expect(handlerRan, what).toBe(false);
    if (status < 400) continue;
    expect(after, what).toEqual(before);
    if (index > 0) expect(logged, what).toContain(status);
  }
}

/** A person of its customer. */
async function expectPerson(row: Row, { answerTo }: WorldOfRow): Promise<void> {
  const { status, before, after } = await answerTo(({ world: { person }, request }) =>
    person.browser.request(request),
  );
  expect(status, 'asked by a person').toBe(statusAsPerson(row));
  if (status >= 400 && !FLOWS.has(row.route)) expect(after, 'asked by a person').toEqual(before);
}

/** Tokens of its owner: one of the scope that lets it through, and one of the next lower scope. */
async function expectTokens(row: Row): Promise<void> {
  const { lets, refuses } = scopesOf(row);
  const tokens = new Map<TokenScope, string>();
  const { answerTo } = worldOf(row, async ({ owner }) => {
    await setup.putOnPlan(owner, 'enterprise');
    for (const scope of [lets, refuses]) if (scope) tokens.set(scope, (await makeToken(owner, scope)).token);
  });
  const ask = (scope: TokenScope) =>
    answerTo(({ request }) => askWith(setup.app, tokens.get(scope) ?? '', request));
  if (refuses) {
    const { status, body, handlerRan, before, after } = await ask(refuses);
    expect(status, `by a token to ${refuses}`).toBe(403);
    if (body !== '') expect(JSON.parse(body)).toMatchObject({ code: 'token_scope' });
    expect(handlerRan).toBe(false);
    expect(after).toEqual(before);
  }
  if (lets) {
    const { status, body } = await ask(lets);
    expect(status, `by a token to ${lets}: ${body}`).toBe(row.statuses[4]);
  }
}

test('every route that a token opens is listed with its scope, and no other is: see token-rows.ts', () => {
  const declared = Object.entries(openings).filter(
    ([route]) => !(route.startsWith('HEAD ') && routes.has(route.replace('HEAD', 'GET'))),
  );
  expect(Object.fromEntries(declared)).toEqual(OPEN_TO_TOKENS);
});

type Answer = {
  status: number;
  body: string;
  handlerRan: boolean;
  /** Statements outside of transactions. */
  statements: unknown[];
  /** All rows and objects before the call. */
  before: Record<string, string[]>;
  after: Record<string, string[]>;
  /** The statuses logged for this person's requests. */
  logged: unknown[];
};

type Begun = Awaited<ReturnType<typeof begin>>;

type WorldOfRow = ReturnType<typeof worldOf>;

/** Answers to a row's call, in the same world until a call has changed something. */
function worldOf(row: Row, prepare?: (world: World) => Promise<void>) {
  let begun: Begun | undefined;
  const answerTo = async (
    ask: (begun: Begun) => Promise<LightMyRequestResponse>,
    asker: (typeof ASKERS)[number] = 'guest',
  ): Promise<Answer> => {
    begun ??= await begin(row, prepare);
    const now = begun;
    handled = 0;
    setup.logs.length = 0;
    const answers: LightMyRequestResponse[] = [];
    const statements = await statementsOf(setup.db, async () => answers.push(await ask(now)));
    const { statusCode: status = 0, body = '' } = answers[0] ?? {};
    const handlerRan = handled > 0;
    const logged = setup.logs
      .filter(({ user }) => user === idOf(now.world, asker))
      .map((line) => line['status']);
    await writeEvents(setup.context);
    await writeDeliveries(setup.context);
    const after = await tracesOf(setup);
    if (!isDeepStrictEqual(after, now.before)) begun = undefined;
    return { status, body, handlerRan, statements, before: now.before, after, logged };
  };
  return { answerTo };
}

/** A new world in which a row's call is about to be made. */
async function begin({ route, call }: Row, prepare: (world: World) => Promise<void> = async () => {}) {
  await removeEverybody(setup);
  const world = await createWorld(setup);
  const [method = '', address = ''] = route.split(' ');
  const { id = '', person = '', ...request } = await call(world);
  await prepare(world);
  const url = address
    .replace(':id', String(id))
    .replace(':person_id', String(person))
    .replace(':number', '1');
  return {
    world,
    request: { ...request, method, url },
    before: await tracesOf(setup),
  };
}

/**
 * True if the hooks refuse this user: a guest where a session is needed, or a customer where none is allowed,
 * for any id.
 */
function isRefusedByHook({ statuses: [guest, ...others] }: Row, index: number): boolean {
  if (index === 0) return guest === 401;
  const isForFreelancers = others[0] === 403 && others[1] === 403;
  return isForFreelancers && index <= 2;
}

test('the published matrix is up to date', async () => {
  await expect(matrixDocument(ROWS)).toMatchFileSnapshot(DOCUMENT);
});
