import { sql } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import { countRows } from '../../../database/row-counts.ts';
import type { EventKind } from '../../../database/tables/events.ts';
import { shownName } from '../../users/row.ts';
import { ORIGIN } from '../look-queries.ts';

/** Downloads count by the bytes taken, so their beginnings are left out. */
const LOOKS = [
  'project_opened',
  'version_opened',
  'file_previewed',
  'link_opened',
] as const satisfies EventKind[];

export function listLookTimes(db: Database, projectId: number, limit: number) {
  return db
    .selectFrom('events')
    .select(['id', 'created_at as at'])
    .where('project_id', '=', projectId)
    .where('kind', 'in', LOOKS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

const FETCHED = [
  'user_id',
  'file_id',
  'version_id',
  'device',
  'size_bytes',
  'covered_bytes',
  'last_at',
  'completed_at',
  'handed_at',
] as const;

type SubjectColumn = 'project_id' | 'version_id' | 'file_id';

/** Bytes that each customer fetched of a version, or of a file, by kind of device; imported ones stand apart. */
export function listFetched(db: Database, of: SubjectColumn, id: number) {
  const own = db
    .selectFrom('deliveries')
    .select([...FETCHED, sql<number | null>`cast(null as integer)`.as('origin_id')])
    .where(of, '=', id);
  const imported = db
    .selectFrom('brought_deliveries')
    .select([...FETCHED, 'origin_id'])
    .where(of, '=', id);
  return db
    .selectFrom(own.unionAll(imported).as('fetched'))
    .innerJoin('users', 'users.id', 'fetched.user_id')
    .leftJoin('origins', 'origins.id', 'fetched.origin_id')
    .select(({ fn }) => [
      shownName('users').as('username'),
      'fetched.user_id',
      'fetched.version_id',
      'fetched.device',
      fn.countAll<number>().as('files'),
      fn.count<number>('fetched.completed_at').as('complete'),
      sql<number>`count(case when fetched.completed_at is null then fetched.handed_at end)`.as('handed'),
      fn.sum<number>('fetched.covered_bytes').as('covered'),
      fn.sum<number>('fetched.size_bytes').as('size'),
      fn.max('fetched.completed_at').as('completed_at'),
      fn.max('fetched.last_at').as('last_at'),
      fn.min('fetched.file_id').as('file_id'),
      ...ORIGIN,
    ])
    .groupBy([
      'users.username',
      'users.display_name',
      'fetched.user_id',
      'fetched.version_id',
      'fetched.device',
      'origins.id',
      'origins.brought_at',
      'origins.freelancer',
      'origins.installation',
    ])
    .execute();
}

export type FetchedRow = Awaited<ReturnType<typeof listFetched>>[number];

export function listPlayed(
  db: Database,
  of: 'plays.project_id' | 'plays.version_id' | 'plays.file_id',
  id: number,
  limit: number,
) {
  return db
    .selectFrom('plays')
    .innerJoin('users', 'users.id', 'plays.user_id')
    .leftJoin('origins', 'origins.id', 'plays.origin_id')
    .select([
      ...ORIGIN,
      shownName('users').as('username'),
      'plays.version_id',
      'plays.file_id',
      'plays.device',
      'plays.percent',
      'plays.last_at',
    ])
    .where(of, '=', id)
    .orderBy('plays.last_at', 'desc')
    .orderBy('plays.file_id')
    .limit(limit)
    .execute();
}

export type PlayedRow = Awaited<ReturnType<typeof listPlayed>>[number];

export function listVersionsWithCounts(db: Database, ids: number[]) {
  return db
    .selectFrom('versions')
    .select([
      'id',
      'version_number',
      sql<number>`(select count(*) from files where files.version_id = versions.id)`.as('file_count'),
    ])
    .where('id', 'in', ids)
    .execute();
}

export function listFileNames(db: Database, ids: number[]) {
  return db.selectFrom('files').select(['id', 'name']).where('id', 'in', ids).execute();
}

/** Lists the customers who looked at a thing, each with the last time; imported looks are listed apart. */
export function listSeenBy(
  db: Database,
  of: 'version_id' | 'file_id' | 'link_id',
  id: number,
  limit: number,
) {
  return db
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.user_id')
    .leftJoin('origins', 'origins.id', 'events.origin_id')
    .select(({ fn }) => [shownName('users').as('username'), fn.max('events.created_at').as('at'), ...ORIGIN])
    .where(`events.${of}`, '=', id)
    .where('events.kind', 'in', LOOKS)
    .groupBy([
      'users.id',
      'users.username',
      'users.display_name',
      'origins.id',
      'origins.brought_at',
      'origins.freelancer',
      'origins.installation',
    ])
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
}

function unopenedFiles(db: Database, versionId: number) {
  return db
    .selectFrom('files')
    .where('files.version_id', '=', versionId)
    .where((e) => {
      const ofFile = (table: 'events' | 'deliveries' | 'brought_deliveries') =>
        e.exists(e.selectFrom(table).select('id').whereRef(`${table}.file_id`, '=', 'files.id'));
      return e.not(e.or([ofFile('events'), ofFile('deliveries'), ofFile('brought_deliveries')]));
    });
}

/** Counts the files of a version that no customer has looked at or fetched anything of. */
export function countUnopened(db: Database, versionId: number): Promise<number> {
  return countRows(unopenedFiles(db, versionId));
}

export function listUnopened(db: Database, versionId: number, limit: number) {
  return unopenedFiles(db, versionId)
    .select(['files.id', 'files.name'])
    .orderBy('files.position')
    .orderBy('files.created_at')
    .orderBy('files.id')
    .limit(limit)
    .execute();
}
