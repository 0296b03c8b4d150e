import { sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import type { EventKind } from '../../database/tables/events.ts';
import { storedBytesOf } from '../storage/access.ts';

export function countProjects(db: Database, ownerId: number) {
  return db
    .selectFrom('projects')
    .select(({ fn }) => ['status', 'progress', fn.countAll<number>().as('count')])
    .where('owner_id', '=', ownerId)
    .groupBy(['status', 'progress'])
    .execute();
}

/** Bytes of files and of pictures in texts, and the number of files, by project; the largest first. */
export async function listProjectStorage(db: Database, ownerId: number, limit: number) {
  const filesIn = sql`from versions join files on files.version_id = versions.id where versions.project_id = projects.id`;
  const rows = await db
    .selectFrom('projects')
    .select([
      'projects.id',
      'projects.name',
      sql<number>`(select coalesce(sum(files.size_bytes), 0) ${filesIn})
        + (select coalesce(sum(size_bytes), 0) from pictures where pictures.project_id = projects.id)`.as(
        'bytes',
      ),
      sql<number>`(select count(*) ${filesIn})`.as('files'),
    ])
    .where('projects.owner_id', '=', ownerId)
    .orderBy('bytes', 'desc')
    .orderBy('projects.id')
    .limit(limit)
    .execute();
  return rows.filter(({ bytes, files }) => bytes > 0 || files > 0);
}

export async function sumBytesSince(db: Database, ownerId: number, since: string): Promise<number> {
  const sums = await Promise.all(
    (['files', 'pictures'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.sum<number | null>('size_bytes').as('bytes'))
        .where('owner_id', '=', ownerId)
        .where('created_at', '>=', since)
        .executeTakeFirstOrThrow(),
    ),
  );
  return sums.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
}

export async function getStoredBytes(db: Database, ownerId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('users')
    .select(storedBytesOf(sql.ref('users.id')).as('bytes'))
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return bytes;
}

export type EventHourRow = { hour: string; kind: EventKind; amount: number };

/** Sums of what this installation saw by hour in UTC, as in 2026-11-20T14, from one on. */
export function listEventHours(db: Database, ownerId: number, first: string): Promise<EventHourRow[]> {
  return db
    .selectFrom('event_hours')
    .select(['hour', 'kind', sql<number>`amount - brought`.as('amount')])
    .where('owner_id', '=', ownerId)
    .where('hour', '>=', first)
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
