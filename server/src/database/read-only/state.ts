import { type Database, isPostgres } from '../connect.ts';
import type { InstallationTable } from '../tables/installation.ts';
import { sql } from 'kysely';

export type InstallationState = Omit<InstallationTable, 'id'>;

export async function readInstallation(db: Database): Promise<InstallationState | undefined> {
  return db
    .selectFrom('installation')
    .select(['state', 'since', 'move', 'moved_to', 'files_in'])
    .where('id', '=', 1)
    .executeTakeFirst();
}

/** Like readInstallation, for a database that may be older than this release. */
export async function readInstallationIfAny(db: Database): Promise<InstallationState | undefined> {
  const found = isPostgres(db)
    ? sql<{ found: unknown }>`select to_regclass('installation') as found`
    : sql<{ found: unknown }>`select name as found from sqlite_master where name = 'installation'`;
  const { rows } = await found.execute(db);
  return rows[0]?.found ? readInstallation(db) : undefined;
}

export async function saveInstallation(db: Database, state: InstallationState): Promise<void> {
  await db
    .insertInto('installation')
    .values({ id: 1, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute();
}
