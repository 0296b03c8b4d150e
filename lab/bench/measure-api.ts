import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import { PASSWORD } from '../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import type { Product } from '../../test-kit/product.ts';
import { startLimitServer } from './child-server.ts';
import { type Contender, ROUNDS, ROUND_MS, compare, isWanted, perSecond, ratio, report } from './compare.ts';
import { httpRequest, measure, median } from './load.ts';
import { headersOf, milestoneRequests, portOf } from './requests.ts';

/** List, detail and a durable write. F answers the same bytes, T does the same work on a copy of the database. */
export async function measureApi(
  folder: string,
  product: Product,
  session: ApiSession,
  { projectId, empty }: { projectId: number; empty: readonly number[] },
  copy: string,
) {
  const listFile = path.join(folder, 'list.json');
  const detailFile = path.join(folder, 'detail.json');
  const detailPath = `/api/projects/${projectId}/`;
  writeFileSync(listFile, JSON.stringify(await session.expectCall(200, 'GET', '/api/projects/')));
  writeFileSync(detailFile, JSON.stringify(await session.expectCall(200, 'GET', detailPath)));
  const bare = await startLimitServer('bare-fastify', [listFile, detailFile]);
  const minimal = await startLimitServer('minimal', [copy]);
  const at = (name: string, { port, pid }: { port: number; pid: number }, request: Buffer): Contender => ({
    name,
    port,
    pid,
    request: () => request,
  });
  const vitrin = { port: portOf(product), pid: product.pid };

  const { headers } = await session.call('GET', '/api/projects/');
  const conditional = [`if-none-match: ${headers.get('etag') ?? ''}`];
  for (const [what, address, note, more] of [
    ['page of 10 projects, 32 connections', '/api/projects/', 'must >= 0.9 T, aim >= 1.2 T', []],
    [
      'page of 10 projects that is known, 32 connections',
      '/api/projects/',
      'must >= 0.4 F, aim >= 0.6 F',
      conditional,
    ],
    ['project detail, 32 connections', detailPath, 'must >= 0.75 T, aim >= 1.0 T', []],
  ] as const) {
    const request = httpRequest('GET', address, [...headersOf(session), ...more]);
    await compare(what, 'perSecond', { connections: 32, durationMs: ROUND_MS }, note, [
      at('Vitrin', vitrin, request),
      at('T', minimal, request),
      at('F', bare, request),
    ]);
  }
  // Many connections create twice as many in the same time.
  const third = empty.length / 3;
  for (const [what, connections, projects] of [
    ['create a milestone, durable, 1 connection', 1, empty.slice(0, third)],
    ['create a milestone, durable, 32 connections', 32, empty.slice(third)],
  ] as const)
    await compare(what, 'perSecond', { connections, durationMs: ROUND_MS }, 'must >= 0.8 T, aim >= 1.0 T', [
      { name: 'Vitrin', ...vitrin, request: milestoneRequests(session, projects) },
      { name: 'T', ...minimal, request: milestoneRequests(session, projects) },
    ]);
  await bare.stop();
  await minimal.stop();
}

/** The password hash is slow on purpose, so its bare rate is the limit. */
export async function measureLogin(product: Product) {
  const what = 'log in, 4 connections';
  if (!isWanted(what)) return;
  const guest = openApiSession(product.url);
  await guest.expectCall(200, 'GET', '/_allauth/browser/v1/config');
  const body = Buffer.from(JSON.stringify({ username: 'bench', password: PASSWORD }));
  const headers = [...headersOf(guest), 'content-type: application/json'];
  const request = httpRequest('POST', '/_allauth/browser/v1/auth/login', headers, body);
  const encoded = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const logins: number[] = [];
  const hashes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const load = { port: portOf(product), connections: 4, durationMs: ROUND_MS, request: () => request };
    logins.push((await measure(load)).perSecond);
    hashes.push(await hashesPerSecond(encoded));
  }
  const [own, limit] = [median(logins), median(hashes)];
  report({
    what,
    figures: { Vitrin: perSecond(own), 'argon2 alone': `${perSecond(limit)} (${ratio(own / limit)})` },
    note: '',
  });
}

async function hashesPerSecond(encoded: string): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  const one = async () => {
    while (performance.now() - startedAt < ROUND_MS) {
      await verify(encoded, PASSWORD);
      count += 1;
    }
  };
  await Promise.all([one(), one(), one(), one()]);
  return count / ((performance.now() - startedAt) / 1000);
}
