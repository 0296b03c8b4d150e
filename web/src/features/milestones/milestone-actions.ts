import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { createContext } from 'react';

/** Actions of a freelancer on the milestones of a project. */
export type MilestoneActions = {
  onComplete: (milestone: Milestone, completed: boolean) => void;
  onEdit: (milestone: Milestone) => void;
  onDelete: (milestone: Milestone) => void;
  /** `order` is the new position, from 1. */
  onMove: (milestone: Milestone, order: number) => void;
};

/** For the tools of each step, with the number of steps; a context, so that only they are rendered when it changes. */
export const MilestoneActionsContext = createContext<(MilestoneActions & { count: number }) | null>(null);
