import { once } from 'node:events';
import { connect } from 'node:net';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { IS_DAILY } from '../../../../test-kit/large/extent.ts';
import {
  BAD_BODIES,
  BAD_IDS,
  BAD_JSON,
  BAD_QUERIES,
  BAD_VALUES,
  BROKEN_JSON,
  ODD_FILE_NAMES,
  isErrorBody,
} from './hostile-input.ts';
import { sharedTestApp } from '../shared-test-app.ts';

/**
 * Bad input of any shape is answered with 4xx in the shape of errors (specification 10.1); no request ends the process.
 */

const IS_POSTGRES = process.env['VITRIN_TEST_DATABASE'] === 'postgres';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const routes = await listRoutes();

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Route = { method: Method; path: string; properties: string[] };
type Operation = { requestBody?: { content?: Record<string, { schema?: { properties?: object } }> } };

/** The routes of the OpenAPI document, with the properties of each body. */
async function listRoutes(): Promise<Route[]> {
  const answer = await setup.app.inject({ url: '/api/openapi.json', headers: { host: 'localhost:3000' } });
  const { paths } = answer.json<{ paths: Record<string, Record<string, Operation>> }>();
  const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  return Object.entries(paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method.toLowerCase()];
      if (!operation) return [];
      const [content] = Object.values(operation.requestBody?.content ?? {});
      return [{ method, path, properties: Object.keys(content?.schema?.properties ?? {}) }];
    }),
  );
}

const isUnsafe = ({ method }: Route) => method !== 'GET';

/** A freelancer with one of each thing, new for each route, so that a deletion spares the next one. */
async function ownThings() {
  const freelancer = await setup.createFreelancer();
  const project = await setup.createProject({ owner: freelancer });
  const milestone = await setup.createMilestone({ project });
  const version = await setup.createVersion({ project });
  const ids = { users: freelancer.id, projects: project.id, milestones: milestone.id, versions: version.id };
  return { freelancer, ids };
}

type Things = Awaited<ReturnType<typeof ownThings>>;

/** The route's address with ids of things that exist and may be changed. */
function ownAddress({ path }: Route, ids: Things['ids']): string {
  const noun = /^\/api\/(\w+)\//.exec(path)?.[1] ?? '';
  const id = Object.entries(ids).find(([name]) => name === noun)?.[1] ?? 1;
  return path.replace('{id}', String(id)).replaceAll(/\{\w+\}/g, 'x');
}

/** Optional: the first change of a thing would be accepted and each that follows refused as out of date. */
const LEFT_OUT = new Set(['edited_at']);

/** A body of the right shape, accepted where it needs no key or token that was sent. Fails for a field it does not name. */
function goodBody({ method, path, properties }: Route, { ids }: Things): Record<string, unknown> {
  const samples: Record<string, unknown> = {
    name: 'Summer campaign',
    kind: 'project_opened',
    id: ids.projects,
    description: '',
    customer_id: null,
    project: ids.projects,
    version: ids.versions,
    version_number: '1.0',
    completed: false,
    order: 1,
    cards: [],
    mail: null,
    query: { measure: 'looks' },
    range: 'last_7_days',
    from: null,
    to: null,
    cover: null,
    section: null,
    title: 'Board',
    address: 'https://example.com/',
    files: [{ id: 1, caption: 'At dawn' }],
    caption: 'At dawn',
    alt: 'A bay',
    ready_at: 'now',
    due_on: '2026-12-04',
    expected_on: '2026-12-04',
    username: 'someone.new',
    display_name: 'Someone New',
    accent: '#0e5a54',
    greeting: 'Welcome',
    contact: '+90 532 000 00 00',
    email: 'someone.new@example.com',
    password: 'petrol-green-window',
    password_confirm: 'petrol-green-window',
    current_password: 'petrol-green-window',
    new_password: 'petrol-green-window',
    primary: true,
    provider: 'google',
    account: '1',
    sessions: [1],
    code: '123456',
    credential: { id: 'aGVsbG8', rawId: 'aGVsbG8', type: 'public-key', response: {} },
    authenticators: [1],
    keep_codes: true,
    key: 'unknown-key',
    reset_token: 'unknown-key',
    token: 'unknown-key',
    keep_identities: true,
    notice: 'first_look',
    wanted: false,
    trust: false,
    scope: 'read',
    days: 30,
    outcome: 'paid',
    status: 'pending',
    plan: 1,
    percent: 50,
    url: 'https://hooks.example.com/',
    form: 'standard',
    types: ['version.seen'],
    active: true,
    again: true,
    accepted: [],
    buyer: {
      name: 'Ada',
      surname: 'Lovelace',
      identity_number: 'A1234567',
      phone: '+905555555555',
      address: 'Street 1',
      city: 'Istanbul',
      country: 'Turkey',
      zip_code: '34000',
    },
    tax_number: '1234567890',
    tax_office: 'Kadıköy',
    district: 'Kadıköy',
    city: 'İstanbul',
    country: 'Türkiye',
    subscription_plan: 1,
    subject: 'Help',
    text: 'Please',
    pictures: [],
  };
  const given = properties.filter((name) => !LEFT_OUT.has(name));
  const unnamed = given.filter((name) => !(name in samples));
  expect(unnamed, `goodBody names no value for these of ${method} ${path}`).toEqual([]);
  return Object.fromEntries(given.map((name) => [name, samples[name]]));
}

/** `lowest` is the least status that an answer may have: 400 where nothing of it may be accepted. */
async function expectNoFailureOnEveryRoute(
  requestsFor: (route: Route, things: Things) => InjectOptions[],
  lowest = 200,
): Promise<void> {
  let tried = 0;
  for (const route of routes) {
    const things = await ownThings();
    const { browser } = things.freelancer;
    const signedIn = new Map(browser.cookies);
    for (const request of requestsFor(route, things)) {
      // Signs in again, in case the last request was a logout.
      for (const [name, value] of signedIn) browser.cookies.set(name, value);
      expectRefusalOrSuccess(await browser.request(request), request, lowest);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(0);
}

function expectRefusalOrSuccess(
  response: LightMyRequestResponse,
  request: InjectOptions,
  lowest: number,
): void {
  const { statusCode, body } = response;
  const what = `${request.method ?? 'GET'} ${JSON.stringify(request.url).slice(0, 200)}
    ${JSON.stringify(request.headers)} ${JSON.stringify(request.payload)?.slice(0, 200)}
    -> ${statusCode} ${body.slice(0, 300)}`;
  expect(statusCode, what).toBeGreaterThanOrEqual(lowest);
  expect(statusCode, what).toBeLessThan(500);
  if (statusCode >= 400 && body !== '') expect(isErrorBody(parsed(body)), what).toBe(true);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function multipart(parts: string[]): Pick<InjectOptions, 'headers' | 'payload'> {
  const body = parts.map((part) => `--edge\r\ncontent-disposition: form-data; ${part}\r\n`).join('');
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload: `${body}--edge--\r\n`,
  };
}

describe('bad input on every route is refused and breaks nothing', () => {
  it('impossible ids in the address', async () => {
    await expectNoFailureOnEveryRoute(
      ({ method, path }) =>
        path.includes('{') ? BAD_IDS.map((id) => ({ method, url: path.replaceAll(/\{\w+\}/g, id) })) : [],
      400,
    );
  });

  it('odd queries', async () => {
    // Only what reads asks a database by what stands in a query.
    const isAsked = (route: Route) => !isUnsafe(route) || !IS_DAILY || !IS_POSTGRES;
    await expectNoFailureOnEveryRoute((route, { ids }) =>
      isAsked(route)
        ? BAD_QUERIES.map((query) => ({ method: route.method, url: `${ownAddress(route, ids)}?${query}` }))
        : [],
    );
  });

  it('a wrong value in each property of the body', async () => {
    await expectNoFailureOnEveryRoute((route, things) =>
      route.properties.flatMap((property) =>
        BAD_VALUES.map((value) => ({
          method: route.method,
          url: ownAddress(route, things.ids),
          payload: { ...goodBody(route, things), [property]: value },
        })),
      ),
    );
  });

  it('a missing property', async () => {
    await expectNoFailureOnEveryRoute((route, things) =>
      route.properties.map((property) => {
        const { [property]: _missing, ...payload } = goodBody(route, things);
        return { method: route.method, url: ownAddress(route, things.ids), payload };
      }),
    );
  });

  it('surprising JSON', async () => {
    await expectNoFailureOnEveryRoute((route, { ids }) => {
      const request = { method: route.method, url: ownAddress(route, ids) };
      const headers = { 'content-type': 'application/json' };
      return isUnsafe(route) ? BAD_JSON.map((payload) => ({ ...request, headers, payload })) : [];
    });
  });

  it('a body that is no JSON, or would change a prototype', async () => {
    await expectNoFailureOnEveryRoute((route, { ids }) => {
      const request = { method: route.method, url: ownAddress(route, ids) };
      const headers = { 'content-type': 'application/json' };
      return isUnsafe(route) ? BROKEN_JSON.map((payload) => ({ ...request, headers, payload })) : [];
    }, 400);
  });

  it('bodies of other kinds', async () => {
    await expectNoFailureOnEveryRoute((route, { ids }) => {
      const request = { method: route.method, url: ownAddress(route, ids) };
      const withType = ([type, payload]: [string, string]) => ({
        ...request,
        headers: { 'content-type': type },
        payload,
      });
      return isUnsafe(route) ? BAD_BODIES.map(withType) : [];
    });
  });

  it('multipart forms with odd file names, parts too many and parts too few', async () => {
    await expectNoFailureOnEveryRoute((route, { ids }) => {
      if (route.method !== 'POST') return [];
      const request = { method: route.method, url: ownAddress(route, ids) };
      const version = `name="version"\r\n\r\n${ids.versions}`;
      const file = (name: string) => `name="file"; filename="${name}"\r\n\r\nbytes`;
      return [
        ...ODD_FILE_NAMES.map((name) => [version, file(name)]),
        [version],
        [file('a.txt')],
        [file('a.txt'), version],
        [version, file('a.txt'), file('b.txt')],
        [version, version, file('a.txt')],
        ['name="version"\r\n\r\nnonsense', file('a.txt')],
        [`name="version"\r\n\r\n${'9'.repeat(3_000_000)}`, file('a.txt')],
        Array.from({ length: 2000 }, (_, index) => `name="field-${index}"\r\n\r\nx`),
      ].map((parts) => ({ ...request, ...multipart(parts) }));
    });
  });

  it('odd headers', async () => {
    await expectNoFailureOnEveryRoute((route, { ids }) =>
      [
        { cookie: `sessionid=${'x'.repeat(7000)}; csrftoken=x` },
        { cookie: 'sessionid=%E0%A4%A; =; ;;; csrftoken' },
        { 'accept-language': 'tr;q=0.1,'.repeat(500) },
        { origin: 'null' },
        { origin: 'https://elsewhere.example' },
        { 'x-csrftoken': '💥'.repeat(10) },
        { host: 'elsewhere.example' },
        { range: 'bytes=9-1,-,abc' },
        { 'if-none-match': '"'.repeat(500) },
        { 'if-modified-since': 'nonsense' },
      ].map((headers) => ({ method: route.method, url: ownAddress(route, ids), headers })),
    );
  });
});

describe('a connection that breaks off', () => {
  it.each([
    ['in the head', 'POST /api/projects/ HTTP/1.1\r\nhost: localhost:3000\r\ncontent-le'],
    [
      'in the body',
      'POST /api/projects/ HTTP/1.1\r\nhost: localhost:3000\r\ncontent-length: 1000\r\n\r\n{"name":',
    ],
    [
      'in a chunk',
      'POST /api/files/ HTTP/1.1\r\nhost: localhost:3000\r\ntransfer-encoding: chunked\r\n\r\nFFFF\r\nabc',
    ],
    ['before anything', ''],
    ['after nonsense', '\u0000\u0001 nonsense\r\n\r\n'],
  ])('%s leaves the server well', async (_name, text) => {
    const { app } = setup;
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const socket = connect(address.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end(text, 'latin1');
    socket.resume();
    await once(socket, 'close');
    const { statusCode } = await app.inject('/readyz');
    expect(statusCode).toBe(200);
  });
});
