import { expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import {
  exportArchive,
  newestImport,
  openImport,
  sendArchive,
} from '../../../testing/archives/archive-journeys.ts';
import type { Person } from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { OCTETS } from '../../../testing/tus.ts';
import { checkImport } from './check/check-import.ts';
import { clearImport, refuse } from './refuse.ts';
import { runImport } from './run/run-import.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const source = await setup.createFreelancer();
for (const name of ['First', 'Second']) await setup.createProject({ owner: source, name });
const archive = await exportArchive(setup, source);

const { signal } = new AbortController();
const ended = { detail: { key: 'imports.failed' } } as const;

/** The context of the application, in which the first read of the store waits for `meanwhile`. */
function whileReading(meanwhile: () => Promise<unknown>): Context {
  const { context } = setup;
  let isDone = false;
  const read: Context['storage']['read'] = async (...given) => {
    if (!isDone) {
      isDone = true;
      await meanwhile();
    }
    return context.storage.read(...given);
  };
  return { ...context, storage: { ...context.storage, read } };
}

/** A freelancer, and their import that is confirmed and has not begun. */
async function confirmed() {
  const person = await setup.createFreelancer();
  const { id } = await sendArchive(setup, person, archive);
  expect((await person.browser.post(`/api/imports/${id}/bring/`, {})).statusCode).toBe(204);
  return { person, id };
}

const countProjects = async ({ browser }: Person) =>
  (await browser.get('/api/projects/')).json<{ count: number }>().count;

test('an import that ends while its archive is read brings no project', async () => {
  const { person, id } = await confirmed();
  await runImport(
    whileReading(() => refuse(setup.context, id, ended)),
    id,
    signal,
  );
  expect((await newestImport(person)).state).toBe('refused');
  expect(await countProjects(person)).toBe(0);
});

test('an account that asks for its deletion while its archive is read gets no project', async () => {
  const { person, id } = await confirmed();
  const now = setup.context.now().toISOString();
  const leave = () =>
    setup.db.insertInto('erasures').values({ user_id: person.id, asked_at: now, due_at: now }).execute();
  await runImport(whileReading(leave), id, signal);
  expect(await newestImport(person)).toMatchObject({
    state: 'ready',
    problem: expect.stringContaining('going to be deleted') as string,
  });
  expect(await countProjects(person)).toBe(0);
});

test('a plan that is filled while an archive is read gets no project beyond its limit', async () => {
  const { person, id } = await confirmed();
  const { project_limit } = await setup.db
    .selectFrom('plans')
    .select('project_limit')
    .where('code', '=', 'free')
    .executeTakeFirstOrThrow();
  const fill = async () => {
    for (let count = 1; count < project_limit; count += 1) await setup.createProject({ owner: person });
  };
  await runImport(whileReading(fill), id, signal);
  expect(await newestImport(person)).toMatchObject({
    state: 'ready',
    problem: expect.any(String) as string,
  });
  expect(await countProjects(person)).toBe(project_limit);
});

test('an import that ends while its archive is checked keeps no list of the entries', async () => {
  const person = await setup.createFreelancer();
  const opened = await openImport(person, archive.length);
  await person.browser.request({
    method: 'PATCH',
    url: String(opened.headers['location']),
    payload: archive,
    headers: { ...OCTETS, 'upload-offset': '0' },
  });
  const { id } = await newestImport(person);
  const end = async () => {
    await refuse(setup.context, id, ended);
    await clearImport(setup.context, id);
  };
  await checkImport(whileReading(end), id);
  expect((await newestImport(person)).state).toBe('refused');
  expect(
    await setup.db.selectFrom('import_entries').select('name').where('import_id', '=', id).execute(),
  ).toEqual([]);
});
