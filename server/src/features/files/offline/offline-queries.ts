import { sql } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import { PAGE_ROWS } from '../../../database/pages.ts';
import { givesRow } from '../../../database/row-counts.ts';
import { isShown, type Onlooker, projectsVisibleTo, versionsVisibleTo } from '../../projects/access.ts';
import { FILE_COLUMNS, type FileRow } from '../row.ts';
import { sectionName } from '../queries.ts';
import { isLater } from '../rows.ts';

export type OfflineFileRow = FileRow & {
  section: string | null;
  storage_key: string;
  crc32: number | null;
  thumbnail_bytes: number | null;
  thumbnail_medium_bytes: number | null;
  thumbnail_large_bytes: number | null;
  whole_bytes: number | null;
  preview_bytes: number | null;
};

export async function isCopyVisible(
  db: Database,
  onlooker: Onlooker,
  { project_id, version_ids }: { project_id: number; version_ids: readonly number[] },
): Promise<boolean> {
  const rows = await versionsVisibleTo(db, onlooker)
    .select('versions.id')
    .where('projects.id', '=', project_id)
    .execute();
  const shown = new Set(rows.map(({ id }) => id));
  if (!version_ids.every((id) => shown.has(id))) return false;
  const project = projectsVisibleTo(db, onlooker).select('projects.id').where('projects.id', '=', project_id);
  return version_ids.length > 0 || givesRow(project);
}

export function listOfflineFilesAfter(
  db: Database,
  versionId: number,
  after: FileRow | undefined,
): Promise<OfflineFileRow[]> {
  return db
    .selectFrom('files')
    .select([
      ...FILE_COLUMNS,
      'storage_key',
      'crc32',
      'thumbnail_bytes',
      'thumbnail_medium_bytes',
      'thumbnail_large_bytes',
      'whole_bytes',
      'preview_bytes',
    ])
    .select(sectionName)
    .where('version_id', '=', versionId)
    .$if(after !== undefined, (query) => query.where(isLater(after)))
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql.lit(PAGE_ROWS))
    .execute();
}

export function listTextPictures(
  db: Database,
  onlooker: Onlooker,
  { projectId, ids }: { projectId: number; ids: readonly number[] },
) {
  return (
    db
      .selectFrom('pictures')
      .leftJoin('versions', 'versions.id', 'pictures.version_id')
      .select(['pictures.id', 'pictures.storage_key', 'pictures.size_bytes', 'pictures.media_type'])
      .where('pictures.project_id', '=', projectId)
      .where('pictures.id', 'in', ids)
      // A picture asked for by its address follows this rule too: those of a waiting version are not shown.
      .where((e) => e.or([e('pictures.version_id', 'is', null), isShown(onlooker)]))
      .orderBy('pictures.id')
      .execute()
  );
}
