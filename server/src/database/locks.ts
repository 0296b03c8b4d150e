import { sql } from 'kysely';
import { type Database, isPostgres } from './connect.ts';

/*
 * Transactions lock rows in one order, so that no two wait for each other; a test holds them to it: email, identity,
 * user (an owner before its customer), project, its parts (version, file, upload), sums of files (decision 0190).
 * An update or delete locks its row, an insert weakly each row that it references. SQLite's transactions exclude
 * each other.
 */

/** Locks a user's row until the transaction ends, so that counts against the user's limits stay true. */
export async function lockUser(db: Database, userId: number): Promise<void> {
  if (!isPostgres(db)) return;
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
}

/** Locks a project's row until the transaction ends, so that numbers and counts inside it stay true. */
export async function lockProject(db: Database, projectId: number): Promise<void> {
  if (!isPostgres(db)) return;
  await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks the project that contains a milestone, version or file. Read rows after it: they may be gone by then. */
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

const PROGRAM_EVENTS = 1;

/** Serialises events for programs per owner, so that ids rise in commit order. Comes after all row locks. */
export async function lockProgramEvents(db: Database, ownerIds: readonly number[]): Promise<void> {
  if (!isPostgres(db)) return;
  const inOrder = sql.join(ownerIds.toSorted((a, b) => a - b).map((id) => sql`(${sql.lit(id)})`));
  await sql`select pg_advisory_xact_lock(${sql.lit(PROGRAM_EVENTS)}, owner.id) from (values ${inOrder}) as owner (id)`.execute(
    db,
  );
}

type Things = 'users' | 'projects' | 'versions' | 'files' | 'links';

/** Returns those of these ids that exist; their rows cannot be deleted until the transaction ends. */
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

/** Like lockProject, for several projects; returns those that exist. */
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
