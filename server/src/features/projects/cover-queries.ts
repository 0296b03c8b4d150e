import { sql } from 'kysely';
import type { Cover } from '@vitrin/shared/contract/files.ts';
import type { Database } from '../../database/connect.ts';
import { coversOf, toCovers } from '../files/row-sums.ts';
import { isShown, type Onlooker } from './access.ts';

/** The picture that stands for each of these projects: the first cover of the newest version that the user sees. */
export async function readProjectCovers(
  db: Database,
  onlooker: Onlooker,
  projectIds: readonly number[],
): Promise<Map<number, Cover>> {
  if (projectIds.length === 0) return new Map();
  const newest = db
    .selectFrom('versions')
    .select('versions.id')
    .where('versions.project_id', '=', sql.ref<number>('projects.id'))
    .where(isShown(onlooker))
    .orderBy('versions.created_at', 'desc')
    .orderBy('versions.id', 'desc')
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
