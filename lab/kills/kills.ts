import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { startPostgres } from '../../test-kit/postgres-cluster.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { startS3Server } from '../../test-kit/s3-server.ts';

/** Generous, because other work runs at the same time. */
export const START_MILLISECONDS = 120_000;
const CLIENTS = 3;
/** Longest time of work before a kill, in milliseconds. */
const LONGEST_WORK = 600;
/** A client begins a new project or version at this many entries; the limits are 500 milestones and 1000 files. */
const MOST_IN_ONE = 400;

type Client = {
  session: ApiSession;
  project: number;
  version: number;
  /** Numbers of milestones requested and acknowledged in this project. */
  asked: number;
  answered: number;
  /** Digests of files by name; `stored` are those that were answered. */
  digests: Map<string, string>;
  stored: Set<string>;
};

export type Killing = {
  kills: number;
  /** Skips the kills, to prove that the check notices. */
  withoutKill: boolean;
  /** Counts a write as acknowledged when it is sent, to prove that the check finds a lost one. */
  earlyAnswers: boolean;
};

type Installation = {
  name: string;
  env: Record<string, string>;
  /** Default: a new temporary folder. */
  dataDir?: string;
  /** Ends the server at work, by a SIGKILL or worse. Answers that come after it called `noMoreCounts` may be lost. */
  end: (product: Product, noMoreCounts: () => void) => Promise<void>;
  whatEnds: string;
};

/**
 * Kills a server at random points, this many times for each pair of database and file store. After each kill,
 * the stored state of each client must be a prefix of its requests that includes every answered one, and
 * every file must be intact. Reports how many requests the kills interrupted, and fails if there were none:
 * then no kill hit a busy server.
 */
export async function killEverywhere(killing: Killing): Promise<void> {
  const cluster = await startPostgres({ durable: true });
  const s3 = await startS3Server();
  try {
    for (const database of ['SQLite', 'PostgreSQL'] as const)
      for (const store of ['disk', 'S3'] as const) {
        const databaseUrl = database === 'PostgreSQL' ? await newDatabase(cluster.url, store) : undefined;
        const env = {
          RATE_LIMITS: 'off',
          PAYMENTS: 'off',
          ...(store === 'S3' && s3.environment),
          ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, SECRET_KEY: 'k'.repeat(64) }),
        };
        await killRepeatedly(killing, {
          name: `${database} and ${store}`,
          env,
          end: (product) => product.kill(),
          whatEnds: 'kills',
        });
      }
  } finally {
    await cluster.stop();
    await s3.stop();
  }
}

export async function killRepeatedly(killing: Killing, installation: Installation): Promise<void> {
  const { kills } = killing;
  const { name, env, whatEnds } = installation;
  const location = installation.dataDir === undefined ? {} : { dataDir: installation.dataDir };
  let product = await startProduct({ ...location, env, startWithinMs: START_MILLISECONDS });
  const clients: Client[] = [];
  for (let number = 0; number < CLIENTS; number += 1)
    clients.push(await newClient(await registerFreelancer(product, `client-${number}`)));
  let [cutOff, acknowledged] = [0, 0];
  const startedAt = performance.now();
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      cutOff += await workUntilEnded(product, clients, killing, installation.end);
      product = await startProduct({ dataDir: product.dataDir, env, startWithinMs: START_MILLISECONDS });
      acknowledged += await compareAll(product, clients, `${name}, ${kill + 1} of ${kills} ${whatEnds}`);
    }
  } catch (error) {
    await product.kill();
    throw error;
  }
  const minutes = (performance.now() - startedAt) / 60_000;
  await product.remove();
  if (cutOff === 0) throw new Error(`${name}: no request was cut off, so nobody was killed at work`);
  console.log(
    `${name}: ${kills} ${whatEnds} in ${minutes.toFixed(1)} min cut off ${cutOff} requests; ` +
      `${acknowledged} answered writes compared, none lost or altered, none out of order`,
  );
}

/** Compares the stored state of each client, and starts a new project for clients with a nearly full one. */
async function compareAll(product: Product, clients: readonly Client[], where: string): Promise<number> {
  let acknowledged = 0;
  for (const client of clients) {
    client.session = openApiSession(product.url, client.session.cookies);
    acknowledged += await compare(client, where);
    if (client.asked > MOST_IN_ONE || client.digests.size > MOST_IN_ONE)
      Object.assign(client, await newClient(client.session));
  }
  return acknowledged;
}

async function newDatabase(url: string, store: string): Promise<string> {
  const name = `kills_${store.toLowerCase()}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return url.replace(/\/postgres$/, `/${name}`);
}

async function newClient(session: ApiSession): Promise<Client> {
  const { results } = await session.expectCall<{ results: Project[] }>(200, 'GET', '/api/projects/');
  // A plan has room for few projects; the one before was compared and may be deleted.
  for (const { id } of results) await session.expectCall(204, 'DELETE', `/api/projects/${id}/`);
  const work = { name: 'Killed', description: '', customer_id: null };
  const project = await session.expectCall<Project>(201, 'POST', '/api/projects/', work);
  const round = { version_number: '1.0', description: '', project: project.id };
  const version = await session.expectCall<Version>(201, 'POST', '/api/versions/', round);
  const nothing = { asked: 0, answered: 0, digests: new Map<string, string>(), stored: new Set<string>() };
  return { session, project: project.id, version: version.id, ...nothing };
}

/** Every client writes, one thing after the other, until the server is ended; resolves to how many were cut off. */
async function workUntilEnded(
  product: Product,
  clients: readonly Client[],
  { withoutKill, earlyAnswers }: Killing,
  endNow: Installation['end'],
): Promise<number> {
  const [ending, ended, inDoubt] = [new AbortController(), new AbortController(), new AbortController()];
  let cutOff = 0;
  const untilEnded = async (step: () => Promise<void>) => {
    while (!ended.signal.aborted) {
      try {
        await step();
      } catch (error) {
        if (!ending.signal.aborted) throw error;
        if (isCutOff(error)) cutOff += 1;
        return;
      }
    }
  };
  const work = clients.flatMap((client) => [
    untilEnded(() => addMilestone(client, earlyAnswers, inDoubt.signal)),
    untilEnded(() => addFile(client, inDoubt.signal)),
  ]);
  const end = (async () => {
    await pause(Math.random() * LONGEST_WORK);
    ending.abort();
    if (!withoutKill) await endNow(product, () => inDoubt.abort());
    ended.abort();
  })();
  await Promise.all([end, ...work]);
  if (withoutKill) await product.stop();
  return cutOff;
}

/**
 * True for a broken connection, or a refusal by a server without its disk; a later request gets no
 * connection.
 */
function isCutOff(error: unknown): boolean {
  const { cause, message } = error as { cause?: { code?: unknown }; message: string };
  return (
    cause?.code === 'ECONNRESET' || cause?.code === 'UND_ERR_SOCKET' || / 5\d\d instead of /.test(message)
  );
}

async function addMilestone(client: Client, earlyAnswers: boolean, inDoubt: AbortSignal): Promise<void> {
  const number = client.asked + 1;
  const payload = { project: client.project, name: `Step ${number}`, description: '', completed: false };
  client.asked = number;
  if (earlyAnswers) client.answered = number;
  await client.session.expectCall(201, 'POST', '/api/milestones/', payload);
  if (!inDoubt.aborted) client.answered = number;
}

async function addFile(client: Client, inDoubt: AbortSignal): Promise<void> {
  const name = `${randomBytes(6).toString('hex')}.bin`;
  const bytes = randomBytes(1 + Math.floor(Math.random() * 300_000));
  client.digests.set(name, digestOf(bytes));
  const form = new FormData();
  form.set('version', String(client.version));
  form.set('file', new Blob([bytes]), name);
  await client.session.expectCall(201, 'POST', '/api/files/', form);
  if (!inDoubt.aborted) client.stored.add(name);
}

/** Throws where something that was answered is missing, altered or out of order; resolves to how much was compared. */
async function compare(client: Client, where: string): Promise<number> {
  const { session, project, version } = client;
  const milestones: string[] = [];
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const path = `/api/milestones/?project=${project}&page=${page}`;
    const { results, next } = await session.expectCall<{ results: Milestone[]; next: string | null }>(
      200,
      'GET',
      path,
    );
    milestones.push(...results.map(({ name }) => name));
    hasMore = next !== null;
  }
  const isPrefix = milestones.every((name, at) => name === `Step ${at + 1}`);
  if (!isPrefix || milestones.length < client.answered || milestones.length > client.asked)
    throw new Error(
      `${where}: of ${client.answered} answered milestones there are ${milestones.length}: ${milestones.join(', ')}`,
    );
  // A milestone that exists although its answer was cut off was written; the next one follows it.
  client.asked = milestones.length;
  client.answered = milestones.length;
  const files = await listFiles(session, version);
  const names = new Set(files.map(({ name }) => name));
  const lost = [...client.stored].filter((name) => !names.has(name));
  if (lost.length > 0) throw new Error(`${where}: lost ${lost.join(', ')}`);
  for (const file of files) {
    // A file compared after an earlier kill is not read again.
    const digest = client.digests.get(file.name);
    if (digest === 'compared') continue;
    const bytes = await session.expectCall<Buffer>(200, 'GET', `${file.file}?download=1`);
    if (digestOf(bytes) !== digest) throw new Error(`${where}: ${file.name} is not what was sent`);
    client.digests.set(file.name, 'compared');
    client.stored.add(file.name);
  }
  return client.answered + client.stored.size;
}

async function listFiles(session: ApiSession, version: number): Promise<ProjectFile[]> {
  const files: ProjectFile[] = [];
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const path = `/api/files/?version=${version}&page=${page}`;
    const answer = await session.expectCall<{ results: ProjectFile[]; next: string | null }>(
      200,
      'GET',
      path,
    );
    files.push(...answer.results);
    hasMore = answer.next !== null;
  }
  return files;
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
