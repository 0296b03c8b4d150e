import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { inviteCustomer, PASSWORD, registerCustomer } from '../../../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../../../test-kit/api-session.ts';
import { freePort } from '../../../../test-kit/free-port.ts';
import { type Product, startProduct } from '../../../../test-kit/product.ts';
import { type S3Server, startS3Server } from '../../../../test-kit/s3-server.ts';
import { type MailServer, startMailServer } from '../../../../test-kit/services/mail-server.ts';
import { startProxy } from '../../../../test-kit/services/proxy.ts';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.ts';
import { uploadAcross } from './cut-upload.ts';
import { goOn, putUnderLoad } from '../../../../test-kit/bad-days/load.ts';
import { callAt, json, openCall } from './open-call.ts';

const INSTANCES = 3;
/** Each kills every instance once; `npm run test:large` asks for more. */
const ROUNDS = Number(process.env['VITRIN_INSTANCE_ROUNDS'] ?? 1);

let database: FreshDatabase;
let s3: S3Server;
let mails: MailServer;
let stopProxy: () => Promise<void>;
/** The one address of all instances. */
let url: string;
const ports: number[] = [];
const products: Product[] = [];

beforeAll(async () => {
  [database, s3, mails] = await Promise.all([freshDatabase(), startS3Server(), startMailServer()]);
  const proxyPort = await freePort();
  url = `http://localhost:${proxyPort}`;
  for (let at = 0; at < INSTANCES; at += 1) ports.push(await freePort());
  // All at once, on an empty database.
  products.push(...(await Promise.all(ports.map((port) => startInstance(port)))));
  stopProxy = await startProxy(proxyPort, ports);
}, 120_000);

afterAll(async () => {
  await stopProxy?.();
  await Promise.all(products.map((product) => product.remove()));
  await Promise.all([s3.stop(), mails.stop(), database.db.destroy()]);
  await database.dropDatabase();
});

function startInstance(port: number, dataDir?: string): Promise<Product> {
  return startProduct({
    ...(dataDir !== undefined && { dataDir }),
    startWithinMs: 60_000,
    env: {
      ...s3.environment,
      DATABASE_URL: database.databaseUrl ?? '',
      SECRET_KEY: 'i'.repeat(64),
      SMTP_URL: mails.url,
      PUBLIC_URL: url,
      PORT: String(port),
      TRUST_PROXY: '1',
    },
  });
}

/** Signs a freelancer up through the proxy, by the mailed link. */
async function register(username: string): Promise<ApiSession> {
  const session = openApiSession(url);
  const email = `${username}@example.com`;
  const base = '/_allauth/browser/v1/auth';
  await session.expectCall(401, 'POST', `${base}/signup`, { username, email, password: PASSWORD });
  const key = await mails.keyFor(email, '/verify-email');
  await session.expectCall(401, 'POST', `${base}/email/verify`, { key });
  await session.expectCall(200, 'POST', `${base}/login`, { username, password: PASSWORD });
  return session;
}

async function prepare(username: string) {
  const freelancer = await register(username);
  const { id, reset_token } = await inviteCustomer(freelancer, `${username}-client`);
  const project = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/projects/', {
    name: 'Campaign',
    description: '',
    customer_id: id,
  });
  const version = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', {
    version_number: '1.0',
    description: '',
    project: project.id,
  });
  return { freelancer, token: reset_token, project: project.id, version: version.id };
}

/** One instance, past the proxy. */
function at(instance: number) {
  return { port: ports[instance] ?? 0, publicUrl: url };
}

test('the main journey goes through any of them', async () => {
  const { freelancer, token, project, version } = await prepare('journey');

  // An upload begins at one instance, breaks, and goes on at another one.
  const bytes = randomBytes(3_000_000);
  const fileId = await uploadAcross([at(0), at(1), at(2)], freelancer, version, bytes);

  const client = await registerCustomer({ url, dataDir: '' }, token);
  for (const [start, end] of [
    [0, 999],
    [1_000_000, 2_500_000],
    [2_999_000, 2_999_999],
  ] as const) {
    const { status, body } = await client.call('GET', `/api/files/${fileId}/content/`, undefined, {
      range: `bytes=${start}-${end}`,
    });
    expect(status).toBe(206);
    expect((body as Buffer).equals(bytes.subarray(start, end + 1))).toBe(true);
  }
  const { results } = await client.expectCall<{ results: ProjectFile[] }>(
    200,
    'GET',
    `/api/files/?version=${version}`,
  );
  expect(results.map(({ id, size }) => [id, size])).toEqual([[fileId, bytes.length]]);

  // A page open at one instance hears of a write at another one.
  const stream = openCall(at(1), client, 'GET', '/api/changes/', { accept: 'text/event-stream' });
  stream.request.end();
  let heard = '';
  (await stream.answer).setEncoding('utf8').on('data', (text: string) => (heard += text));
  await vi.waitFor(() => expect(heard).toContain('event: ready'), { timeout: 10_000 });
  const milestone = json({ project, name: 'Shown', description: '' });
  const written = await callAt(at(2), freelancer, 'POST', '/api/milestones/', milestone);
  expect(written.status).toBe(201);
  await vi.waitFor(() => expect(heard).toMatch(/"parts":\[[^\]]*"milestones"/), {
    timeout: 10_000,
  });

  // A logout at one ends the session at all, and the stream with it.
  const left = await callAt(at(0), client, 'DELETE', '/_allauth/browser/v1/auth/session');
  expect(left.status).toBe(401);
  await vi.waitFor(() => expect(heard).toContain('event: end'), { timeout: 10_000 });
  for (let instance = 0; instance < INSTANCES; instance += 1)
    expect((await callAt(at(instance), client, 'GET', `/api/projects/${project}/`)).status).toBe(401);
}, 120_000);

test('wrong passwords are counted together', async () => {
  await register('guessed');
  const statuses: (number | undefined)[] = [];
  const guest = openApiSession(url);
  await guest.call('GET', '/_allauth/browser/v1/config');
  for (let guess = 0; guess < 30; guess += 1) {
    const { status } = await callAt(at(guess % INSTANCES), guest, 'POST', '/_allauth/browser/v1/auth/login', {
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${guess}` },
      body: JSON.stringify({ username: 'guessed', password: `wrong-guess-${guess}` }),
    });
    statuses.push(status);
    if (status === 429) break;
  }
  const counted = statuses.length;
  expect(statuses.at(-1)).not.toBe(401);
  // Each instance refuses from now on, whoever of them counted.
  for (let instance = 0; instance < INSTANCES; instance += 1) {
    const { status, headers } = await callAt(at(instance), guest, 'POST', '/_allauth/browser/v1/auth/login', {
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${counted + instance}` },
      body: JSON.stringify({ username: 'guessed', password: PASSWORD }),
    });
    expect(status).not.toBe(200);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
}, 120_000);

test('killed in turn under load, they give no wrong answer', async () => {
  const people = await Promise.all(['ada', 'bert', 'cleo'].map((name) => prepare(name)));
  const loads = people.map(({ freelancer, ...place }) => putUnderLoad(freelancer, place));
  for (let round = 0; round < ROUNDS; round += 1)
    for (let instance = 0; instance < INSTANCES; instance += 1) {
      await goOn(loads);
      await products[instance]?.kill();
      await goOn(loads);
      const dataDir = products[instance]?.dataDir;
      products[instance] = await startInstance(ports[instance] ?? 0, dataDir);
    }
  await goOn(loads);
  await Promise.all(loads.map((load) => load.stop()));

  // Each registered once, and was mailed once, whoever of them ran the job.
  const registered = ['journey', 'guessed', 'ada', 'bert', 'cleo'].map((name) => `${name}@example.com`);
  const verifications = mails.recipients.filter((to) => registered.includes(to));
  expect(new Set(verifications)).toEqual(new Set(registered));
  const daily = await database.db
    .selectFrom('jobs')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('kind', 'in', ['reconcile-payments', 'sweep-events'])
    .groupBy('kind')
    .execute();
  expect(daily.map(({ count }) => count)).toEqual(daily.map(() => 1));
  for (const product of products) expect(product.log()).not.toContain('Unexpected error');
}, 600_000);
