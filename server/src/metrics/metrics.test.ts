import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, afterAll, expect, test } from 'vitest';
import { connectDatabase } from '../database/connect.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { listenForMetrics } from './metrics-endpoint.ts';
import { createMetrics } from './metrics.ts';

const TOKEN = 'a-token-of-thirty-characters!!';
const metrics = createMetrics();
let setup: TestApp;
beforeAll(async () => {
  setup = await createTestApp({ METRICS_TOKEN: TOKEN }, { metrics });
});
afterAll(() => setup.close());

const ask = (authorization?: string) =>
  setup.app.inject({
    url: '/metrics',
    headers: { host: 'localhost:3000', ...(authorization !== undefined && { authorization }) },
  });
/** Ignores the values, which may be any digits. */
const withoutValues = (text: string) => text.replaceAll(/ \S+$/gm, '');
const read = async () => (await ask(`Bearer ${TOKEN}`)).body;

test.each([[undefined], [''], ['Bearer'], [`Bearer ${TOKEN}x`], [TOKEN], ['x'.repeat(8000)]])(
  'without the token there is no such page (%s)',
  async (authorization) => {
    const answer = await ask(authorization);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('vitrin_');
  },
);

test('only the token opens it, and no cache keeps it', async () => {
  const answer = await ask(`Bearer ${TOKEN}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toContain('text/plain');
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('without configuration there is no route', async () => {
  const plain = await createTestApp({}, { metrics });
  const answer = await plain.app.inject({
    url: '/metrics',
    headers: { host: 'localhost:3000', authorization: `Bearer ${TOKEN}` },
  });
  expect(answer.statusCode).toBe(404);
  await plain.close();
});

test('requests are counted by pattern, method and class of status, never by address', async () => {
  await setup.app.inject({ url: '/api/projects/4711/?q=private-words', headers: { host: 'localhost:3000' } });
  await setup.app.inject({ url: '/private-path', headers: { host: 'localhost:3000' } });
  for (const url of ['/healthz', '/readyz']) expect((await setup.app.inject(url)).statusCode).toBe(200);
  const text = await read();
  expect(text).toMatch(
    /vitrin_http_request_duration_seconds_count\{method="GET",route="\/api\/projects\/:\w+\/?",status_class="4xx"\} 1\n/,
  );
  expect(withoutValues(text)).not.toMatch(/4711|private|healthz|readyz/);
});

test('jobs are counted by kind: waiting, done, failed and given up', async () => {
  await enqueue(setup.context, 'delete-objects', { keys: [] });
  await enqueue(setup.context, 'delete-objects', { keys: ['not a key'] });
  expect(await read()).toContain('vitrin_jobs_queued{kind="delete-objects",state="waiting"} 2\n');
  await setup.runJobs();
  const afterRun = await read();
  expect(afterRun).toContain('vitrin_jobs_queued{kind="delete-objects",state="waiting"} 1\n');
  expect(afterRun).toContain('vitrin_job_duration_seconds_count{kind="delete-objects",outcome="done"} 1\n');
  expect(afterRun).toContain('vitrin_job_duration_seconds_count{kind="delete-objects",outcome="failed"} 1\n');
  await setup.db.updateTable('jobs').set({ attempts: 19 }).execute();
  setup.advance(3600);
  await setup.runJobs();
  const afterLast = await read();
  expect(afterLast).toContain(
    'vitrin_job_duration_seconds_count{kind="delete-objects",outcome="given_up"} 1\n',
  );
  expect(afterLast).toContain('vitrin_jobs_queued{kind="delete-objects",state="given_up"} 1\n');
  expect(afterLast).toContain('vitrin_jobs_running{kind="delete-objects"} 0\n');
});

test('the store is counted in bytes and operations, also those that fail', async () => {
  const own = createMetrics();
  const storage = own.measured(setup.context.storage);
  const key = 'ab'.repeat(32);
  await storage.write(key, [Buffer.from('twelve bytes')] as never);
  await storage.read(key, { start: 0, end: 4 });
  await storage.delete([key]);
  await expect(storage.read(key, { start: 0, end: 4 })).rejects.toThrow(/is not in the store/);
  const text = await own.text(setup.context);
  expect(text).toContain('vitrin_storage_bytes_total{direction="in"} 12\n');
  expect(text).toContain('vitrin_storage_bytes_total{direction="out"} 5\n');
  expect(text).toContain('vitrin_storage_duration_seconds_count{operation="read",outcome="failed"} 1\n');
});

test('statements are counted by kind and table', async () => {
  const own = createMetrics();
  const db = connectDatabase({ sqlitePath: ':memory:' }, own.noteStatement);
  await migrateToLatest(db);
  await db.selectFrom('jobs as work').select('id').where('kind', '=', 'private-words').execute();
  await db.deleteFrom('jobs').where('id', '=', 4711).execute();
  const text = await own.text({ db });
  expect(text).toContain('vitrin_statement_duration_seconds_count{statement="select jobs",outcome="done"}');
  expect(text).toContain(
    'vitrin_statement_duration_seconds_count{statement="delete jobs",outcome="done"} 1\n',
  );
  expect(withoutValues(text)).not.toMatch(/4711|private/);
  await db.destroy();
});

test('a port of its own serves metrics and nothing else', async () => {
  const config = { ...setup.config, metrics: { port: 0, host: '127.0.0.1', token: undefined } };
  const server = await listenForMetrics({ ...setup.context, config }, metrics);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await (await fetch(`${origin}/metrics`)).text()).toContain('nodejs_eventloop_lag_p99_seconds');
  expect((await fetch(`${origin}/healthz`)).status).toBe(404);
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404);
  server.closeAllConnections();
  server.close();
});

test('a port of its own without a token answers only to names of this machine', async () => {
  const config = { ...setup.config, metrics: { port: 0, host: '127.0.0.1', token: undefined } };
  const server = await listenForMetrics({ ...setup.context, config }, metrics);
  const { port } = server.address() as AddressInfo;
  const statusFor = async (host: string) => {
    const asked = request({ port, host: '127.0.0.1', path: '/metrics', headers: { host } }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  for (const host of ['localhost', 'LOCALHOST:9464', `127.0.0.1:${port}`, '[::1]:9464'])
    expect([host, await statusFor(host)]).toEqual([host, 200]);
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example'])
    expect([host, await statusFor(host)]).toEqual([host, 421]);
  server.closeAllConnections();
  server.close();
});

test('a port in use is reported, not waited for', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => void taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo;
  const config = { ...setup.config, metrics: { port, host: '127.0.0.1', token: undefined } };
  await expect(listenForMetrics({ ...setup.context, config }, metrics)).rejects.toThrow('EADDRINUSE');
  taken.close();
});
