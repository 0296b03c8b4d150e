import {
  progressOf,
  statusOf,
  type MilestoneCount,
  type StatusOverride,
} from '@vitrin/shared/rules/progress.ts';
import type { Database } from '../../database/connect.ts';
import { getMilestoneCount, updateProject } from './milestone-count-queries.ts';

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
 * Keeps progress and status of a project in step with its milestones, so that lists filter and sort by an index.
 * Call in the transaction that changes milestones, after the change and with the project locked; touches it too.
 */
export async function recountProject(trx: Database, projectId: number, now: string): Promise<void> {
  const { status_override, ...count } = await getMilestoneCount(trx, projectId);
  await updateProject(trx, projectId, { ...derivedColumns(count, status_override), last_updated: now });
}
