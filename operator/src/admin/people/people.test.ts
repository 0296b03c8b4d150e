import { FREE_TEXT_BYTES } from '@vitrin/shared/rules/counts.ts';
import { expect, test } from 'vitest';
import { installationOf, linesOf } from '../../testing/examined.ts';
import { examine } from '../../doctor/doctor.ts';
import type { Person } from '@vitrin/server/testing/factories.ts';
import { postPicture } from '@vitrin/server/testing/pictures.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { runCommand } from '../commands.ts';

const setup = await sharedTestApp();

type Listed = { count: number; page: number; pages: number; results: Record<string, unknown>[] };

const run = (...words: string[]) => runCommand(setup.context, words);
const json = async <T = Listed>(...words: string[]) => JSON.parse(await run(...words, '--json')) as T;
/** Opens the upload of a file of 500 bytes. */
const openUpload = ({ browser }: Person, version: number) =>
  browser.post('/api/uploads/', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': '500',
    'upload-metadata': `filename ${btoa('a')},version ${btoa(String(version))}`,
  });
const namesOf = ({ results }: Listed) => results.map(({ username }) => username);

test('people are listed by name, of one type, in pages', async () => {
  const owner = await setup.createFreelancer({ username: 'list-owner' });
  const many = Array.from({ length: 53 }, (_, index) => `many-${String(index).padStart(3, '0')}`);
  for (const username of many) await setup.createCustomer({ owner, username });
  const first = await json('users', 'find', 'many-', '--type', 'customer');
  expect({ ...first, results: first.results.length }).toEqual({ count: 53, page: 1, pages: 2, results: 50 });
  const second = await json('users', 'find', 'many-', '--page', '2');
  expect([...namesOf(first), ...namesOf(second)]).toEqual(many);
  expect(first.results[0]).toMatchObject({ freelancer: 'list-owner', type: 'customer' });
  expect(await run('users', 'find', 'many-')).toMatch(
    /\n53 in all, page 1 of 2; the next page is --page 2\.$/,
  );
  expect(await run('users', 'find', 'many-', '--page', '9')).toBe('There is no page 9; the last one is 2.');
  expect(namesOf(await json('users', 'list', '--type', 'freelancer'))).toEqual(['list-owner']);
  expect((await json('users', 'list')).count).toBe(54);
});

test('people are found by a part of their name or address, and wildcards are taken literally', async () => {
  await setup.createFreelancer({ username: 'Işıl_Ünal' });
  expect(namesOf(await json('users', 'find', 'IŞIL'))).toEqual(['Işıl_Ünal']);
  expect(namesOf(await json('users', 'find', 'l_ü'))).toEqual(['Işıl_Ünal']);
  await setup.createFreelancer({ username: 'findable' });
  expect(namesOf(await json('users', 'find', 'Findable@EXAMPLE'))).toEqual(['findable']);
  expect(await json('users', 'find', '%')).toMatchObject({ count: 0 });
  expect(await run('users', 'find', '%')).toBe('There is nobody.');
});

test('a person is shown by name or address, without anything that could be used to sign in', async () => {
  const ada = await setup.createFreelancer({ username: 'ada-shown' });
  await setup.db.updateTable('users').set({ password_hash: 'HASH' }).where('id', '=', ada.id).execute();
  const { id_hash } = await setup.db
    .selectFrom('sessions')
    .select('id_hash')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow();
  await setup.createProject({ owner: ada });
  await setup.createCustomer({ owner: ada });
  for (const name of ['ADA-shown', 'Ada-Shown@Example.com']) {
    expect(await json<object>('users', 'show', name)).toMatchObject({
      username: 'ada-shown',
      type: 'freelancer',
      plan: 'free',
      has_password: true,
      projects: 1,
      customers: 1,
      sessions: 1,
      emails: [{ email: 'ada-shown@example.com', verified: true }],
    });
    const text = await run('users', 'show', name);
    expect(text).toMatch(/^emails +ada-shown@example\.com$/m);
    for (const secret of ['HASH', id_hash]) expect(text).not.toContain(secret);
  }
  await run('users', 'end-sessions', 'ada-shown');
  expect(await json<object>('users', 'show', 'ada-shown')).toMatchObject({ sessions: 0 });
});

test('a person of a client is shown with that client and its projects, and each is counted by its own kind', async () => {
  const owner = await setup.createFreelancer({ username: 'company-owner' });
  const customer = await setup.createCustomer({ owner, username: 'company' });
  const anna = await setup.createClientPerson(customer, { username: 'company-anna' });
  const removed = await setup.createClientPerson(customer, { username: 'company-gone' });
  const shared = await setup.createProject({ owner, customer, name: 'Shared' });
  await anna.browser.post('/api/seen/', { kind: 'project_opened', id: shared.id });
  await owner.browser.delete(`/api/users/${customer.id}/people/${removed.id}/`);
  const listed = await json('users', 'find', 'company-a');
  expect(listed.results).toMatchObject([{ username: 'company-anna', client: 'company', type: 'customer' }]);
  expect(await run('users', 'find', 'company-a')).toMatch(
    /company-anna +customer +company-owner +company +-/,
  );
  const shown = (name: string) => json<object>('users', 'show', name);
  expect(await shown('company-anna')).toMatchObject({ client: 'company', projects: 1, people: 0 });
  expect(await shown('company')).toMatchObject({ client: null, projects: 1, customers: 0, people: 1 });
  expect(await shown('company-owner')).toMatchObject({ client: null, customers: 1, people: 1 });
  expect((await json('projects', 'list', 'company-anna')).results).toMatchObject([{ id: shared.id }]);
});

test('an address means the person who verified it, not the one who has it as a username', async () => {
  await setup.createFreelancer({ username: 'true-owner' });
  await setup.createFreelancer({ username: 'true-owner@example.com' });
  expect(await json<object>('users', 'show', 'true-owner@example.com')).toMatchObject({
    username: 'true-owner',
  });
});

test("a freelancer's projects are listed, and those that a customer sees", async () => {
  const owner = await setup.createFreelancer({ username: 'project-owner' });
  const customer = await setup.createCustomer({ owner, username: 'project-client' });
  const shared = await setup.createProject({ owner, customer, name: 'B\u001b[2J shared' });
  await setup.createProject({ owner, name: 'A own' });
  await setup.createProject();
  const version = await setup.createVersion({ project: shared });
  await setup.createFile({ version, size_bytes: 70 });
  const own = await json('projects', 'list', 'project-owner');
  expect(own.results).toMatchObject([
    { name: 'A own', customer: null, files: 0, file_bytes: 0 },
    { id: shared.id, customer: 'project-client', files: 1, file_bytes: 70 },
  ]);
  expect((await json('projects', 'list', 'project-client')).results).toMatchObject([{ id: shared.id }]);
  expect(await run('projects', 'list', 'project-owner')).toContain('B?[2J shared');
  await setup.createFreelancer({ username: 'idle' });
  expect(await run('projects', 'list', 'idle')).toBe('idle has no projects.');
});

test('the usage of a plan is shown by kind', async () => {
  const owner = await setup.createFreelancer({ username: 'storage-owner' });
  const project = await setup.createProject({ owner });
  const version = await setup.createVersion({ project });
  await setup.createFile({ version, size_bytes: 1000 });
  expect((await openUpload(owner, version.id)).statusCode).toBe(201);
  const sheet = await json<Record<string, number>>('storage', 'STORAGE-owner');
  expect(sheet).toMatchObject({
    username: 'storage-owner',
    files: 1,
    file_bytes: 1000,
    pictures: 0,
    reserved_bytes: 500,
    used_bytes: 1500,
  });
  expect((sheet['left_bytes'] ?? 0) + 1500).toBe(sheet['limit_bytes']);
  expect(await run('storage', 'storage-owner')).toMatch(/^file_bytes +1000$/m);
  await setup.createCustomer({ owner, username: 'storage-client' });
  await expect(run('storage', 'storage-client')).rejects.toThrow('is a customer');
});

test('the usage of a plan leaves out what another freelancer has', async () => {
  const other = await setup.createDelivery();
  await setup.createFile({ version: other.version, size_bytes: 1000 });
  await postPicture(other.owner);
  await setup.db
    .updateTable('projects')
    .set({ text_bytes: 2 * FREE_TEXT_BYTES })
    .where('id', '=', other.project.id)
    .execute();
  const opened = await openUpload(other.owner, other.version.id);
  expect(opened.statusCode).toBe(201);
  await setup.createFreelancer({ username: 'stores-nothing' });
  expect(await json('storage', 'stores-nothing')).toMatchObject({
    files: 0,
    file_bytes: 0,
    pictures: 0,
    picture_bytes: 0,
    text_bytes: 0,
    reserved_bytes: 0,
    used_bytes: 0,
  });
});

test('recounting mends the sums that the doctor reports, and no others', async () => {
  const owner = await setup.createFreelancer({ username: 'recount-owner' });
  const project = await setup.createProject({ owner });
  await setup.createMilestone({ project, completed: true });
  await setup.createFile({ version: await setup.createVersion({ project }) });
  const other = await setup.createProject();
  await run('storage', 'recount', '--all');
  const sound = await examine(installationOf(setup), ['sums']);
  expect(linesOf(sound)).toEqual([expect.stringMatching(/^ok/)]);
  const rows = () => setup.db.selectFrom('projects').selectAll().orderBy('id').execute();
  const before = await rows();
  const wrong = { text_bytes: 7, milestones_total: 9, progress: 3 };
  await setup.db.updateTable('projects').set(wrong).where('id', 'in', [project.id, other.id]).execute();
  const sums = () => setup.db.selectFrom('file_sums').selectAll().orderBy('project_id').execute();
  const sumsBefore = await sums();

  expect(await run('storage', 'recount', 'recount-owner')).toBe(
    'recount-owner: 1 projects counted, 1 of them corrected.',
  );
  expect((await rows()).filter(({ id }) => id !== other.id)).toEqual(
    before.filter(({ id }) => id !== other.id),
  );
  expect((await rows()).find(({ id }) => id === other.id)).toMatchObject(wrong);
  const all = await json<object>('storage', 'recount', '--all');
  expect(all).toMatchObject({ corrected: 1, projects: before.length });
  expect(await rows()).toEqual(before);
  await setup.db.updateTable('file_sums').set({ bytes: 99 }).where('project_id', '=', project.id).execute();
  expect(await run('storage', 'recount', 'recount-owner')).toContain('1 of them corrected');
  expect(await sums()).toEqual(sumsBefore);
});
