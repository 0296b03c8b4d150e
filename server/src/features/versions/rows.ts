import { sql } from 'kysely';
import type { Cover } from '@vitrin/shared/contract/files.ts';
import type { Database } from '../../database/connect.ts';
import { readTexts, type TextKey } from '../../database/pages.ts';
import { coversOf, type FileSums, fileSums, toCovers } from '../files/row-sums.ts';
import { VERSION_COLUMNS, type VersionRow } from './row.ts';

export type ListedVersion = VersionRow & FileSums;

/** The versions of a project, oldest first, read by pages; call it in a snapshot or a transaction. */
export async function readVersionRows(db: Database, projectId: number): Promise<ListedVersion[]> {
  const keys = await db
    .selectFrom('versions')
    .select(['id', 'text_bytes'])
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return readVersionTexts(db, keys);
}

/** The versions of these keys, in the order of `keys`. */
export function readVersionTexts(db: Database, keys: readonly TextKey[]): Promise<ListedVersion[]> {
  return readTexts(keys, (ids) =>
    db.selectFrom('versions').select(VERSION_COLUMNS).select(fileSums(db)).where('id', 'in', ids).execute(),
  );
}

/** The picture that stands for each of these projects: the first cover of its newest version. */
export async function readProjectCovers(
  db: Database,
  projectIds: readonly number[],
): Promise<Map<number, Cover>> {
  if (projectIds.length === 0) return new Map();
  const newest = db
    .selectFrom('versions as newest')
    .select('newest.id')
    .where('newest.project_id', '=', sql.ref<number>('projects.id'))
    .orderBy('newest.created_at', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(sql.lit(1));
  const rows = await db
    .selectFrom('projects')
    .innerJoin('versions', (join) => join.on('versions.id', '=', newest))
    .select('versions.project_id')
    .select(coversOf(db))
    .where('projects.id', 'in', projectIds)
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const [cover] = toCovers(row);
      return cover ? [[row.project_id, cover] as const] : [];
    }),
  );
}
