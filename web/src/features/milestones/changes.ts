import type { Project } from '@vitrin/shared/contract/projects.ts';
import { STATUS_OVERRIDES, progressOf, statusOf } from '@vitrin/shared/rules/progress.ts';

/** The project as the server will answer once the milestone is marked: progress and status by the shared rules. */
export function withMilestoneCompleted(
  project: Project,
  { id, completed }: { id: number; completed: boolean },
): Project {
  const milestones = project.milestones.map((each) => (each.id === id ? { ...each, completed } : each));
  const count = {
    completed: milestones.filter((milestone) => milestone.completed).length,
    total: milestones.length,
  };
  const override = STATUS_OVERRIDES.find((status) => status === project.status) ?? null;
  return { ...project, milestones, progress: progressOf(count), status: statusOf(count, override) };
}

/** The project with the milestone at position `order` (from 1) and the others shifted. */
export function withMilestoneMoved(project: Project, { id, order }: { id: number; order: number }): Project {
  const moved = project.milestones.find((milestone) => milestone.id === id);
  if (!moved) return project;
  const others = project.milestones.filter((milestone) => milestone.id !== id);
  const milestones = others.toSpliced(order - 1, 0, moved);
  return { ...project, milestones: milestones.map((each, index) => ({ ...each, order: index + 1 })) };
}
