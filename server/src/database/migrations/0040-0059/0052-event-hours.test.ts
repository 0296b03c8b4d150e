import { expect, test } from 'vitest';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { up } from './0052-event-hours.ts';

const setup = await sharedTestApp();

test('hours are filled from existing events, and from the excess of the day sums', async () => {
  const { db } = setup;
  const owner = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner });
  const project = await setup.createProject({ owner, customer });
  const kind = 'project_opened' as const;
  const at = ['2026-11-18T09:59:59.999Z', '2026-11-18T10:00:00.000Z', '2026-11-18T12:30:00.000Z'];
  await db
    .insertInto('events')
    .values(
      at.map((created_at) => ({
        kind,
        user_id: customer.id,
        owner_id: owner.id,
        project_id: project.id,
        version_id: null,
        file_id: null,
        created_at,
      })),
    )
    .execute();
  await db
    .insertInto('event_days')
    .values([
      { owner_id: owner.id, day: '2026-11-18', kind, amount: 5 },
      { owner_id: owner.id, day: '2026-11-17', kind, amount: 2 },
    ])
    .execute();
  await db.schema.dropTable('event_hours').execute();
  await db.transaction().execute((tx) => up(tx as unknown as Parameters<typeof up>[0]));
  const hours = await db
    .selectFrom('event_hours')
    .select(['hour', 'amount'])
    .where('owner_id', '=', owner.id)
    .orderBy('hour')
    .execute();
  expect(hours).toEqual([
    { hour: '2026-11-17T12', amount: 2 },
    { hour: '2026-11-18T09', amount: 1 },
    { hour: '2026-11-18T10', amount: 1 },
    { hour: '2026-11-18T12', amount: 3 },
  ]);
});
