import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Database } from '../../database/connect.ts';
import { isAfter, PAGE_ROWS, readByPages } from '../../database/pages.ts';
import { countRows } from '../../database/row-counts.ts';
import { FILE_COLUMNS, type FileRow, toProjectFile } from './row.ts';

/** Callers need a snapshot or transaction: long lists are read in pages, which must show one moment. */

export function readFiles(db: Database, versionId: number): Promise<ProjectFile[]> {
  return readByPages<FileRow, ProjectFile>(
    PAGE_ROWS,
    (after) => listFiles(db, [versionId], { after }),
    toProjectFile,
  );
}

/** Returns the files of each of these versions, in their order; versions without files are left out. */
export async function readFilesOfEach(
  db: Database,
  versionIds: readonly number[],
): Promise<Map<number, ProjectFile[]>> {
  const filesOf = new Map<number, ProjectFile[]>();
  for (const [first, ...others] of groupsOf(await countFilesOf(db, versionIds))) {
    await nextTurn();
    if (others.length === 0) {
      filesOf.set(first, await readFiles(db, first));
      continue;
    }
    const rows = await listFiles(db, [first, ...others]);
    for (const [id, files] of Map.groupBy(rows, ({ version_id }) => version_id))
      filesOf.set(id, files.map(toProjectFile));
  }
  return filesOf;
}

type Group = [number, ...number[]];

/** Groups versions so that the files of a group fit a page; a version with more files is a group of its own. */
function groupsOf(counts: readonly { version_id: number; count: number }[]): Group[] {
  const groups: Group[] = [];
  let room = 0;
  for (const { version_id, count } of counts) {
    const group = groups.at(-1);
    if (group && count <= room) {
      group.push(version_id);
      room -= count;
    } else {
      groups.push([version_id]);
      room = PAGE_ROWS - count;
    }
  }
  return groups;
}

async function countFilesOf(db: Database, versionIds: readonly number[]) {
  if (versionIds.length === 0) return [];
  return db
    .selectFrom('files')
    .select(({ fn }) => ['version_id', fn.countAll<number>().as('count')])
    .where('version_id', 'in', versionIds)
    .groupBy('version_id')
    .execute();
}

/** Lists at most `limit` files; `after`, the last file of the page before, is for a list of one version only. */
export async function listFiles(
  db: Database,
  versionIds: readonly number[],
  { after, limit = PAGE_ROWS }: { after?: FileRow | undefined; limit?: number } = {},
): Promise<FileRow[]> {
  if (versionIds.length === 0) return [];
  return db
    .selectFrom('files')
    .select(FILE_COLUMNS)
    .where('version_id', 'in', versionIds)
    .$if(after !== undefined, (query) => query.where(isLater(after)))
    .orderBy('version_id')
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql.lit(limit))
    .execute();
}

export function countFilesOfVersion(db: Database, versionId: number): Promise<number> {
  return countRows(db.selectFrom('files').where('version_id', '=', versionId));
}

/** Lists the first files of a version: those in no section, then by section. */
export function listFirstFiles(db: Database, versionId: number, limit: number) {
  return db
    .selectFrom('files')
    .leftJoin('sections', 'sections.id', 'files.section_id')
    .select(FILE_COLUMNS)
    .where('files.version_id', '=', versionId)
    .orderBy((e) => e.fn.coalesce('sections.position', e.lit(0)))
    .orderBy('files.position')
    .orderBy('files.created_at')
    .orderBy('files.id')
    .limit(limit)
    .execute();
}

/** Matches files that come after `row` in the order of their version; without a row it matches all. */
export function isLater(row: Pick<FileRow, 'position' | 'created_at' | 'id'> | undefined) {
  return isAfter(['position', 'created_at', 'id'], [row?.position ?? 0, row?.created_at ?? '', row?.id ?? 0]);
}

export async function listOpenUploads(
  db: Database,
  of: 'versions.project_id' | 'versions.id',
  id: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('uploads', 'uploads.version_id', 'versions.id')
    .select('uploads.id')
    .where(of, '=', id)
    .where('uploads.kind', '=', 'resumable')
    .where('uploads.state', '=', 'receiving')
    .execute();
  return rows.map((row) => row.id);
}

export const OBJECT_KEYS = [
  'files.storage_key',
  'files.thumbnail_key',
  'files.thumbnail_medium_key',
  'files.thumbnail_large_key',
  'files.whole_key',
  'files.preview_key',
  'files.web_key',
] as const;

export async function listStorageKeys(
  db: Database,
  of: 'versions.project_id' | 'versions.id',
  id: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('files', 'files.version_id', 'versions.id')
    .select(OBJECT_KEYS)
    .where(of, '=', id)
    .execute();
  return rows.flatMap((row) => Object.values(row)).filter((key) => key !== null);
}
