import { sql } from 'kysely';
import { type Database, isPostgres } from './connect.ts';

/**
 * Locks a user's row for the rest of the transaction, so that what is counted against the user's limits cannot
 * change between the check and the write. SQLite's transactions are exclusive from their first statement.
 */
export async function lockUser(trx: Database, userId: number): Promise<void> {
  if (!isPostgres(trx)) return;
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
}

/** Locks a project's row, the same for what is numbered or counted inside a project. */
export async function lockProject(trx: Database, projectId: number): Promise<void> {
  if (!isPostgres(trx)) return;
  await trx.selectFrom('projects').select('id').where('id', '=', projectId).forUpdate().executeTakeFirst();
}

/** The same, found through a milestone or version. Lock first, then look: what was read before may have gone. */
export async function lockProjectOf(
  trx: Database,
  table: 'milestones' | 'versions',
  id: number,
): Promise<void> {
  if (!isPostgres(trx)) return;
  await trx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', (e) => e.selectFrom(table).select('project_id').where('id', '=', id))
    .forUpdate()
    .executeTakeFirst();
}

/** Lets one transaction at a time decide about an address that may have no row yet, on all instances together. */
export async function lockEmail(trx: Database, email: string): Promise<void> {
  if (!isPostgres(trx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email:${email}`}, 0))`.execute(trx);
}
