import { expect, test } from 'vitest';
import { canCreateProject, isWithinProjectLimit, projectQuotaLevel, projectQuotaOf } from './quota.ts';

test.each([
  [0, 3, 'ok', true],
  [2, 3, 'ok', true],
  [3, 4, 'warning', true],
  [8, 10, 'warning', true],
  [9, 10, 'critical', true],
  [3, 3, 'blocked', false],
  [4, 3, 'blocked', false],
  [0, 0, 'blocked', false],
] as const)('%i of %i projects is %s', (projectCount, projectLimit, level, allowed) => {
  expect(projectQuotaLevel({ projectCount, projectLimit })).toBe(level);
  expect(isWithinProjectLimit({ projectCount, projectLimit })).toBe(allowed);
});

test('a missing limit counts as 0 and blocks creation', () => {
  const user = { isFreelancer: true, project_count: 0, subscription: null };
  expect(projectQuotaOf(user).projectLimit).toBe(0);
  expect(canCreateProject(user)).toBe(false);
});
