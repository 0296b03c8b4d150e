import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Database } from '../database/connect.ts';
import type { TestApp } from './test-app.ts';

/** Refusals may change counters, by which attempts are limited. */
const COUNTERS = new Set(['rate_limits']);

/** Refusals may also be recorded for the owner of the account. */
const REFUSALS = new Set([
  'record-refused-login',
  'login_refused',
  'login_locked_out',
  'password_change_refused',
  'address_change_refused',
  'identity_connect_refused',
  'identity_disconnect_refused',
  'erasure_refused',
]);

const tablesOf = new WeakMap<Database, Promise<string[]>>();

/** Every row and every object of the installation, to be compared later. */
export async function tracesOf({ db, config }: TestApp): Promise<Record<string, string[]>> {
  const traces: Record<string, string[]> = { store: filesUnder(config.dataDir) };
  const tables = tablesOf.get(db) ?? namesOf(db);
  tablesOf.set(db, tables);
  for (const name of await tables) {
    const rows = await db
      .selectFrom(name as 'users')
      .selectAll()
      .execute();
    const others = rows.filter((row) => !('kind' in row && REFUSALS.has(String(row.kind))));
    traces[name] = others.map((row) => JSON.stringify(row)).toSorted();
  }
  return traces;
}

async function namesOf(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables.map(({ name }) => name).filter((name) => !COUNTERS.has(name));
}

/** Deletes all people and their data, so that the next comparison is as quick as the first. */
export async function removeEverybody({ db, config }: TestApp): Promise<void> {
  await db.deleteFrom('jobs').execute();
  await db.deleteFrom('projects').execute();
  await db.deleteFrom('users').where('owner_id', 'is not', null).execute();
  await db.deleteFrom('users').execute();
  for (const name of filesUnder(config.dataDir)) {
    const [path = ''] = name.split(':');
    if (path.startsWith('files')) rmSync(join(config.dataDir, path));
  }
}

/** Paths of the files, with sizes in bytes. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => `${relative(folder, path)}:${statSync(path).size}`);
}
