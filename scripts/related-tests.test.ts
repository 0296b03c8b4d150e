import { expect, test } from 'vitest';
import { relatedTests } from './related-tests.ts';

const SERVICE = 'server/src/features/milestones/service.ts';
const SOURCES = new Map([
  [SERVICE, ''],
  ['server/src/features/milestones/milestones.test.ts', `import { app } from '../../app.ts';`],
  ['server/src/features/milestones/order/order.test.ts', ''],
  ['server/src/features/projects/service.ts', `import { add } from '../milestones/service.ts';`],
  ['server/src/features/projects/projects.test.ts', `import { make } from './service.ts';`],
  ['server/src/features/projects/list.test.ts', ''],
  ['server/src/app.ts', `import '../src/features/projects/service.ts';`],
  ['server/src/testing/other.test.ts', ''],
  ['server/src/testing/matrix.test.ts', `import { app } from '../app.ts';`],
  ['operator/src/move/move.test.ts', `import { add } from '@vitrin/server/features/milestones/service.ts';`],
  ['web/src/features/milestones/List.test.tsx', `vi.mock('../../lib/api.ts');`],
  ['web/src/lib/api.ts', ''],
  ['server/src/errors.ts', ''],
  ['server/src/errors.test.ts', `import { read } from './errors.ts';`],
]);

const NEAREST_FIRST = [
  'operator/src/move/move.test.ts',
  'server/src/features/milestones/milestones.test.ts',
  'server/src/features/projects/projects.test.ts',
  'server/src/features/milestones/order/order.test.ts',
];

test('a changed file is tried with the tests that are at most two imports away and with those of its room', () => {
  expect(relatedTests([SERVICE], SOURCES)).toEqual({ tests: NEAREST_FIRST, left: [] });
});

test('the nearest tests of each room run, and every test that changed; others are left', () => {
  expect(relatedTests([SERVICE], SOURCES, 3)).toEqual({
    tests: NEAREST_FIRST.slice(0, 3),
    left: NEAREST_FIRST.slice(3),
  });
  const rest = NEAREST_FIRST.slice(1);
  expect(relatedTests([SERVICE, ...rest], SOURCES, 0)).toEqual({
    tests: rest.toSorted(),
    left: NEAREST_FIRST.slice(0, 1),
  });
});

test('a mocked module, a file outside of rooms and a changed test are found', () => {
  const testsOf = (...changed: string[]) => relatedTests(changed, SOURCES).tests;
  expect(testsOf('web/src/lib/api.ts')).toEqual(['web/src/features/milestones/List.test.tsx']);
  expect(testsOf('server/src/errors.ts')).toEqual(['server/src/errors.test.ts']);
  expect(testsOf('server/src/testing/matrix.test.ts')).toEqual(['server/src/testing/matrix.test.ts']);
  expect(testsOf('README.md', 'e2e/main-story.spec.ts')).toEqual([]);
});
