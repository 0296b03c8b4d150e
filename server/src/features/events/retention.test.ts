import { expect, test } from 'vitest';
import type { VersionReceivers } from '@vitrin/shared/contract/figures/activity.ts';
import type { Analytics } from '@vitrin/shared/contract/figures/analytics.ts';
import { scheduleDaily } from '../../jobs/daily.ts';
import type { Delivery, Person } from '../../testing/factories.ts';
import { uploadTo } from '../../testing/forms.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { insertEvents, type NewEvent } from './queries.ts';
import { writeEvents } from './service.ts';

const setup = await sharedTestApp();
const DAY_SECONDS = 24 * 3600;

/** A look at a project. */
const lookAt = ({ owner, project }: Delivery, { id: user_id }: Person, created_at: string): NewEvent => ({
  kind: 'project_opened',
  user_id,
  owner_id: owner.id,
  project_id: project.id,
  version_id: null,
  file_id: null,
  link_id: null,
  created_at,
});

/** Writes the same event many times. */
async function insertEqual(count: number, event: NewEvent): Promise<void> {
  for (let added = 0; added < count; added += 500)
    await insertEvents(
      setup.db,
      Array.from({ length: 500 }, () => event),
    );
}

test('events are kept one by one for 24 months, and the sums of their days longer', async () => {
  const delivery = await setup.createDelivery();
  const { owner, customer, project } = delivery;
  /** Events at a time this many days before the end of the 24 months. */
  const addOld = async (days: number, count: number) => {
    const at = setup.context.now();
    at.setUTCMonth(at.getUTCMonth() - 24);
    const time = new Date(at.getTime() - days * DAY_SECONDS * 1000).toISOString();
    await insertEqual(count, lookAt(delivery, customer, time));
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
  // All of the day are summed into one.
  expect(await count()).toBe(1002);
  // The hour of the look of now, and the one within the 24 months.
  expect(await hours()).toBe(2);
  setup.advance(2 * DAY_SECONDS);
  await setup.runJobs();
  expect(await count()).toBe(3);
  const { activity } = (await owner.browser.get('/api/analytics/?days=30')).json<Analytics>();
  expect(activity.reduce((sum, { views }) => sum + views, 0)).toBe(1);
});

test('looks are known by their day after 24 months, and send no new notice', async () => {
  const delivery = await setup.createDelivery();
  const { owner, customer, project, version } = delivery;
  const [seen, fetched] = [
    await uploadTo(owner.browser, version.id, Buffer.from('a'), 'a.txt'),
    await uploadTo(owner.browser, version.id, Buffer.from('b'), 'b.txt'),
  ];
  const other = await setup.createCustomer({ owner });
  const times = ['2024-02-28T09:00:00.000Z', '2024-02-28T23:59:59.999Z', '2024-02-28T11:00:00.000Z'];
  const look = (person: Person, created_at: string, file_id: number | null): NewEvent => ({
    ...lookAt(delivery, person, created_at),
    kind: file_id === null ? 'version_opened' : 'file_previewed',
    version_id: version.id,
    file_id,
  });
  await insertEvents(setup.db, [
    ...times.map((at) => look(customer, at, seen.id)),
    look(customer, times[0] ?? '', fetched.id),
    look(customer, times[0] ?? '', null),
    look(customer, '2024-02-29T00:00:00.000Z', seen.id),
    look(other, times[1] ?? '', seen.id),
  ]);
  await scheduleDaily(setup.context, 'sweep-events');
  setup.advance(2 * DAY_SECONDS);
  await setup.runJobs();
  const rows = await setup.db
    .selectFrom('events')
    .select(['user_id', 'file_id', 'created_at', 'amount'])
    .where('project_id', '=', project.id)
    .orderBy('user_id')
    .orderBy('created_at')
    .orderBy('file_id', (order) => order.asc().nullsLast())
    .execute();
  expect(rows).toEqual([
    { user_id: customer.id, file_id: fetched.id, created_at: times[0], amount: 1 },
    { user_id: customer.id, file_id: null, created_at: times[0], amount: 1 },
    { user_id: customer.id, file_id: seen.id, created_at: times[1], amount: 3 },
    { user_id: customer.id, file_id: seen.id, created_at: '2024-02-29T00:00:00.000Z', amount: 1 },
    { user_id: other.id, file_id: seen.id, created_at: times[1], amount: 1 },
  ]);
  await scheduleDaily(setup.context, 'sweep-events');
  setup.advance(2 * DAY_SECONDS);
  await setup.runJobs();
  const receivers = await owner.browser.get(`/api/versions/${version.id}/receivers/`);
  expect(receivers.json<VersionReceivers>()).toMatchObject({
    seen_by: [
      { username: customer.username, at: '2024-02-29T00:00:00.000Z' },
      { username: other.username, at: times[1] },
    ],
    unopened: { count: 0 },
  });
  await customer.browser.post('/api/seen/', { kind: 'version_opened', id: version.id });
  await writeEvents(setup.context);
  const notices = await setup.db
    .selectFrom('notices')
    .select('id')
    .where('user_id', '=', owner.id)
    .where('kind', '=', 'first_look')
    .execute();
  expect(notices).toEqual([]);
});

test('looks of one day are summed for each person, however many there are', async () => {
  const deliveries = [await setup.createDelivery(), await setup.createDelivery()];
  const at = '2024-01-15T09:00:00.000Z';
  const [first, second] = deliveries.map((each) => lookAt(each, each.customer, at));
  if (!first || !second) throw new Error('not created');
  // More than are read at once, before those of another freelancer's client.
  await insertEqual(1000, first);
  await insertEvents(setup.db, [second, second]);
  await scheduleDaily(setup.context, 'sweep-events');
  setup.advance(2 * DAY_SECONDS);
  await setup.runJobs();
  const sums = setup.db.selectFrom('events').select(['user_id', 'amount']).where('created_at', '=', at);
  expect(await sums.orderBy('user_id').execute()).toEqual([
    { user_id: first.user_id, amount: 1000 },
    { user_id: second.user_id, amount: 2 },
  ]);
});
