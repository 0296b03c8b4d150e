import type { Database } from '../../database/connect.ts';
import { pageAfter } from '../../database/pages.ts';
import { defineStatement } from '../../database/statement.ts';

export function listVersions(db: Database, projectId: number) {
  return db
    .selectFrom('versions')
    .select(['id', 'version_number', 'created_at', 'ready_at'])
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function listPromised(db: Database, projectId: number) {
  return db
    .selectFrom('milestones')
    .select(['id', 'name', 'due_on'])
    .where('project_id', '=', projectId)
    .where('due_on', 'is not', null)
    .where('completed', '=', false)
    .orderBy('position')
    .execute();
}

/** Returns the last line about the promise of a milestone; undefined where it was never promised. */
export async function findPromiseLine(
  db: Database,
  projectId: number,
  milestoneId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('ledger_entries')
    .select('line')
    .where('project_id', '=', projectId)
    .where('line', 'like', '%"kind":"promise%')
    .where('line', 'like', `%"milestone_id":${milestoneId},"previous":%`)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.line;
}

export function findExpected(db: Database, projectId: number) {
  return db
    .selectFrom('projects')
    .select(['expected_on', 'expected_since'])
    .where('id', '=', projectId)
    .executeTakeFirst();
}

/** Makes the ledger wait with a version until its time comes. */
export async function insertWait(
  db: Database,
  wait: { version_id: number; project_id: number },
): Promise<void> {
  await db
    .insertInto('ledger_waits')
    .values(wait)
    .onConflict((conflict) => conflict.column('version_id').doNothing())
    .execute();
}

const waitOf = defineStatement({
  variants: {},
  build: (db, at: { versionId: number }) =>
    db.selectFrom('ledger_waits').select('version_id').where('version_id', '=', at.versionId),
});

export async function isWaiting(db: Database, versionId: number): Promise<boolean> {
  return (await waitOf.run(db, { versionId })).length > 0;
}

/** Lists the versions that wait though their time has come, in the order of their times. */
export function listCome(db: Database, projectId: number, now: string) {
  return comeVersions.run(db, { projectId, now });
}

const comeVersions = defineStatement({
  variants: {},
  build: (db, at: { projectId: number; now: string }) =>
    db
      .selectFrom('ledger_waits')
      .innerJoin('versions', 'versions.id', 'ledger_waits.version_id')
      .select(['versions.id', 'versions.version_number', 'versions.ready_at'])
      .where('ledger_waits.project_id', '=', at.projectId)
      .where('versions.ready_at', '<=', at.now)
      .orderBy('versions.ready_at')
      .orderBy('versions.id'),
});

export async function listProjectsThatCome(
  db: Database,
  projectIds: number[],
  now: string,
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('ledger_waits')
    .innerJoin('versions', 'versions.id', 'ledger_waits.version_id')
    .select('ledger_waits.project_id')
    .distinct()
    .where('ledger_waits.project_id', 'in', projectIds)
    .where('versions.ready_at', '<=', now)
    .execute();
  return new Set(rows.map(({ project_id }) => project_id));
}

export async function deleteWaits(db: Database, versionIds: number[]): Promise<void> {
  if (versionIds.length > 0)
    await db.deleteFrom('ledger_waits').where('version_id', 'in', versionIds).execute();
}

export function findVersion(db: Database, id: number) {
  return db
    .selectFrom('versions')
    .select(['id', 'version_number', 'project_id'])
    .select((e) =>
      e
        .selectFrom('files')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('files.version_id', '=', 'versions.id')
        .as('files'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
}

const FILE = ['id', 'version_id', 'name', 'size_bytes', 'sha256', 'created_at'] as const;

export function listFilesAfter(db: Database, versionId: number, after: number) {
  return db
    .selectFrom('files')
    .select(FILE)
    .where('version_id', '=', versionId)
    .$call(pageAfter('id', after))
    .execute();
}

const oneFile = defineStatement({
  variants: {},
  build: (db, at: { id: number }) => db.selectFrom('files').select(FILE).where('id', '=', at.id),
});

export async function findFile(db: Database, id: number) {
  const [file] = await oneFile.run(db, { id });
  return file;
}

export async function readLinks(db: Database, ids: number[]) {
  if (ids.length === 0) return new Map<number, { title: string; address: string }>();
  const rows = await db
    .selectFrom('links')
    .select(['id', 'title', 'address'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export function listFilesOf(db: Database, ids: number[]) {
  return db.selectFrom('files').select(FILE).where('id', 'in', ids).execute();
}
