import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Project, ProjectStatus } from '@vitrin/shared/contract/projects.ts';
import { expect, test } from 'vitest';
import { MILESTONE, PROJECT } from '../../testing/projects.ts';
import { withMilestoneCompleted, withMilestoneMoved } from './changes.ts';
import { foldedSteps } from './folded-steps.ts';

const milestoneOf = (id: number, completed = false): Milestone => ({
  ...MILESTONE,
  id,
  name: `Step ${id}`,
  completed,
  order: id,
});

const projectOf = (milestones: Milestone[], status: ProjectStatus = 'pending'): Project => ({
  ...PROJECT,
  status,
  milestones,
});

test('completing shows progress and status at once, by the shared rules', () => {
  const project = projectOf([milestoneOf(1), milestoneOf(2)]);
  const half = withMilestoneCompleted(project, { id: 1, completed: true });
  expect(half).toMatchObject({ progress: 50, status: 'in-progress' });
  expect(withMilestoneCompleted(half, { id: 2, completed: true })).toMatchObject({
    progress: 100,
    status: 'completed',
  });
});

test('a project on hold stays on hold when a milestone is completed', () => {
  const project = projectOf([milestoneOf(1)], 'on-hold');
  expect(withMilestoneCompleted(project, { id: 1, completed: true })).toMatchObject({
    progress: 100,
    status: 'on-hold',
  });
});

test.each([
  [3, 1, [3, 1, 2, 4]],
  [1, 4, [2, 3, 4, 1]],
  [2, 3, [1, 3, 2, 4]],
])('moving %i to place %i keeps the order dense', (id, order, ids) => {
  const project = projectOf([1, 2, 3, 4].map((each) => milestoneOf(each)));
  const { milestones } = withMilestoneMoved(project, { id, order });
  expect(milestones.map((milestone) => milestone.id)).toEqual(ids);
  expect(milestones.map((milestone) => milestone.order)).toEqual([1, 2, 3, 4]);
});

test('many steps fold around the next one', () => {
  const milestones = Array.from({ length: 50 }, (_, index) => milestoneOf(index + 1, index < 20));
  const { shown, hiddenCount } = foldedSteps(milestones, false);
  expect(shown.map(({ id }) => id)).toEqual([19, 20, 21, 22, 23, 24, 25, 26, 27, 28]);
  expect(hiddenCount).toBe(40);
  expect(foldedSteps(milestones, true)).toEqual({ shown: milestones, hiddenCount: 0 });
});

test('a long list with all milestones done shows the last ones', () => {
  const milestones = Array.from({ length: 12 }, (_, index) => milestoneOf(index + 1, true));
  expect(foldedSteps(milestones, false).shown.at(-1)?.id).toBe(12);
});
