import type { Milestone } from '@vitrin/shared/contract/milestones.ts';

/** Longer lists are folded. */
const MOST_SHOWN = 10;

/** Completed steps shown before the next one in a folded list. */
const SHOWN_BEFORE = 2;

type FoldedSteps = { shown: readonly Milestone[]; hiddenCount: number };

/** The steps around the next one where there are too many; all of them when `isUnfolded`. */
export function foldedSteps(milestones: readonly Milestone[], isUnfolded: boolean): FoldedSteps {
  if (isUnfolded || milestones.length <= MOST_SHOWN) return { shown: milestones, hiddenCount: 0 };
  const next = milestones.findIndex((milestone) => !milestone.completed);
  const wanted = (next === -1 ? milestones.length : next) - SHOWN_BEFORE;
  const start = Math.max(0, Math.min(wanted, milestones.length - MOST_SHOWN));
  const shown = milestones.slice(start, start + MOST_SHOWN);
  return { shown, hiddenCount: milestones.length - shown.length };
}
