import { isDeepStrictEqual } from 'node:util';
import type { TokenScope } from '@vitrin/shared/contract/tokens.ts';
import { expect, test } from 'vitest';
import type { RouteOptions } from 'fastify';
import { matrixDocument, ROWS } from './access-matrix.ts';
import type { Row } from './access-row.ts';
import { ASKERS, createWorld, idOf } from './access-world.ts';
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

/** Calls where 401 answers a step that was taken, and 409 one that is over: neither is a refusal. */
const FLOWS = new Set([
  'GET /api/_allauth/browser/v1/auth/session',
  'DELETE /api/_allauth/browser/v1/auth/session',
  'POST /api/_allauth/browser/v1/auth/signup',
  // 404 brings the key for an app that is to be set up.
  'GET /api/_allauth/browser/v1/account/authenticators/totp',
  'POST /api/_allauth/browser/v1/auth/code/request',
]);

const routes = new Set<string>();
/** The least scope of each route that a token opens, as the routes themselves say. */
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
  const answers: Answer[] = [];
  let begun: Begun | undefined;
  for (const asker of ASKERS) {
    begun ??= await begin(row);
    const answer = await answerTo(begun, asker);
    answers.push(answer);
    // Where nothing was changed, the next asker meets the same world.
    if (!isDeepStrictEqual(answer.after, answer.before)) begun = undefined;
  }
  expect(answers.map(({ status }) => status)).toEqual(row.statuses);
  if (FLOWS.has(row.route)) return;
  for (const [index, { handlerRan, before, after, logged, status }] of answers.entries()) {
    const what = `asked by ${ASKERS[index]}`;
    if (isRefusedByHook(row, index)) expect(handlerRan, what).toBe(false);
    if (status < 400) continue;
    expect(after, what).toEqual(before);
    if (index > 0) expect(logged, what).toContain(status);
  }
});

test.each(ROWS)('$route $about, by a person of its customer', async (row) => {
  const { world, route, request, before } = await begin(row);
  const [method = '', url = ''] = route;
  const { statusCode: status } = await world.person.browser.request({ ...request, method, url });
  expect(status).toBe(statusAsPerson(row));
  await writeEvents(setup.context);
  await writeDeliveries(setup.context);
  if (status >= 400 && !FLOWS.has(row.route)) expect(await tracesOf(setup)).toEqual(before);
});

test.each(ROWS)('$route $about, by its owner as the client', async (row) => {
  const { world, route, request, before } = await begin(row);
  const [method = '', url = ''] = route;
  handled = 0;
  let status = 0;
  const statements = await statementsOf(setup.db, async () => {
    const headers = { ...request.headers, 'x-view-as': 'client' };
    ({ statusCode: status } = await world.owner.browser.request({ ...request, method, url, headers }));
  });
  expect(status).toBe(statusAsClient(row));
  const isWrite = method !== 'GET' && method !== 'HEAD';
  if (isWrite || status === 403) expect(handled).toBe(0);
  if (isWrite) expect(statements).toEqual([]);
  await writeEvents(setup.context);
  await writeDeliveries(setup.context);
  expect(await tracesOf(setup)).toEqual(before);
});

test('every route that a token opens is named with its scope, and no other: see token-rows.ts', () => {
  const declared = Object.entries(openings).filter(
    ([route]) => !(route.startsWith('HEAD ') && routes.has(route.replace('HEAD', 'GET'))),
  );
  expect(Object.fromEntries(declared)).toEqual(OPEN_TO_TOKENS);
});

test.each(ROWS)('$route $about, by tokens of its owner', async (row) => {
  const { lets, refuses } = scopesOf(row);
  const ask = async (scope: TokenScope) => {
    const { world, route, request } = await begin(row);
    const [method = '', url = ''] = route;
    await setup.putOnPlan(world.owner, 'enterprise');
    const { token } = await makeToken(world.owner, scope);
    const before = await tracesOf(setup);
    handled = 0;
    const { method: _method, ...asked } = { method: '', ...request };
    const answer = await askWith(setup.app, token, {
      ...asked,
      method,
      url,
    });
    return { answer, handlerRan: handled > 0, before };
  };
  if (lets) {
    const { answer } = await ask(lets);
    expect(answer.statusCode, answer.body).toBe(row.statuses[4]);
  }
  if (refuses) {
    const { answer, handlerRan, before } = await ask(refuses);
    expect(answer.statusCode).toBe(403);
    if (answer.body !== '') expect(answer.json()).toMatchObject({ code: 'token_scope' });
    expect(handlerRan).toBe(false);
    expect(await tracesOf(setup)).toEqual(before);
  }
});

type Answer = {
  status: number;
  handlerRan: boolean;
  /** All rows and objects before the call. */
  before: Record<string, string[]>;
  after: Record<string, string[]>;
  /** The statuses logged for this person's requests. */
  logged: unknown[];
};

type Begun = Awaited<ReturnType<typeof begin>>;

/** A new world in which a row's call is about to be made. */
async function begin({ route, call }: Row) {
  await removeEverybody(setup);
  const world = await createWorld(setup);
  const [method = '', address = ''] = route.split(' ');
  const { id = '', person = '', ...request } = await call(world);
  const before = await tracesOf(setup);
  return {
    world,
    route: [
      method,
      address.replace(':id', String(id)).replace(':person_id', String(person)).replace(':number', '1'),
    ],
    request,
    before,
  };
}

async function answerTo(
  { world, route, request, before }: Begun,
  asker: (typeof ASKERS)[number],
): Promise<Answer> {
  const [method = '', url = ''] = route;
  handled = 0;
  setup.logs.length = 0;
  const { statusCode: status } = await world.browsers[asker].request({ ...request, method, url });
  const handlerRan = handled > 0;
  const logged = setup.logs.filter(({ user }) => user === idOf(world, asker)).map((line) => line['status']);
  await writeEvents(setup.context);
  await writeDeliveries(setup.context);
  return { status, handlerRan, before, after: await tracesOf(setup), logged };
}

/**
 * True if the hooks refuse this asker: a guest where a session is needed, or a customer where none is allowed, for any
 * id.
 */
function isRefusedByHook({ statuses: [guest, ...others] }: Row, index: number): boolean {
  if (index === 0) return guest === 401;
  const isForFreelancers = others[0] === 403 && others[1] === 403;
  return isForFreelancers && index <= 2;
}

test('the published matrix is up to date', async () => {
  await expect(matrixDocument(ROWS)).toMatchFileSnapshot(DOCUMENT);
});
