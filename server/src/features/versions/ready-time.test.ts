import { beforeEach, expect, test } from 'vitest';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
let owner: Person;
let customer: Person;
let project: { id: number };
beforeEach(async () => {
  ({ owner, customer, project } = await setup.createDelivery());
});

const inSeconds = (seconds: number) => new Date(setup.context.now().getTime() + seconds * 1000).toISOString();
const YEAR_SECONDS = 366 * 24 * 3600;

const post = (values: object) =>
  owner.browser.post('/api/versions/', { project: project.id, version_number: '2', ...values });
const create = async (values: object) => (await post(values)).json<Version>();
const edit = ({ id }: { id: number }, values: object) => owner.browser.patch(`/api/versions/${id}/`, values);
const shown = async () =>
  (await customer.browser.get(`/api/projects/${project.id}/`, { 'x-looks': 'reported' })).json<Project>();

async function isShown({ id }: { id: number }): Promise<boolean> {
  return (await shown()).versions.some((version) => version.id === id);
}

test('a new version is ready now, unless it is made a draft or given a time', async () => {
  const [plain, ready, draft, later] = await Promise.all(
    [{}, { ready_at: 'now' }, { ready_at: null }, { ready_at: inSeconds(60) }].map(create),
  );
  const now = setup.context.now().toISOString();
  expect([plain, ready, draft, later].map((version) => version?.ready_at)).toEqual([
    now,
    now,
    null,
    inSeconds(60),
  ]);
  expect((await shown()).versions.map(({ id }) => id)).toEqual(
    expect.arrayContaining([plain?.id, ready?.id]),
  );
  expect((await shown()).versions).toHaveLength(3);
});

test('a form makes a draft by an empty text', async () => {
  const version = await create({ ready_at: '' });
  expect(version.ready_at).toBeNull();
});

test('a time is accepted in any zone, and returned in UTC', async () => {
  const version = await create({ ready_at: '2026-12-01T14:00:00+03:00' });
  expect(version.ready_at).toBe('2026-12-01T11:00:00.000Z');
});

test('a time in the past, too far ahead or invalid is refused with a sentence', async () => {
  const draft = await create({ ready_at: null });
  const refusals: [unknown, string][] = [
    [inSeconds(0), 'This time has passed. Choose a later one, or publish the version now.'],
    [inSeconds(-3600), 'This time has passed. Choose a later one, or publish the version now.'],
    [inSeconds(2 * YEAR_SECONDS + 1), 'Choose a time within the next two years.'],
    ['9999-12-31T23:59:59.999Z', 'Choose a time within the next two years.'],
    ['tomorrow', 'Enter a valid value.'],
    ['2026-02-30T10:00:00Z', 'Enter a valid value.'],
    ['2026-12-01T10:00:00', 'Enter a valid value.'],
    ['9'.repeat(60_000), 'Enter a valid value.'],
    [7, 'Enter a valid value.'],
    [true, 'Enter a valid value.'],
    [{}, 'Enter a valid value.'],
  ];
  for (const [ready_at, sentence] of refusals)
    for (const answer of [await post({ ready_at }), await edit(draft, { ready_at })]) {
      expect(answer.statusCode, JSON.stringify(ready_at)?.slice(0, 50)).toBe(400);
      expect(answer.json()).toEqual({ ready_at: [sentence] });
    }
  expect(await isShown(draft)).toBe(false);
  expect((await edit(draft, { ready_at: inSeconds(2 * YEAR_SECONDS) })).statusCode).toBe(200);
});

test('a draft is made ready by one call, and is visible at once', async () => {
  const draft = await create({ ready_at: null });
  setup.advance(3600);
  const { ready_at, created_at } = (await edit(draft, { ready_at: 'now' })).json<Version>();
  expect([ready_at, created_at]).toEqual([setup.context.now().toISOString(), draft.created_at]);
  const [theirs] = (await shown()).versions.filter(({ id }) => id === draft.id);
  expect(theirs).toMatchObject({ created_at: ready_at, ready_at });
  expect((await shown()).last_updated).toBe(ready_at);
});

test('a save with an unchanged time updates no date, even if the time has passed', async () => {
  const version = await create({ ready_at: inSeconds(60) });
  const plain = await create({});
  setup.advance(3600);
  for (const [{ id }, ready_at] of [
    [version, version.ready_at],
    [version, 'now'],
    [plain, plain.ready_at],
    [plain, 'now'],
  ] as const) {
    const saved = await edit({ id }, { ready_at });
    expect(saved.statusCode).toBe(200);
    expect([version, plain]).toContainEqual(saved.json<Version>());
  }
});

test('an existing version from before this feature is ready, and stays so', async () => {
  const [old] = (await shown()).versions;
  const own = (await owner.browser.get(`/api/versions/?project=${project.id}`)).json<{
    results: Version[];
  }>();
  expect(own.results[0]).toMatchObject({ ready_at: old?.created_at, created_at: old?.created_at });
  const saved = (await edit({ id: old?.id ?? 0 }, { ready_at: old?.ready_at })).json<Version>();
  expect(saved).toEqual(own.results[0]);
});

test('a version that the client has seen can be withdrawn, and made ready again', async () => {
  const version = await create({});
  expect(await isShown(version)).toBe(true);
  setup.advance(60);
  const hidden = await edit(version, { ready_at: null });
  expect(hidden.json<Version>()).toMatchObject({ ready_at: null, created_at: version.created_at });
  expect(await isShown(version)).toBe(false);
  expect((await shown()).last_updated).toBe(setup.context.now().toISOString());
  setup.advance(60);
  await edit(version, { ready_at: inSeconds(60) });
  expect(await isShown(version)).toBe(false);
  setup.advance(60);
  expect(await isShown(version)).toBe(true);
});

test('the later of two updates of the time is refused if its form is the older one', async () => {
  const draft = await create({ ready_at: null });
  setup.advance(60);
  expect((await edit(draft, { ready_at: 'now', edited_at: draft.edited_at })).statusCode).toBe(200);
  const late = await edit(draft, { ready_at: null, edited_at: draft.edited_at });
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({
    current: { id: draft.id, ready_at: setup.context.now().toISOString() },
  });
  expect(await isShown(draft)).toBe(true);
});

test('its client cannot set the time', async () => {
  const version = await create({});
  const answer = await customer.browser.patch(`/api/versions/${version.id}/`, { ready_at: null });
  expect(answer.statusCode).toBe(403);
  expect(await isShown(version)).toBe(true);
});

test('a change in a draft updates the date of the project for its freelancer only', async () => {
  setup.advance(60);
  const before = (await shown()).last_updated;
  const draft = await create({ ready_at: null });
  setup.advance(60);
  await edit(draft, { description: '<p>More</p>' });
  const own = await owner.browser.get(`/api/projects/${project.id}/`);
  expect(own.json<Project>().last_updated).toBe(setup.context.now().toISOString());
  expect((await shown()).last_updated).toBe(before);
  setup.advance(60);
  await owner.browser.post('/api/milestones/', { project: project.id, name: 'Idea' });
  expect((await shown()).last_updated).toBe(setup.context.now().toISOString());
});

test('a copy of a project has none of its versions or drafts', async () => {
  await create({ ready_at: null });
  const copy = (await owner.browser.post(`/api/projects/${project.id}/duplicate/`)).json<{ id: number }>();
  const made = (await owner.browser.get(`/api/projects/${copy.id}/`)).json<Project>();
  expect([made.versions, made.cover]).toEqual([[], null]);
});
