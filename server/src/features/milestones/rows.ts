import type { Database } from '../../database/connect.ts';
import { readTexts, type TextKey } from '../../database/pages.ts';
import { MILESTONE_COLUMNS, type MilestoneRow } from './row.ts';

/** The milestones of a project in their order, read by pages; call it in a snapshot or a transaction. */
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

export function readMilestoneTexts(db: Database, keys: readonly TextKey[]): Promise<MilestoneRow[]> {
  return readTexts(keys, (ids) =>
    db.selectFrom('milestones').select(MILESTONE_COLUMNS).where('id', 'in', ids).execute(),
  );
}
