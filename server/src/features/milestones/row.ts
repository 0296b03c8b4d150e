import type { Milestone } from '@vitrin/shared/contract/milestones.ts';

export const MILESTONE_COLUMNS = [
  'milestones.id',
  'milestones.project_id',
  'milestones.name',
  'milestones.description',
  'milestones.completed',
  'milestones.position',
  'milestones.due_on',
  'milestones.edited_at',
] as const;

export type MilestoneRow = {
  id: number;
  project_id: number;
  name: string;
  description: string;
  completed: boolean;
  position: number;
  due_on: string | null;
  edited_at: string;
};

export function toMilestone(row: MilestoneRow): Milestone {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    completed: row.completed,
    order: row.position,
    project: row.project_id,
    due_on: row.due_on,
    edited_at: row.edited_at,
  };
}
