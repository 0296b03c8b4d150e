import { expect, test } from 'vitest';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { up } from './0068-progress-of-unfinished.ts';

const setup = await sharedTestApp();

test('a project at 100 percent with an open milestone gets 99, and a finished one stays', async () => {
  const ada = await setup.createFreelancer();
  const [left, done] = [await setup.createProject({ owner: ada }), await setup.createProject({ owner: ada })];
  const counts = [
    [left.id, { milestones_total: 201, milestones_completed: 200, progress: 100 }],
    [done.id, { milestones_total: 3, milestones_completed: 3, progress: 100 }],
  ] as const;
  for (const [id, columns] of counts)
    await setup.db.updateTable('projects').set(columns).where('id', '=', id).execute();
  await up(setup.db);
  const rows = await setup.db
    .selectFrom('projects')
    .select(['id', 'progress'])
    .where('id', 'in', [left.id, done.id])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: left.id, progress: 99 },
    { id: done.id, progress: 100 },
  ]);
});
