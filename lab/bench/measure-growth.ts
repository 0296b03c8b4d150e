import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { ApiSession } from '../../test-kit/api-session.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { ROUND_MS, compare, isWanted, quick } from './compare.ts';
import { httpRequest } from './load.ts';
import { ENV, headersOf, portOf } from './requests.ts';
import { addOtherPeoplesProjects, databaseFile, otherPeoplesProjectsOnPostgres } from './seed.ts';

const SIZES = [4000, quick ? 40_000 : 400_000] as const;
const LIST = 'page of 10 projects, 1 connection, median latency';
const DETAIL = 'project detail, 1 connection, median latency';
const ON_POSTGRES = 'PostgreSQL: ';
export const POSTGRES_GROWTH = [ON_POSTGRES + LIST, ON_POSTGRES + DETAIL];
const ON_POSTGRES_MUST = 'the larger must be <= 1.2 x, aim <= 1.1 x';
const MUST = 'the larger must be <= 1.3 x, aim <= 1.1 x';

/** Compares calls beside 4,000 and beside 400,000 projects of others, which must not slow them down. */
export async function measureGrowth(folder: string, dataDir: string, session: ApiSession, projectId: number) {
  if (!isWanted(LIST, DETAIL)) return;
  const products: Product[] = [];
  for (const size of SIZES) {
    const copy = path.join(folder, `grown-${size}`);
    mkdirSync(copy);
    for (const file of [databaseFile(dataDir), path.join(dataDir, 'secret.key')])
      copyFileSync(file, path.join(copy, path.basename(file)));
    addOtherPeoplesProjects(copy, size);
    products.push(await startProduct({ dataDir: copy, env: ENV }));
  }
  await compareSizes('', MUST, products, session, projectId);
}

/** Measures growth on copies of a PostgreSQL database without open connections. */
export async function measureGrowthOnPostgres(
  folder: string,
  databaseUrl: string,
  env: Record<string, string>,
  session: ApiSession,
  projectId: number,
) {
  if (!isWanted(...POSTGRES_GROWTH)) return;
  const products: Product[] = [];
  for (const size of SIZES) {
    const url = withDatabase(databaseUrl, `grown_${size}`);
    await onPostgres(
      withDatabase(databaseUrl, 'template1'),
      `create database grown_${size} template postgres`,
    );
    await onPostgres(url, otherPeoplesProjectsOnPostgres(size));
    // Without this, dead entries stay in an index when they are few among many, and age would be measured instead of
    // size.
    await onPostgres(url, 'vacuum (analyze, index_cleanup on)');
    // Writes pending data to disk before anything is measured.
    await onPostgres(url, 'checkpoint');
    const dataDir = path.join(folder, `grown-postgres-${size}`);
    products.push(await startProduct({ dataDir, env: { ...env, DATABASE_URL: url } }));
  }
  await compareSizes(ON_POSTGRES, ON_POSTGRES_MUST, products, session, projectId);
}

async function compareSizes(
  prefix: string,
  note: string,
  products: Product[],
  session: ApiSession,
  projectId: number,
) {
  for (const [what, address] of [
    [LIST, '/api/projects/'],
    [DETAIL, `/api/projects/${projectId}/`],
  ] as const) {
    const contenders = products.map((product, index) => {
      const request = httpRequest('GET', address, headersOf(session, portOf(product)));
      return { name: `${SIZES[index]} projects`, port: portOf(product), request: () => request };
    });
    const load = { connections: 1, durationMs: ROUND_MS };
    await compare(prefix + what, 'medianMs', load, note, contenders);
  }
  await Promise.all(products.map((product) => product.stop()));
}

function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function onPostgres(url: string, statement: string) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
