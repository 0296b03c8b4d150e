import { sql } from 'kysely';
import { type Cover, MAX_COVERS } from '@vitrin/shared/contract/files.ts';
import type { Database } from '../../database/connect.ts';
import { jsonRows, parseJsonRows, timestampFromJson } from '../../database/json-rows.ts';
import type { LinkColumns } from '../links/row.ts';
import { toCover } from './row.ts';

const COVER_COLUMNS = [
  'files.id',
  'files.name',
  'files.media_type',
  'files.thumbnail_key',
  'files.thumbnail_medium_key',
  'files.thumbnail_large_key',
  'files.width',
  'files.height',
  'files.tint',
  'files.derived_round',
  'files.is_derived_away',
  'files.created_at',
] as const;

function filesOf(db: Database) {
  return db.selectFrom('files').where('files.version_id', '=', sql.ref<number>('versions.id'));
}

/** Selects sums of a version's files as columns of a statement on `versions`, each read from an index or by one row. */
export function fileSums(db: Database) {
  return [
    filesOf(db)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .as('file_count'),
    filesOf(db)
      .select(sql<number>`cast(coalesce(sum(files.size_bytes), 0) as bigint)`.as('bytes'))
      .as('size'),
    ...coversOf(db),
    jsonRows(db, sectionsOf(db)).as('sections'),
    jsonRows(db, linksOf(db)).as('links'),
  ] as const;
}

function sectionsOf(db: Database) {
  return db
    .selectFrom('sections')
    .select(['sections.id', 'sections.name'])
    .where('sections.version_id', '=', sql.ref<number>('versions.id'))
    .orderBy('sections.position');
}

function linksOf(db: Database) {
  return db
    .selectFrom('links')
    .select(['links.id', 'links.title', 'links.address', 'links.section_id', 'links.created_at'])
    .where('links.version_id', '=', sql.ref<number>('versions.id'))
    .orderBy('links.position');
}

/** Selects the first pictures and the chosen cover as columns of a statement on `versions`. */
export function coversOf(db: Database) {
  const first = filesOf(db)
    .select(COVER_COLUMNS)
    .where('files.thumbnail_key', 'is not', null)
    .orderBy('files.position')
    .orderBy('files.created_at')
    .orderBy('files.id')
    .limit(sql.lit(MAX_COVERS));
  const chosen = db
    .selectFrom('files')
    .select(COVER_COLUMNS)
    .where('files.id', '=', sql.ref<number>('versions.cover_id'))
    .where('files.thumbnail_key', 'is not', null);
  return [jsonRows(db, first).as('first'), jsonRows(db, chosen).as('chosen')] as const;
}

type CoverRows = Parameters<typeof parseJsonRows<Parameters<typeof toCover>[0]>>[0];

export type FileSums = {
  file_count: number | null;
  size: number | null;
  first: CoverRows;
  chosen: CoverRows;
  sections: Parameters<typeof parseJsonRows<{ id: number; name: string }>>[0];
  links: Parameters<typeof parseJsonRows<LinkColumns>>[0];
};

export const NO_FILES: FileSums = { file_count: 0, size: 0, first: [], chosen: [], sections: [], links: [] };

/** Returns the pictures that stand for a version: the chosen one, then the first others. */
export function toCovers({ first, chosen }: Pick<FileSums, 'first' | 'chosen'>): Cover[] {
  const [lead] = parseJsonRows(chosen);
  const others = parseJsonRows(first).filter(({ id }) => id !== lead?.id);
  return [...(lead ? [lead] : []), ...others]
    .slice(0, MAX_COVERS)
    .map((row) => toCover({ ...row, created_at: timestampFromJson(row.created_at) }));
}
