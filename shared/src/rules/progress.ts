import type { ProjectStatus } from '../contract/projects.ts';

export type MilestoneCount = { completed: number; total: number };

/** Whole percent of completed milestones, 0 without any; 100 only if all are completed (specification 5.2). */
export function progressOf({ completed, total }: MilestoneCount): number {
  if (total === 0) return 0;
  return completed === total ? 100 : Math.min(99, Math.round((100 * completed) / total));
}

/** A freelancer's override, else the status that follows from the milestones (specification 5.2). */
export function statusOf(
  { completed, total }: MilestoneCount,
  override: StatusOverride | null,
): ProjectStatus {
  if (override) return override;
  if (completed === 0) return 'pending';
  return completed < total ? 'in-progress' : 'completed';
}

export const STATUS_OVERRIDES = ['on-hold', 'cancelled'] as const;
export type StatusOverride = (typeof STATUS_OVERRIDES)[number];

/** Rounded mean progress of `count` projects, 0 without any; 100 only if each has 100 (specification 5.2). */
export function meanProgress({ sum, count }: { sum: number; count: number }): number {
  if (count === 0) return 0;
  return sum === 100 * count ? 100 : Math.min(99, Math.round(sum / count));
}
