import type { Database } from '../../database/connect.ts';
import type { EventKind } from '../../database/schema.ts';

/** How many projects have each status and progress. */
export function countProjects(db: Database, ownerId: number) {
  return db
    .selectFrom('projects')
    .select(({ fn }) => ['status', 'progress', fn.countAll<number>().as('count')])
    .where('owner_id', '=', ownerId)
    .groupBy(['status', 'progress'])
    .execute();
}

/** Bytes and number of files by project, the largest first. */
export function listProjectStorage(db: Database, ownerId: number, limit: number) {
  return db
    .selectFrom('projects')
    .innerJoin('versions', 'versions.project_id', 'projects.id')
    .innerJoin('files', 'files.version_id', 'versions.id')
    .select(({ fn }) => [
      'projects.id',
      'projects.name',
      fn.sum<number>('files.size_bytes').as('bytes'),
      fn.countAll<number>().as('files'),
    ])
    .where('projects.owner_id', '=', ownerId)
    .groupBy(['projects.id', 'projects.name'])
    .orderBy('bytes', 'desc')
    .orderBy('projects.id')
    .limit(limit)
    .execute();
}

/** Bytes of a freelancer's files that came since a time. */
export async function sumBytesSince(db: Database, ownerId: number, since: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('files')
    .select(({ fn }) => fn.sum<number | null>('size_bytes').as('bytes'))
    .where('owner_id', '=', ownerId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

export type EventDayRow = { day: string; kind: EventKind; amount: number };

/** The sums of the days from `firstDay` on. */
export function listEventDays(db: Database, ownerId: number, firstDay: string): Promise<EventDayRow[]> {
  return db
    .selectFrom('event_days')
    .select(['day', 'kind', 'amount'])
    .where('owner_id', '=', ownerId)
    .where('day', '>=', firstDay)
    .execute();
}

export async function getExtraStorage(db: Database, userId: number): Promise<number> {
  const { extra_storage_gb } = await db
    .selectFrom('users')
    .select('extra_storage_gb')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return extra_storage_gb;
}
