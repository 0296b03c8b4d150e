import { sql } from 'kysely';
import { type Database, isPostgres } from './connect.ts';

/*
 * Transactions lock rows in one order, so that no two ever wait for each other: an email address that may have no row,
 * an identity that may have none, the user (an owner before its customer), the project, then its parts: version,
 * file, upload. Every update and delete is a lock on its row too, and an insert is a weak one on each row it references.
 * Triggers lock the sums of a project's files after all of these (decision 0190).
 * A test holds all transactions to the order.
 *
 * The locks here are those of an update that changes no key: they exclude each other, but not another
 * transaction's row that merely references the locked one. SQLite's transactions are exclusive from their first statement.
 */

/**
 * Locks a user's row until the transaction ends, so that what counts against the user's limits cannot change between
 * check and write.
 */
export async function lockUser(db: Database, userId: number): Promise<void> {
  if (!isPostgres(db)) return;
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
}

/** Locks a project's row until the transaction ends, so that numbers and counts inside the project cannot change. */
export async function lockProject(db: Database, projectId: number): Promise<void> {
  if (!isPostgres(db)) return;
  await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Locks the project that a milestone, version or file is in. Read what you need after it: rows may have been deleted
 * while the lock was awaited.
 */
export async function lockProjectOf(
  db: Database,
  table: 'milestones' | 'versions' | 'files',
  id: number,
): Promise<void> {
  if (!isPostgres(db)) return;
  await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', (e) =>
      table === 'files'
        ? e
            .selectFrom('files')
            .innerJoin('versions', 'versions.id', 'files.version_id')
            .select('versions.project_id')
            .where('files.id', '=', id)
        : e.selectFrom(table).select('project_id').where('id', '=', id),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks an address, which may have no row yet, so that one transaction at a time on all instances decides about it. */
export async function lockEmail(db: Database, email: string): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email:${email}`}, 0))`.execute(db);
}

/** Locks an identity, which may have no row yet, so that one transaction at a time decides about it. */
export async function lockIdentity(db: Database, uid: string): Promise<void> {
  if (!isPostgres(db)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity:${uid}`}, 0))`.execute(db);
}

/** Locks the drills of backups, so that of servers which start together one enqueues the first. */
export async function lockDrills(db: Database): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtextextended('drills', 0))`.execute(db);
}

/** Names the locks of events for programs among advisory locks by two numbers. */
const PROGRAM_EVENTS = 1;

/**
 * Locks the events for programs of these owners, of which one transaction at a time writes any: ids then rise in the order
 * of the commits. It comes after all locks of rows.
 */
export async function lockProgramEvents(db: Database, ownerIds: readonly number[]): Promise<void> {
  if (!isPostgres(db)) return;
  const inOrder = sql.join(ownerIds.toSorted((a, b) => a - b).map((id) => sql`(${sql.lit(id)})`));
  await sql`select pg_advisory_xact_lock(${sql.lit(PROGRAM_EVENTS)}, owner.id) from (values ${inOrder}) as owner (id)`.execute(
    db,
  );
}

type Things = 'users' | 'projects' | 'versions' | 'files' | 'links';

/** Which of these ids still exist; their rows cannot be deleted until the transaction ends. */
export async function lockExisting(db: Database, table: Things, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isPostgres(db), (query) => query.forKeyShare())
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Like lockProject, for several projects; which of them still exist. */
export async function lockProjects(db: Database, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate())
    .execute();
  return new Set(rows.map(({ id }) => id));
}
