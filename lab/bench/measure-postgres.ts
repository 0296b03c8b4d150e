import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { PostgresMissingError, startPostgres } from '../../test-kit/postgres-cluster.ts';
import { startProduct } from '../../test-kit/product.ts';
import { ROUND_MS, compare, isWanted } from './compare.ts';
import { httpRequest } from './load.ts';
import { POSTGRES_GROWTH, measureGrowthOnPostgres } from './measure-growth.ts';
import { ENV, headersOf, milestoneRequests, portOf } from './requests.ts';
import { UNLIMITED_PLAN, seedEmptyProjects, seedProjects } from './seed.ts';

const LIST = 'PostgreSQL: page of 10 projects, 32 connections';
const DETAIL = 'PostgreSQL: project detail, 32 connections';
const WRITE = 'PostgreSQL: create a milestone, durable, 1 connection';

/** Lists, details and writes on PostgreSQL with its normal guarantees, beside the figures of SQLite. */
export async function measurePostgres(folder: string) {
  if (!isWanted(LIST, DETAIL, WRITE, ...POSTGRES_GROWTH)) return;
  const cluster = await startPostgres({ durable: true }).catch((error: unknown) => {
    if (!(error instanceof PostgresMissingError)) throw error;
    console.error(error.message);
  });
  if (!cluster) return;
  const env = { ...ENV, DATABASE_URL: cluster.url, SECRET_KEY: 'a secret only for this benchmark' };
  const product = await startProduct({ dataDir: path.join(folder, 'postgres'), env });
  const session = await registerFreelancer(product, 'bench');
  const client = new pg.Client(cluster.url);
  await client.connect();
  await client.query(UNLIMITED_PLAN);
  // The server reads plans anew at most every 5 seconds.
  await pause(6000);
  const empty = await seedEmptyProjects(session);
  const { projectId } = await seedProjects(session);
  await client.query('analyze');
  await client.end();
  const get = (address: string) => {
    const request = httpRequest('GET', address, headersOf(session));
    return () => request;
  };
  for (const [what, connections, request] of [
    [LIST, 32, get('/api/projects/')],
    [DETAIL, 32, get(`/api/projects/${projectId}/`)],
    [WRITE, 1, milestoneRequests(session, empty)],
  ] as const)
    await compare(what, 'perSecond', { connections, durationMs: ROUND_MS }, 'reported', [
      { name: 'Vitrin', port: portOf(product), request },
    ]);
  await product.stop();
  await measureGrowthOnPostgres(folder, cluster.url, env, session, projectId);
  await cluster.stop();
}
