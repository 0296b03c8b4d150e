import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Database } from '../../database/connect.ts';
import { PAGE_ROWS, readByPages, readTexts, type TextKey } from '../../database/pages.ts';
import { FILE_COLUMNS, isAfter, MILESTONE_COLUMNS, VERSION_COLUMNS } from './part-queries.ts';
import { type ProjectFileRow, toProjectFile } from './project-file.ts';
import type { MilestoneRow, VersionRow } from './project-parts.ts';

/*
 * Lists that may be too long to be read at once. Call them in a snapshot or in a transaction, so that all pages are of
 * one moment.
 */

/** The files of a version in the order they came. */
export function readFiles(db: Database, versionId: number): Promise<ProjectFile[]> {
  return readByPages<ProjectFileRow, ProjectFile>(
    PAGE_ROWS,
    (after) => listFilesAfter(db, [versionId], after),
    toProjectFile,
  );
}

/** The files of each of these versions, in the order they came. Versions without files are not in it. */
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
    const rows = await listFilesAfter(db, [first, ...others]);
    for (const [id, files] of Map.groupBy(rows, ({ version_id }) => version_id))
      filesOf.set(id, files.map(toProjectFile));
  }
  return filesOf;
}

type Group = [number, ...number[]];

/** Versions that together fill no page, or one alone. */
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

/** A page of the files of these versions, those of a version in the order they came; `after` is one of one version. */
export function listFilesAfter(db: Database, versionIds: number[], after?: ProjectFileRow) {
  return db
    .selectFrom('files')
    .select(FILE_COLUMNS)
    .where('version_id', 'in', versionIds)
    .$if(after !== undefined, (query) => query.where(isLater(after)))
    .orderBy('version_id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql.lit(PAGE_ROWS))
    .execute();
}

/** In their order. */
export async function readMilestoneRows(db: Database, projectId: number): Promise<MilestoneRow[]> {
  const keys = await db
    .selectFrom('milestones')
    .select(['id', 'text_bytes'])
    .where('project_id', '=', projectId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return readMilestoneTexts(db, keys);
}

/** In the order of `keys`. */
export function readMilestoneTexts(db: Database, keys: readonly TextKey[]): Promise<MilestoneRow[]> {
  return readTexts(keys, (ids) =>
    db.selectFrom('milestones').select(MILESTONE_COLUMNS).where('id', 'in', ids).execute(),
  );
}

/** Oldest first. */
export async function readVersionRows(db: Database, projectId: number): Promise<VersionRow[]> {
  const keys = await db
    .selectFrom('versions')
    .select(['id', 'text_bytes'])
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return readVersionTexts(db, keys);
}

/** In the order of `keys`. */
export function readVersionTexts(db: Database, keys: readonly TextKey[]): Promise<VersionRow[]> {
  return readTexts(keys, (ids) =>
    db.selectFrom('versions').select(VERSION_COLUMNS).where('id', 'in', ids).execute(),
  );
}

function isLater(row: ProjectFileRow | undefined) {
  return isAfter(['created_at', 'id'], [row?.created_at ?? '', row?.id ?? 0]);
}
