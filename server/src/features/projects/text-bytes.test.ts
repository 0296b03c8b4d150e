import { expect, test } from 'vitest';
import { FREE_TEXT_BYTES, MAX_PROJECT_TEXT_BYTES } from '@vitrin/shared/rules/counts.ts';
import { GIB } from '@vitrin/shared/rules/storage/storage.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

const LONG = `<p>${'ş'.repeat(90_000)}</p>`;

async function bytesOf(projectId: number): Promise<number> {
  const { text_bytes } = await setup.db
    .selectFrom('projects')
    .select('text_bytes')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return text_bytes;
}

const setBytes = (projectId: number, text_bytes: number) =>
  setup.db.updateTable('projects').set({ text_bytes }).where('id', '=', projectId).execute();

const write = ({ browser }: Person, project: number, description: string) =>
  browser.post('/api/milestones/', { name: 'm', description, project });

test('the bytes of every text are counted when it is added, changed and deleted', async () => {
  const owner = await setup.createFreelancer();
  const made = await owner.browser.post('/api/projects/', { name: 'Çay', description: '<p>ş</p>' });
  const { id } = made.json<{ id: number }>();
  let expected = 4 + 9;
  expect(await bytesOf(id)).toBe(expected);
  const milestone = (await write(owner, id, '<p>12345</p>')).json<{ id: number }>();
  expect(await bytesOf(id)).toBe((expected += 1 + 12));
  const input = { version_number: '1.0', description: '<p>1</p>', project: id };
  const version = (await owner.browser.post('/api/versions/', input)).json<{ id: number }>();
  expect(await bytesOf(id)).toBe((expected += 3 + 8));
  await owner.browser.patch(`/api/projects/${id}/`, { name: 'Tea' });
  expect(await bytesOf(id)).toBe((expected -= 1));
  await owner.browser.patch(`/api/milestones/${milestone.id}/`, { description: '<p>1</p>', completed: true });
  expect(await bytesOf(id)).toBe((expected -= 4));
  await owner.browser.patch(`/api/versions/${version.id}/`, { version_number: '1' });
  expect(await bytesOf(id)).toBe((expected -= 2));
  await owner.browser.delete(`/api/milestones/${milestone.id}/`);
  await owner.browser.delete(`/api/versions/${version.id}/`);
  expect(await bytesOf(id)).toBe(3 + 9);
});

test('a project holds exactly 2 MB of texts, however many arrive at once', async () => {
  const owner = await setup.createFreelancer();
  const { id } = await setup.createProject({ owner });
  const answers = await Promise.all(Array.from({ length: 14 }, () => write(owner, id, LONG)));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(11);
  const refusal = answers.find(({ statusCode }) => statusCode === 400);
  expect(refusal?.json()).toEqual({
    detail: 'The texts of a project take at most 2 MB together. Shorten some of them first.',
  });
  expect(await bytesOf(id)).toBeLessThanOrEqual(MAX_PROJECT_TEXT_BYTES);
  const milestones = setup.db.selectFrom('milestones').select('id').where('project_id', '=', id);
  expect(await milestones.execute()).toHaveLength(11);

  for (const [address, input] of [
    [`/api/projects/${id}/`, { description: LONG }],
    [`/api/versions/${(await setup.createVersion({ project: { id } })).id}/`, { description: LONG }],
    [`/api/milestones/${(await setup.createMilestone({ project: { id } })).id}/`, { description: LONG }],
  ] as const)
    expect((await owner.browser.patch(address, input)).statusCode).toBe(400);
});

test('a text that is already too long may be shortened, and ticked', async () => {
  const owner = await setup.createFreelancer();
  const { id } = await setup.createProject({ owner });
  const milestones = [];
  for (let index = 0; index < 12; index += 1) {
    const milestone = await setup.createMilestone({ project: { id } });
    const long = { description: LONG };
    await setup.db.updateTable('milestones').set(long).where('id', '=', milestone.id).execute();
    milestones.push(milestone.id);
  }
  await setBytes(id, 12 * Buffer.byteLength(LONG) + 1000);
  const address = `/api/milestones/${milestones[0]}/`;
  expect((await owner.browser.patch(address, { completed: true })).statusCode).toBe(200);
  expect((await owner.browser.patch(address, { description: '<p>short</p>' })).statusCode).toBe(200);
  expect((await owner.browser.delete(`/api/milestones/${milestones[1]}/`)).statusCode).toBe(204);
  expect(await bytesOf(id)).toBeLessThan(MAX_PROJECT_TEXT_BYTES);
});

test("texts beyond 20 MB count as used storage, and are refused beyond the plan's limit", async () => {
  const owner = await setup.createFreelancer();
  const full = await setup.createProject({ owner });
  const { id } = await setup.createProject({ owner });
  const used = async () =>
    Math.round((await owner.browser.get(`/api/users/${owner.id}/`)).json<User>().used_storage * GIB);
  await setBytes(full.id, FREE_TEXT_BYTES);
  expect(await used()).toBe(0);
  await setBytes(full.id, FREE_TEXT_BYTES + 1000);
  expect(await used()).toBe(1000);

  const limit = 300_000;
  const extra_storage_gb = limit / GIB - 0.5;
  await setup.db.updateTable('users').set({ extra_storage_gb }).where('id', '=', owner.id).execute();
  const answers = await Promise.all([write(owner, id, LONG), write(owner, id, LONG)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400]);
  const refusal = answers.find(({ statusCode }) => statusCode === 400);
  expect(refusal?.json<{ detail: string }>().detail).toMatch(/^There is not enough storage for this text/);
  expect(await used()).toBeLessThanOrEqual(limit);
  expect((await write(owner, id, '')).statusCode).toBe(201);
});

test('free text is counted for each freelancer: others who wrote more use none of it', async () => {
  const rich = await setup.createProject({ owner: await setup.createFreelancer() });
  await setBytes(rich.id, FREE_TEXT_BYTES + 1000);
  const owner = await setup.createFreelancer();
  const { id } = await setup.createProject({ owner });
  const version = await setup.createVersion({ project: { id } });
  await setup.createFile({ version, size_bytes: GIB });
  // The plan's storage is exceeded already, and free text is still accepted.
  expect((await write(owner, id, LONG)).statusCode).toBe(201);
});
