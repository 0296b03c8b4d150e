import type { ProgramEventType } from '@vitrin/shared/contract/program-events.ts';
import type { Insertable } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { givesRow } from '../../database/row-counts.ts';
import type { ProgramEventsTable } from '../../database/tables/programs.ts';
import { shownName } from '../users/row.ts';

export async function namesOf(
  db: Database,
  table: 'projects' | 'milestones',
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function versionNumbersOf(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('versions')
    .select(['id', 'version_number'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, version_number }) => [id, version_number]));
}

export async function clientNamesOf(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', shownName('users').as('name')])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type NewProgramEvent = Omit<Insertable<ProgramEventsTable>, 'id'>;

export function insertProgramEvents(db: Database, rows: NewProgramEvent[]) {
  return db.insertInto('program_events').values(rows).returning(['id', 'type', 'owner_id']).execute();
}

/** True where an event of this type was written of a version at this time or later. */
export function isVersionAnnounced(
  db: Database,
  { version_id, type, since }: { version_id: number; type: ProgramEventType; since: string },
): Promise<boolean> {
  return givesRow(
    db
      .selectFrom('program_events')
      .select('id')
      .where('version_id', '=', version_id)
      .where('type', '=', type)
      .where('created_at', '>=', since)
      .limit(1),
  );
}

/** Lists an owner's events after an id, the oldest first, of one project if given. */
export function listProgramEvents(
  db: Database,
  {
    ownerId,
    projectId,
    after,
    limit,
  }: { ownerId: number; projectId: number | null; after: number; limit: number },
) {
  return db
    .selectFrom('program_events')
    .select(['id', 'type', 'data', 'created_at'])
    .where('owner_id', '=', ownerId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Deletes some of the events before a time; resolves to their number. */
export async function deleteSomeProgramEvents(db: Database, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('program_events')
    .where('id', 'in', (e) =>
      e.selectFrom('program_events').select('id').where('created_at', '<', before).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
