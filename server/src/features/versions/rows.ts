import type { Database } from '../../database/connect.ts';
import { readTexts, type TextKey } from '../../database/pages.ts';
import { VERSION_COLUMNS, type VersionRow } from './row.ts';

/** The versions of a project, oldest first, read by pages; call it in a snapshot or a transaction. */
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

/** The versions of these keys, in the order of `keys`. */
export function readVersionTexts(db: Database, keys: readonly TextKey[]): Promise<VersionRow[]> {
  return readTexts(keys, (ids) =>
    db.selectFrom('versions').select(VERSION_COLUMNS).where('id', 'in', ids).execute(),
  );
}
