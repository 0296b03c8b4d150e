import type { ImportOrigin } from '@vitrin/shared/contract/figures/looks.ts';
import type { Database } from '../../database/connect.ts';
import { shownName } from '../users/row.ts';

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

export function toImportOrigin({
  brought_at: at,
  origin_freelancer: freelancer,
  installation,
}: OriginRow): ImportOrigin | null {
  return at === null ? null : { at, freelancer, installation };
}

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

export function listLookKeys(db: Database, ownerId: number, limit: number) {
  return db
    .selectFrom('events')
    .select(['id', 'kind', 'user_id', 'project_id', 'version_id', 'file_id', 'origin_id', 'created_at as at'])
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export type LookKey = Awaited<ReturnType<typeof listLookKeys>>[number];

/** Counts the different files of a version with which a person did the same after `since` and until this look. */
export async function countFilesOf(
  db: Database,
  { kind, user_id, version_id, origin_id, at }: LookKey,
  since: string,
): Promise<number> {
  const { files } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.count<number>('file_id').distinct().as('files'))
    .where('version_id', '=', version_id)
    .where('created_at', '>', since)
    .where('created_at', '<=', at)
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('origin_id', origin_id === null ? 'is' : '=', origin_id)
    .executeTakeFirstOrThrow();
  return files;
}

export function listLooks(db: Database, ids: number[]) {
  return db
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.user_id')
    .innerJoin('projects', 'projects.id', 'events.project_id')
    .leftJoin('versions', 'versions.id', 'events.version_id')
    .leftJoin('files', 'files.id', 'events.file_id')
    .leftJoin('links', 'links.id', 'events.link_id')
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
      'events.link_id',
      'links.title as link_title',
      ...ORIGIN,
    ])
    .where('events.id', 'in', ids)
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id', 'desc')
    .execute();
}

/** Returns the link of a look; null for a look at another thing or from an imported archive. */
export function toNamedLink({ link_id: id, link_title: title }: LookRow) {
  return id === null || title === null ? null : { id, title };
}

export type LookRow = Awaited<ReturnType<typeof listLooks>>[number];
