import type { Selectable } from 'kysely';
import type { StatusOverride } from '@vitrin/shared/rules/progress.ts';
import type { Database } from '../../database/connect.ts';
import type { Schema } from '../../database/schema.ts';
import { defineStatement } from '../../database/statement.ts';
import { countedTextBytes } from './text-bytes-queries.ts';

type MilestoneCountRow = {
  status_override: StatusOverride | null;
  total: number;
  completed: number;
};

export async function getMilestoneCount(db: Database, projectId: number): Promise<MilestoneCountRow> {
  const { status_override, total, completed } = await db
    .selectFrom('projects')
    .leftJoin('milestones', 'milestones.project_id', 'projects.id')
    .select(({ fn, eb }) => [
      'projects.status_override',
      fn.count<number>('milestones.id').as('total'),
      fn.count<number>(eb.case().when('milestones.completed', '=', true).then(1).end()).as('completed'),
    ])
    .where('projects.id', '=', projectId)
    .groupBy(['projects.id', 'projects.status_override'])
    .executeTakeFirstOrThrow();
  return { status_override, total, completed };
}

const sumsUpdate = defineStatement({
  variants: {},
  build: (db, at: DerivedColumns & { projectId: number; now: string }) =>
    db
      .updateTable('projects')
      .set({
        milestones_completed: at.milestones_completed,
        milestones_total: at.milestones_total,
        progress: at.progress,
        status: at.status,
        text_bytes: countedTextBytes,
        last_updated: at.now,
        shown_updated: null,
      })
      .where('id', '=', at.projectId)
      .returning('text_bytes'),
});

type DerivedColumns = Pick<
  Selectable<Schema['projects']>,
  'milestones_completed' | 'milestones_total' | 'progress' | 'status'
>;

/** Stores what follows from milestones that have just changed, and returns the project's text bytes, counted anew. */
export async function setSums(
  db: Database,
  projectId: number,
  columns: DerivedColumns,
  now: string,
): Promise<number> {
  const [row] = await sumsUpdate.run(db, { ...columns, projectId, now });
  if (!row) throw new Error('The project whose milestones changed is gone');
  return row.text_bytes;
}
