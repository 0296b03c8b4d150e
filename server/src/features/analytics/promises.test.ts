import { beforeEach, expect, test } from 'vitest';
import type { Analytics } from '@vitrin/shared/contract/figures/analytics.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { shiftedDay } from '@vitrin/shared/rules/time/days.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const DAY = 24 * 3600;

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
let ada: Person;
let project: { id: number };
beforeEach(async () => {
  ada = await setup.createFreelancer();
  project = await setup.createProject({ owner: ada });
});

/** The UTC day this many days after today. */
const dayAfter = (days: number) => shiftedDay(setup.context.now().toISOString().slice(0, 10), days);
const promises = async (query = '') =>
  (await ada.browser.get(`/api/analytics/${query}`)).json<Analytics>().promises;
const addMilestone = async (name: string, due_on: string | null, of = project) =>
  (await ada.browser.post('/api/milestones/', { project: of.id, name, due_on })).json<Milestone>();
const complete = (id: number, completed = true) => ada.browser.patch(`/api/milestones/${id}/`, { completed });
const expectVersion = (expected_on: string | null) =>
  ada.browser.patch(`/api/projects/${project.id}/`, { expected_on });
const addVersion = (version_number: string, ready_at = 'now') =>
  ada.browser.post('/api/versions/', { project: project.id, version_number, ready_at });

test('a freelancer without promised days has kept and missed none', async () => {
  await addMilestone('Undated', null);
  await addMilestone('Later', dayAfter(9));
  expect(await promises()).toEqual({ kept: 0, late: 0, overdue: 0, missed: [] });
});

test('milestones are on time up to the end of their day, late after it, and overdue while undelivered', async () => {
  const [onTime, late, overdue] = [
    await addMilestone('On time', dayAfter(1)),
    await addMilestone('Late', dayAfter(1)),
    await addMilestone('Overdue', dayAfter(2)),
  ];
  const dueOn = dayAfter(1);
  setup.advance(DAY);
  expect(await promises()).toEqual({ kept: 0, late: 0, overdue: 0, missed: [] });
  await complete(onTime.id);
  setup.advance(DAY);
  await complete(late.id);
  setup.advance(DAY);
  const at = (name: string) => ({ project: expect.objectContaining({ id: project.id }), milestone: name });
  expect(await promises()).toEqual({
    kept: 1,
    late: 1,
    overdue: 1,
    missed: [
      { ...at('Overdue'), due_on: shiftedDay(dueOn, 1), delivered_on: null },
      { ...at('Late'), due_on: dueOn, delivered_on: shiftedDay(dueOn, 1) },
    ],
  });
  await complete(onTime.id, false);
  expect(await promises()).toMatchObject({ kept: 0, late: 1, overdue: 2 });
  await ada.browser.patch(`/api/milestones/${overdue.id}/`, { due_on: dayAfter(3) });
  expect(await promises()).toMatchObject({ kept: 0, late: 1, overdue: 1 });
  await ada.browser.patch(`/api/projects/${project.id}/`, { status: 'cancelled' });
  expect(await promises()).toEqual({ kept: 0, late: 0, overdue: 0, missed: [] });
});

test('only days of the range count', async () => {
  const { id } = await addMilestone('Proof', dayAfter(0));
  await complete(id);
  setup.advance(8 * DAY);
  expect(await promises('?days=7')).toMatchObject({ kept: 0 });
  expect(await promises('?days=30')).toMatchObject({ kept: 1 });
});

test('a day ends at midnight of the freelancer', async () => {
  await setup.db
    .updateTable('users')
    .set({ time_zone: 'Pacific/Kiritimati' })
    .where('id', '=', ada.id)
    .execute();
  const noon = new Date(setup.context.now());
  noon.setUTCHours(36, 0, 0, 0);
  setup.advance((noon.getTime() - setup.context.now().getTime()) / 1000);
  // It is the next day in Kiritimati (UTC+14), which a milestone of today by UTC has missed.
  const { id } = await addMilestone('Proof', dayAfter(0));
  await complete(id);
  expect(await promises()).toMatchObject({
    kept: 0,
    late: 1,
    missed: [{ due_on: dayAfter(0), delivered_on: dayAfter(1) }],
  });
});

test('each promise of a next version counts, also one kept by a scheduled version', async () => {
  await expectVersion(dayAfter(1));
  await addVersion('1.0');
  setup.advance(60);
  await expectVersion(dayAfter(1));
  await expectVersion(dayAfter(2));
  const late = new Date(setup.context.now().getTime() + 3 * DAY * 1000).toISOString();
  await addVersion('2.0', late);
  setup.advance(3 * DAY + 60);
  const missed = { due_on: dayAfter(-1), milestone: null, delivered_on: dayAfter(0) };
  expect(await promises()).toMatchObject({ kept: 1, late: 1, overdue: 0, missed: [missed] });
  await expectVersion(dayAfter(1));
  expect(await promises()).toMatchObject({ kept: 1, late: 1, overdue: 0 });
  for (const overdue of [0, 1]) {
    setup.advance(DAY);
    expect(await promises()).toMatchObject({ kept: 1, late: 1, overdue });
  }
  await ada.browser.patch(`/api/projects/${project.id}/`, { status: 'cancelled' });
  expect(await promises()).toEqual({ kept: 0, late: 0, overdue: 0, missed: [] });
  await ada.browser.patch(`/api/projects/${project.id}/`, { status: 'auto' });
  await expectVersion(null);
  expect(await promises()).toMatchObject({ kept: 1, late: 1, overdue: 0 });
});
