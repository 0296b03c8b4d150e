import type { Brought } from '@vitrin/shared/contract/looks.ts';
import type { Database } from '../../database/connect.ts';
import { shownName } from '../users/row.ts';

/** Columns of an origin that is joined to a fact; null for what this installation saw. */
export const ORIGIN = [
  'origins.brought_at',
  'origins.freelancer as origin_freelancer',
  'origins.installation',
] as const;

type OriginRow = {
  brought_at: string | null;
  origin_freelancer: string | null;
  installation: string | null;
};

/** Where a fact comes from, as an answer says it. */
export function toBrought({
  brought_at: at,
  origin_freelancer: freelancer,
  installation,
}: OriginRow): Brought | null {
  return at === null ? null : { at, freelancer, installation };
}

/** Ids of the newest looks at a freelancer's projects, newest first. */
export async function listLookIds(db: Database, ownerId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The looks of these ids with the names of what was looked at, newest first. */
export function listLooks(db: Database, ids: number[]) {
  return db
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.user_id')
    .innerJoin('projects', 'projects.id', 'events.project_id')
    .leftJoin('versions', 'versions.id', 'events.version_id')
    .leftJoin('files', 'files.id', 'events.file_id')
    .leftJoin('origins', 'origins.id', 'events.origin_id')
    .select([
      'events.id',
      'events.kind',
      'events.created_at as at',
      'events.user_id',
      shownName('users').as('username'),
      'events.project_id',
      'projects.name as project_name',
      'events.version_id',
      'versions.version_number',
      'events.file_id',
      'files.name as file_name',
      ...ORIGIN,
    ])
    .where('events.id', 'in', ids)
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id', 'desc')
    .execute();
}

export type LookRow = Awaited<ReturnType<typeof listLooks>>[number];
