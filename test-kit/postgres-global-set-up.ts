import { startPostgres } from './postgres-cluster.ts';

/** Starts one cluster for the run; the server's test app makes a database of its own for each test file. */
export async function setup(): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  process.env['VITRIN_TEST_POSTGRES_URL'] = cluster.url;
  return () => cluster.stop();
}
