import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerFreelancer } from '../../../../test-kit/accounts.ts';
import type { ApiSession } from '../../../../test-kit/api-session.ts';
import { prepareDelivery } from '../../../../test-kit/delivery.ts';
import { startPostgres } from '../../../../test-kit/postgres-cluster.ts';
import { type Product, startProduct } from '../../../../test-kit/product.ts';
import { uploadFile } from '../../../../test-kit/upload-file.ts';

const WAIT = { timeout: 30_000, interval: 100 };

let cluster: Awaited<ReturnType<typeof startPostgres>>;
let address: Awaited<ReturnType<typeof startAddress>>;
let product: Product;
let freelancer: ApiSession;
let project: number;

beforeAll(async () => {
  cluster = await startPostgres();
  address = await startAddress(portOf(cluster.url));
  product = await startProduct({
    env: {
      DATABASE_URL: cluster.url.replace(/:\d+\//, `:${address.port}/`),
      SECRET_KEY: 'a'.repeat(64),
      RATE_LIMITS: 'off',
    },
  });
  freelancer = await registerFreelancer(product, 'patient');
  const work = { name: 'Outlasts a day', description: '', customer_id: null };
  project = (await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/projects/', work)).id;
}, 120_000);

afterAll(async () => {
  await product.remove();
  address.close();
  await cluster.stop();
});

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** An address in front of PostgreSQL that can be redirected to another server. */
async function startAddress(target: number) {
  let port = target;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(port, '127.0.0.1');
    for (const each of [socket, onward]) {
      open.add(each);
      each.on('error', () => {});
      each.once('close', () => {
        open.delete(each);
        socket.destroy();
        onward.destroy();
      });
    }
    socket.pipe(onward).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => open.forEach((socket) => void socket.destroy());
  return {
    port: (server.address() as { port: number }).port,
    leadTo(other: number) {
      port = other;
      cut();
    },
    close() {
      cut();
      server.close();
    },
  };
}

const read = () => freelancer.call('GET', `/api/projects/${project}/`);
const write = (name: string) =>
  freelancer.call('POST', '/api/milestones/', { project, name, description: '', completed: false });
const names = async () => {
  const path = `/api/milestones/?project=${project}`;
  const { results } = await freelancer.expectCall<{ results: Milestone[] }>(200, 'GET', path);
  return results.map(({ name }) => name);
};

/** Changes received over a new stream, from now on. */
async function listen() {
  const stop = new AbortController();
  const cookie = Array.from(freelancer.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const headers = { accept: 'text/event-stream', cookie };
  const response = await fetch(`${product.url}/api/changes/`, { headers, signal: stop.signal });
  const heard: string[] = [];
  const reading = (async () => {
    for await (const chunk of response.body ?? []) heard.push(Buffer.from(chunk).toString());
  })().catch(() => {});
  return {
    heard,
    close: async () => {
      stop.abort();
      await reading;
    },
  };
}

test('while PostgreSQL is away every answer says to retry; service resumes when it returns', async () => {
  expect((await write('Before')).status).toBe(201);
  const live = await listen();
  await cluster.halt();
  const away = await Promise.all([read(), write('Lost'), ...Array.from({ length: 30 }, read)]);
  for (const { status, headers, body } of away) {
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body).toEqual({ detail: expect.stringMatching(/^Vitrin cannot reach its data right now/) });
  }
  // A reader who opens a page meanwhile gets an error page, and not the answer of a call.
  const page = await freelancer.call('GET', `/projects/${project}`);
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
  expect(String(page.body)).toMatch(/^<!doctype html>/);
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  await vi.waitFor(async () => expect((await fetch(`${product.url}/readyz`)).status).toBe(503), WAIT);

  await cluster.resume();
  await vi.waitFor(async () => expect((await read()).status).toBe(200), WAIT);
  await vi.waitFor(async () => expect((await fetch(`${product.url}/readyz`)).status).toBe(200), WAIT);
  expect((await write('After')).status).toBe(201);
  expect(await names()).toEqual(['Before', 'After']);
  // Jobs go on: this mail is written by one.
  await registerFreelancer(product, 'newcomer');
  // A page that was open the whole time is notified that it missed changes, or of the later ones.
  await vi.waitFor(() => expect(live.heard.join('')).toMatch(/event: /), WAIT);
  await live.close();
}, 120_000);

test('looks and downloads a moment before PostgreSQL went away are recorded once it is back', async () => {
  const delivery = await prepareDelivery(product, 'away');
  const { customer, project: seen } = delivery;
  const file = await uploadFile(delivery.freelancer, delivery.version, 'work.bin', Buffer.alloc(100_000, 7));
  expect((await customer.call('GET', `${file.file}?download=1`)).status).toBe(200);
  await customer.expectCall(200, 'GET', `/api/projects/${seen}/`);
  await cluster.halt();
  // Two batches of a second each fail meanwhile.
  await pause(2500);
  await cluster.resume();
  const database = new pg.Client({ connectionString: cluster.url });
  await database.connect();
  const completed =
    'select count(*)::int as count from deliveries where file_id = $1 and completed_at is not null';
  const delivered = async () => (await database.query<{ count: number }>(completed, [file.id])).rows;
  await vi.waitFor(async () => expect(await delivered()).toEqual([{ count: 1 }]), WAIT);
  const opened = `select count(*)::int as count from events where kind = 'project_opened' and project_id = $1`;
  const looks = async () => (await database.query<{ count: number }>(opened, [seen])).rows;
  await vi.waitFor(async () => expect(await looks()).toEqual([{ count: 1 }]), WAIT);
  await database.end();
}, 120_000);

test('at a failover reads continue on the standby, and writes once it is promoted', async () => {
  const standby = await cluster.standBy();
  const written = await write('Replicated');
  expect(written.status).toBe(201);
  const other = new pg.Client({ connectionString: standby.url });
  await other.connect();
  const copied = `select count(*)::int as count from milestones where name = 'Replicated'`;
  const arrived = async () => (await other.query<{ count: number }>(copied)).rows;
  await vi.waitFor(async () => expect(await arrived()).toEqual([{ count: 1 }]), WAIT);

  await cluster.halt();
  address.leadTo(portOf(standby.url));
  await vi.waitFor(async () => expect((await read()).status).toBe(200), WAIT);
  const refused = await write('Too early');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  await other.query('select pg_promote()');
  await vi.waitFor(async () => expect((await write('After')).status).toBe(201), WAIT);
  expect(await names()).toEqual(['Before', 'After', 'Replicated', 'After']);
  await other.end();
  await product.stop();
  await standby.stop();
}, 120_000);
