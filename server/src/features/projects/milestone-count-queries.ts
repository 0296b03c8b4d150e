import type { StatusOverride } from '@vitrin/shared/rules/progress.ts';
import type { Database } from '../../database/connect.ts';

type MilestoneCountRow = {
  status_override: StatusOverride | null;
  total: number;
  completed: number;
};

/** How many milestones a project has and how many of them are completed. */
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
