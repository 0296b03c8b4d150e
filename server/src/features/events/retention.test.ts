import { expect, test } from 'vitest';
import type { Analytics } from '@vitrin/shared/contract/analytics.ts';
import { scheduleDaily } from '../../jobs/daily.ts';
import { createDelivery } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { insertEvents, type NewEvent } from './queries.ts';
import { writeEvents } from './service.ts';

const setup = await sharedTestApp();
const DAY_SECONDS = 24 * 3600;

test('events are kept for 24 months, and the sums of their days longer', async () => {
  const { owner, customer, project } = await createDelivery(setup);
  /** Events of a moment that lies so many days before the end of the 24 months. */
  const addOld = async (days: number, count: number) => {
    const at = setup.context.now();
    at.setUTCMonth(at.getUTCMonth() - 24);
    const event: NewEvent = {
      kind: 'project_opened',
      user_id: customer.id,
      owner_id: owner.id,
      project_id: project.id,
      version_id: null,
      file_id: null,
      created_at: new Date(at.getTime() - days * DAY_SECONDS * 1000).toISOString(),
    };
    for (let added = 0; added < count; added += 500)
      await insertEvents(
        setup.db,
        Array.from({ length: 500 }, () => event),
      );
  };
  const end = setup.context.now();
  end.setUTCMonth(end.getUTCMonth() - 24);
  const hourOf = (days: number) =>
    new Date(end.getTime() - days * DAY_SECONDS * 1000).toISOString().slice(0, 13);
  const old = { owner_id: owner.id, kind: 'project_opened', amount: 1 } as const;
  await setup.db
    .insertInto('event_hours')
    .values([
      { ...old, hour: hourOf(1) },
      { ...old, hour: hourOf(-1) },
    ])
    .execute();
  const hours = async () =>
    (await setup.db.selectFrom('event_hours').select('hour').where('owner_id', '=', owner.id).execute())
      .length;
  await addOld(1, 1500);
  await addOld(-1, 1000);
  await customer.browser.post('/api/seen/', { kind: 'project_opened', id: project.id });
  await writeEvents(setup.context);
  const count = async () => (await setup.db.selectFrom('events').select('id').execute()).length;
  expect(await count()).toBe(2501);

  await scheduleDaily(setup.context, 'sweep-events');
  await setup.runJobs();
  expect(await count()).toBe(1001);
  // The hour of the look of now, and the one within the 24 months.
  expect(await hours()).toBe(2);
  setup.advance(2 * DAY_SECONDS);
  await setup.runJobs();
  expect(await count()).toBe(1);
  const { activity } = (await owner.browser.get('/api/analytics/?days=30')).json<Analytics>();
  expect(activity.reduce((sum, { views }) => sum + views, 0)).toBe(1);
});
