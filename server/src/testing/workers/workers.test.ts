import { randomBytes } from 'node:crypto';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { registerFreelancer } from '../../../../test-kit/accounts.ts';
import { openApiSession } from '../../../../test-kit/api-session.ts';
import { type Delivery, prepareDelivery } from '../../../../test-kit/delivery.ts';
import { readOutbox } from '../../../../test-kit/outbox.ts';
import { type Product, startProduct } from '../../../../test-kit/product.ts';
import { uploadFile } from '../../../../test-kit/upload-file.ts';
import { connectDatabase, type Database } from '../../database/connect.ts';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.ts';
import { uploadAcross } from '../instances/cut-upload.ts';
import { goOn, putUnderLoad } from '../../../../test-kit/bad-days/load.ts';
import { callAt, json, openCall } from '../instances/open-call.ts';

const TOKEN = 'token-of-the-scraper';
const WAIT = { timeout: 20_000, interval: 50 };

let given: FreshDatabase;
let db: Database;
let product: Product;
let delivery: Delivery;
/** One connection to each of the two workers: they are handed out in turn. */
const agents = [1, 2].map(() => new http.Agent({ keepAlive: true, maxSockets: 1 }));

beforeAll(async () => {
  given = await freshDatabase();
  product = await startProduct({
    startWithinMs: 180_000,
    env: {
      WORKERS: '2',
      METRICS_TOKEN: TOKEN,
      ...(given.databaseUrl !== undefined && {
        DATABASE_URL: given.databaseUrl,
        SECRET_KEY: 'w'.repeat(64),
      }),
    },
  });
  await readyTimes(1);
  db =
    given.databaseUrl === undefined
      ? connectDatabase({ sqlitePath: path.join(product.dataDir, 'vitrin.sqlite') })
      : given.db;
  delivery = await prepareDelivery(product, 'workers');
}, 120_000);

afterAll(async () => {
  for (const agent of agents) agent.destroy();
  await product.remove();
  await db.destroy();
  if (db !== given.db) await given.db.destroy();
  await given.dropDatabase();
});

/** Waits until a second worker has been ready this many times; resolves to its process id. */
async function readyTimes(times: number): Promise<number> {
  return vi.waitFor(
    () => {
      const ready = Array.from(product.log().matchAll(/"process":(\d+),"msg":"A worker is ready"/g));
      expect(ready).toHaveLength(times);
      return Number(ready.at(-1)?.[1]);
    },
    { timeout: 60_000, interval: 50 },
  );
}

function over(connection: number) {
  const agent = agents[connection];
  return { port: Number(new URL(product.url).port), publicUrl: product.url, ...(agent && { agent }) };
}

test('a write by one process is read by the other at once, and both answer', async () => {
  const { freelancer, customer, project } = delivery;
  const address = `/api/milestones/?project=${project}`;
  for (let at = 0; at < 20; at += 1) {
    const name = `Step ${at}`;
    const body = json({ project, name, description: '' });
    const written = await callAt(over(at % 2), freelancer, 'POST', '/api/milestones/', body);
    expect(written.status).toBe(201);
    for (const connection of [0, 1]) {
      const { status, text } = await callAt(over(connection), customer, 'GET', address);
      expect(status).toBe(200);
      expect(text).toContain(`"${name}"`);
    }
  }
  await vi.waitFor(() => {
    const answered = (worker: number) =>
      new RegExp(`"worker":${worker},[^\\n]*"GET","url":"/api/milestones/[^\\n]*"status":200`);
    expect(product.log()).toMatch(answered(1));
    expect(product.log()).toMatch(answered(2));
  }, WAIT);
}, 60_000);

test('an answer that one of them caches is current, after writes by either', async () => {
  const { freelancer, customer, project } = delivery;
  const address = `/api/projects/${project}/`;
  const reported = { headers: { 'x-looks': 'reported' } };
  const read = (connection: number) => callAt(over(connection), customer, 'GET', address, reported);
  for (let at = 0; at < 10; at += 1) {
    // Repeats the request until both serve it from memory.
    for (let time = 0; time < 3; time += 1) for (const connection of [0, 1]) await read(connection);
    const name = `Campaign ${at}`;
    const written = await callAt(over(at % 2), freelancer, 'PATCH', address, json({ name }));
    expect(written.status).toBe(200);
    for (const connection of [0, 1]) expect((await read(connection)).text).toContain(`"${name}"`);
  }
}, 60_000);

test('an upload that begins at one goes on at the other', async () => {
  const { freelancer, customer, version } = delivery;
  const bytes = randomBytes(2_000_000);
  const fileId = await uploadAcross([over(0), over(1), over(1)], freelancer, version, bytes);
  const content = `/api/files/${fileId}/content/`;
  for (const range of ['bytes=0-999', 'bytes=800000-1900000']) {
    const [start = 0, end = 0] = range.slice(6).split('-').map(Number);
    for (let at = 0; at < 2; at += 1) {
      // A new connection each time, so that both are asked.
      const session = openApiSession(product.url, customer.cookies);
      const { status, body } = await session.call('GET', content, undefined, { range, connection: 'close' });
      expect(status).toBe(206);
      expect((body as Buffer).equals(bytes.subarray(start, end + 1))).toBe(true);
    }
  }
}, 60_000);

test('a page open at one receives a write at the other, and the end of its session', async () => {
  const { freelancer, project } = delivery;
  const { customer } = delivery;
  const heard = ['', ''];
  for (const at of [0, 1]) {
    const stream = openCall(
      // Not the connections above, which the streams would occupy.
      { port: Number(new URL(product.url).port), publicUrl: product.url, agent: new http.Agent() },
      customer,
      'GET',
      '/api/changes/',
      { accept: 'text/event-stream' },
    );
    stream.request.end();
    (await stream.answer).setEncoding('utf8').on('data', (text: string) => (heard[at] += text));
  }
  await vi.waitFor(() => heard.forEach((text) => expect(text).toContain('event: ready')), WAIT);
  for (const connection of [0, 1]) {
    const before = heard.map((text) => text.length);
    const body = json({ project, name: 'Shown', description: '' });
    const written = await callAt(over(connection), freelancer, 'POST', '/api/milestones/', body);
    expect(written.status).toBe(201);
    await vi.waitFor(
      () =>
        heard.forEach((text, at) => expect(text.slice(before[at])).toMatch(/"parts":\[[^\]]*"milestones"/)),
      WAIT,
    );
  }
  const left = await callAt(over(1), customer, 'DELETE', '/_allauth/browser/v1/auth/session');
  expect(left.status).toBe(401);
  await vi.waitFor(() => heard.forEach((text) => expect(text).toContain('event: end')), WAIT);
  for (const connection of [0, 1])
    expect((await callAt(over(connection), customer, 'GET', `/api/projects/${project}/`)).status).toBe(401);
}, 60_000);

test('looks and deliveries recorded by any of them are written once', async () => {
  const { freelancer, customer, project, version } = await prepareDelivery(product, 'seen');
  const file = await uploadFile(freelancer, version, 'seen.bin', Buffer.alloc(50_000, 'seen'));
  for (const connection of [0, 1, 0, 1]) {
    await callAt(over(connection), customer, 'GET', `/api/projects/${project}/`);
    expect((await callAt(over(connection), customer, 'GET', `${file.file}?download=1`)).status).toBe(200);
  }
  await vi.waitFor(async () => {
    const events = await db.selectFrom('events').select('kind').where('project_id', '=', project).execute();
    expect(events.map(({ kind }) => kind).toSorted()).toEqual(['file_downloaded', 'project_opened']);
    const deliveries = db.selectFrom('deliveries').select('file_id').where('file_id', '=', file.id);
    expect(await deliveries.execute()).toHaveLength(1);
  }, WAIT);
}, 60_000);

test('a session is prolonged at any of them', async () => {
  const session = await registerFreelancer(product, 'prolonged');
  for (const connection of [0, 1]) {
    const aged = new Date(Date.now() - 2 * 3600_000).toISOString();
    await db.updateTable('sessions').set({ last_seen: aged }).execute();
    const answer = await callAt(over(connection), session, 'GET', '/api/projects/');
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']?.join()).toContain('sessionid=');
    const again = await callAt(over(connection), session, 'GET', '/api/projects/');
    expect(again.headers['set-cookie']?.join() ?? '').not.toContain('sessionid=');
  }
}, 60_000);

test('the address of a person is that of the connection, in any process', async () => {
  const guest = openApiSession(product.url);
  await guest.call('GET', '/_allauth/browser/v1/config');
  for (const connection of [0, 1]) {
    const { headers = {}, ...body } = json({ username: 'nobody-known', password: 'not-the-password' });
    await callAt(over(connection), guest, 'POST', '/_allauth/browser/v1/auth/login', {
      ...body,
      headers: { ...headers, 'x-vitrin-peer': '203.0.113.9' },
    });
  }
  await vi.waitFor(() => {
    const failed = Array.from(product.log().matchAll(/"ip":"([^"]*)"[^\n]*"msg":"Login failed"/g));
    expect(failed.map(([, ip]) => ip)).toEqual(['127.0.0.1', '127.0.0.1']);
  }, WAIT);
}, 60_000);

test('refusals are the same at any of them', async () => {
  const guest = openApiSession(product.url);
  const answers = [];
  for (const connection of [0, 1]) {
    const foreign = { headers: { host: 'elsewhere.example.com' } };
    const large = { headers: { 'content-type': 'application/json' }, body: 'x'.repeat(200_000) };
    answers.push([
      (await callAt(over(connection), guest, 'GET', '/api/projects/', foreign)).status,
      (await callAt(over(connection), guest, 'GET', '/api/projects/')).status,
      (await callAt(over(connection), guest, 'POST', '/api/projects/')).status,
      (await callAt(over(connection), guest, 'GET', '/api/no-such-thing/')).status,
      (
        await callAt(over(connection), delivery.freelancer, 'POST', '/api/milestones/', large).catch(
          () => undefined,
        )
      )?.status,
      (await callAt(over(connection), guest, 'GET', '/metrics')).status,
    ]);
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0]?.slice(0, 4)).toEqual([421, 401, 403, 404]);
}, 60_000);

test('metrics and log lines name the worker', async () => {
  const headers = { authorization: `Bearer ${TOKEN}` };
  for (const connection of [0, 1]) {
    const { status, text } = await callAt(over(connection), { cookies: new Map() }, 'GET', '/metrics', {
      headers,
    });
    expect(status).toBe(200);
    for (const worker of [1, 2])
      expect(text).toMatch(
        new RegExp(`vitrin_http_request_duration_seconds_count\\{[^}]*worker="${worker}"`),
      );
    expect(text.match(/^# TYPE vitrin_http_request_duration_seconds /gm)).toHaveLength(1);
  }
}, 60_000);

test('a killed worker fails its own requests and is replaced, under load', async () => {
  const { freelancer, project, version } = await prepareDelivery(product, 'loaded');
  const load = putUnderLoad(freelancer, { project, version });
  for (let kill = 1; kill <= 2; kill += 1) {
    const worker = await readyTimes(kill);
    await goOn([load]);
    process.kill(worker, 'SIGKILL');
    await goOn([load]);
  }
  await readyTimes(3);
  await goOn([load]);
  await load.stop();
  const { results } = await freelancer.expectCall<{ results: ProjectFile[] }>(
    200,
    'GET',
    `/api/files/?version=${version}`,
  );
  expect(results.length).toBeGreaterThan(0);
  expect(product.log()).toContain('A worker ended and is replaced');
}, 120_000);

test('each mail was sent once', async () => {
  const mails = await readOutbox(product.dataDir);
  const verifications = mails.filter(({ links }) => links.some((link) => link.includes('/verify-email')));
  const to = verifications.map(({ to }) => to);
  expect(to.toSorted()).toEqual([...new Set(to)].toSorted());
  expect(to).toContain('workers@example.com');
}, 60_000);

test('SIGTERM ends all of them with code 0, and stores the counts of the last moment', async () => {
  const { customer, project } = await prepareDelivery(product, 'stopping');
  const worker = await readyTimes(3);
  for (let at = 0; at < 2; at += 1)
    await customer.call('GET', `/api/projects/${project}/`, undefined, { connection: 'close' });
  expect(await product.stop()).toBe(0);
  expect(() => process.kill(worker, 0)).toThrow(/ESRCH/);
  const events = await db.selectFrom('events').select('kind').where('project_id', '=', project).execute();
  expect(events).toEqual([{ kind: 'project_opened' }]);
  expect(product.log()).not.toMatch(/"level":50[^\n]*(?:Unexpected error|could not be|busy)/);
}, 60_000);
