import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pooler, startPooler } from '../../../../test-kit/services/pooler.ts';
import { startProduct } from '../../../../test-kit/product.ts';
import { prepareDelivery } from '../../../../test-kit/delivery.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/database/fresh-database.ts';
import { lookAtPostgres } from './look-at-postgres.ts';

const SECRET_KEY = 'p'.repeat(64);

let database: FreshDatabase;
let url: string;
let pooler: Pooler;
beforeAll(async () => {
  database = await freshDatabase();
  url = database.databaseUrl ?? '';
  pooler = await startPooler(url);
});
afterAll(async () => {
  await pooler.stop();
  await database.db.destroy();
  await database.dropDatabase();
});

async function setForAll(setting: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`alter database ${new URL(url).pathname.slice(1)} set ${setting}`);
  await client.end();
}

test('a direct connection does not count as a pooler, and pgbouncer in transaction mode does', async () => {
  expect(await lookAtPostgres(url)).toEqual({ isPooled: false });
  await setForAll(`timezone to 'UTC'`);
  expect(await lookAtPostgres(pooler.url)).toEqual({ isPooled: true });
});

test('everything works through pgbouncer in transaction mode, and the start names what does not', async () => {
  await setForAll(`timezone to 'UTC'`);
  const product = await startProduct({ env: { DATABASE_URL: pooler.url, SECRET_KEY } });
  try {
    expect(product.log()).toContain('DATABASE_URL leads through a pooler in transaction mode');
    const { freelancer, customer, project } = await prepareDelivery(product, 'pooled');
    const add = (name: string) =>
      freelancer.expectCall<{ id: number }>(201, 'POST', '/api/milestones/', { project, name });
    // At once, so that the pooler alternates between connections.
    await Promise.all(Array.from({ length: 40 }, (_, at) => add(`Step ${at}`)));
    const lists = await Promise.all(
      Array.from({ length: 40 }, () =>
        customer.expectCall<{ results: unknown[] }>(200, 'GET', `/api/milestones/?project=${project}`),
      ),
    );
    expect(new Set(lists.map(({ results }) => results.length))).toEqual(new Set([40]));
    expect(product.log()).not.toContain('"level":50');
  } finally {
    await product.remove();
  }
}, 120_000);

test('a pooler that leaves another time zone stops the start with a sentence', async () => {
  await setForAll(`timezone to 'Europe/Istanbul'`);
  await pooler.stop();
  pooler = await startPooler(url);
  await expect(lookAtPostgres(pooler.url)).rejects.toThrow('leaves the time zone at Europe/Istanbul');
  await expect(startProduct({ env: { DATABASE_URL: pooler.url, SECRET_KEY } })).rejects.toThrow(
    /Vitrin cannot start: DATABASE_URL leads through a pooler that leaves the time zone at Europe\/Istanbul: /,
  );
}, 120_000);

test('a read-only database stops the start with a sentence', async () => {
  await setForAll('default_transaction_read_only to on');
  await expect(lookAtPostgres(url)).rejects.toThrow('leads to a database that takes no writes');
  await expect(startProduct({ env: { DATABASE_URL: url, SECRET_KEY } })).rejects.toThrow(
    /Vitrin cannot start: DATABASE_URL leads to a database that takes no writes, such as a read replica: name the primary\./,
  );
}, 120_000);
