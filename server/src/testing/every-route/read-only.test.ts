import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveInstallation } from '../../database/read-only/state.ts';
import { makeOpen, makeReadOnly } from '../../database/read-only/switch.ts';
import { writeDeliveries } from '../../features/deliveries/service.ts';
import { writeEvents } from '../../features/events/service.ts';
import { ROWS } from '../access-matrix/access-matrix.ts';
import { ASKERS, createWorld, type World } from '../access-matrix/access-world.ts';
import { createBrowser } from '../browser.ts';
import { sharedTestApp } from '../shared-test-app.ts';
import { tracesOf } from '../traces.ts';

/** Finds routes that a read-only installation refuses and those that still work by walking the route table. */
const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/**
 * Reads that write before they answer: callers are counted, a key for an app is stored, and a copy of recovery
 * codes is deleted once it is shown. The last needs a proof from the last ten minutes.
 */
const WRITING = new Set([
  'GET /api/accounts/google/login/callback/',
  'GET /api/_allauth/browser/v1/auth/password/reset',
  'GET /api/_allauth/browser/v1/auth/email/verify',
  'GET /api/_allauth/browser/v1/account/authenticators/totp',
  'GET /api/_allauth/browser/v1/account/authenticators/recovery-codes',
  'GET /api/_allauth/browser/v1/account/authenticators/webauthn',
]);

const routes: { method: string; url: string }[] = [];
const setup = await sharedTestApp(
  { RATE_LIMITS: 'off' },
  {
    onRoute: ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) routes.push({ method: one, url });
    },
  },
);
const { app, db } = setup;
const reading = ROWS.filter(({ route }) => route.startsWith('GET ') && !WRITING.has(route));
const calls: { about: string; call: Awaited<ReturnType<(typeof ROWS)[number]['call']>> }[] = [];
let world: World;

beforeAll(async () => {
  world = await createWorld(setup);
  // Some create an object first and then read it, which is done while that is possible.
  for (const row of reading) calls.push({ about: `${row.route} ${row.about}`, call: await row.call(world) });
  // A plan with every ability that the rows need.
  await setup.putOnPlan(world.owner, 'enterprise');
  // The first receipt of a project begins its ledger.
  await world.owner.browser.get(`/api/projects/${world.project.id}/receipt/`);
  await setup.runJobs();
  await makeReadOnly(db, { state: 'read-only', move: null, moved_to: null }, { mayBeServed: false });
});
afterAll(() => makeOpen(db));

test('a server that has not noticed yet is refused by the database, without a trace', async () => {
  const before = await tracesOf(setup);
  const answer = await world.owner.browser.post('/api/projects/', { name: 'Late' });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('10');
  expect(answer.json()).toMatchObject({ code: 'read_only' });
  expect(await tracesOf(setup)).toEqual(before);
});

test('a reader is still signed in after an hour, though the session cannot be prolonged', async () => {
  setup.advance(2 * 3600);
  expect((await world.owner.browser.get('/api/projects/')).statusCode).toBe(200);
});

describe('once the server has noticed', () => {
  beforeAll(() => app.readOnly.refresh());

  test('everything can be read as before, and the answer says that the installation is read-only', async () => {
    for (const [index, row] of reading.entries()) {
      const { about = '', call = {} } = calls[index] ?? {};
      const { id = '', ...request } = call;
      const url = row.route.slice('GET '.length).replace(':id', String(id)).replace(':number', '1');
      for (const [asked, asker] of ASKERS.entries()) {
        const answer = await world.browsers[asker].request({ ...request, method: 'GET', url });
        expect(answer.statusCode, `${about} by ${asker}: ${answer.body.slice(0, 200)}`).toBe(
          row.statuses[asked],
        );
        expect(answer.headers['vitrin-read-only']).toBe('maintenance');
      }
    }
    // Looks and deliveries of all these reads are dropped silently.
    await writeEvents(setup.context);
    await writeDeliveries(setup.context);
    expect(setup.logs).toEqual([]);
  });

  test('every call that changes something is refused in the language of its request', async () => {
    const before = await tracesOf(setup);
    const unsafe = routes.filter(({ method }) => UNSAFE.has(method));
    expect(unsafe.length).toBeGreaterThan(60);
    for (const { method, url } of unsafe)
      for (const browser of [createBrowser(app), world.owner.browser]) {
        const answer = await browser.request({
          method,
          url: url.replace(/:\w+/g, '1'),
          headers: { 'accept-language': 'tr' },
        });
        expect(answer.statusCode, `${method} ${url}`).toBe(503);
        expect(answer.headers['retry-after']).toBe('10');
        expect(answer.json<{ detail: string }>().detail).toContain('görülebilir ve indirilebilir');
      }
    expect(await tracesOf(setup)).toEqual(before);
  });

  test('it is healthy for its probes', async () => {
    const guest = createBrowser(app);
    expect((await guest.get('/healthz')).statusCode).toBe(200);
    expect((await guest.get('/readyz')).statusCode).toBe(200);
  });

  test('no job begins', async () => {
    expect(await setup.runJobs()).toBe(0);
  });

  test.each([
    [{ state: 'moving' }, 'move'],
    [{ state: 'moved' }, 'moved'],
    [{ state: 'open', files_in: 'the bucket other at AWS (us-east-1)' }, 'moved'],
    [{ state: 'open', files_in: 'the disk' }, undefined],
  ] as const)('%j is reported as %s', async (said, reason) => {
    const since = '2026-11-24T07:00:00.000Z';
    await saveInstallation(db, { move: 'a', moved_to: 'b', files_in: null, since, ...said });
    await app.readOnly.refresh();
    const answer = await createBrowser(app).get('/healthz');
    expect(answer.headers['vitrin-read-only']).toBe(reason);
  });

  test('opened again, it works as before', async () => {
    await makeOpen(db);
    await app.readOnly.refresh();
    expect((await world.owner.browser.post('/api/projects/', { name: 'Again' })).statusCode).toBe(201);
    expect((await world.owner.browser.get('/healthz')).headers).not.toHaveProperty('vitrin-read-only');
    expect(await setup.runJobs()).toBeGreaterThanOrEqual(0);
  });
});
