import {
  progressOf,
  statusOf,
  type MilestoneCount,
  type StatusOverride,
} from '@vitrin/shared/rules/progress.ts';
import type { Database } from '../../database/connect.ts';
import type { CountedProject } from './access.ts';
import { getMilestoneCount } from './milestone-count-queries.ts';
import { updateProject } from './queries.ts';

/** The columns of a project that follow from its milestones. */
export function derivedColumns({ completed, total }: MilestoneCount, override: StatusOverride | null) {
  return {
    milestones_completed: completed,
    milestones_total: total,
    progress: progressOf({ completed, total }),
    status: statusOf({ completed, total }, override),
  };
}

/**
 * Updates progress and status of a project after its milestones changed, so that lists can filter and sort by an index.
 * `project` was read after it was locked; `change` is what the transaction does to its milestones. Also moves
 * `last_updated`.
 */
export async function saveMilestoneCount(
  db: Database,
  projectId: number,
  { milestones_total, milestones_completed, status_override }: CountedProject,
  change: MilestoneCount,
  now: string,
): Promise<void> {
  const total = milestones_total + change.total;
  const completed = milestones_completed + change.completed;
  await updateProject(db, projectId, {
    ...derivedColumns({ total, completed }, status_override),
    last_updated: now,
  });
}

/**
 * Counts a project's milestones anew and stores progress and status, for code that writes milestones without the
 * service.
 */
export async function recountProject(db: Database, projectId: number, now: string): Promise<void> {
  const { status_override, ...count } = await getMilestoneCount(db, projectId);
  await updateProject(db, projectId, { ...derivedColumns(count, status_override), last_updated: now });
}
