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

test('a changed file is tried with the tests of its room and with those that are at most two imports away', () => {
  expect(relatedTests([SERVICE], SOURCES)).toEqual([
    'operator/src/move/move.test.ts',
    'server/src/features/milestones/milestones.test.ts',
    'server/src/features/milestones/order/order.test.ts',
    'server/src/features/projects/projects.test.ts',
  ]);
});

test('a mocked module, a file outside of rooms and a changed test are found', () => {
  expect(relatedTests(['web/src/lib/api.ts'], SOURCES)).toEqual([
    'web/src/features/milestones/List.test.tsx',
  ]);
  expect(relatedTests(['server/src/errors.ts'], SOURCES)).toEqual(['server/src/errors.test.ts']);
  expect(relatedTests(['server/src/testing/matrix.test.ts'], SOURCES)).toEqual([
    'server/src/testing/matrix.test.ts',
  ]);
  expect(relatedTests(['README.md', 'e2e/main-story.spec.ts'], SOURCES)).toEqual([]);
});
