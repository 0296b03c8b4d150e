import { expect, test } from 'vitest';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { newestImport, sendArchive } from '../../../testing/archives/archive-journeys.ts';
import { leftOf } from '../../../testing/archives/changed-archive.ts';
import { hostileArchives } from '../../../testing/archives/hostile-archives.ts';
import { runImport } from '../import/run/run-import.ts';
import { insertMark } from '../import/import-queries.ts';

const { setup, archive, entries } = await hostileArchives();

const records = String(entries.find(([name]) => name === 'data.jsonl')?.[1])
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { record: string; id: number });

test('customers who are deleted before their projects are imported stay deleted, and the projects are imported', async () => {
  const person = await setup.createFreelancer();
  const { id } = await sendArchive(setup, person, archive);
  expect((await person.browser.post(`/api/imports/${id}/bring/`, {})).statusCode).toBe(204);
  // This is the state after an attempt that ended once the customers were imported.
  for (const { record, id: old_id } of records) {
    if (record !== 'customer') continue;
    const { id: new_id } = await setup.createCustomer({ owner: person });
    await insertMark(setup.db, { import_id: id, kind: 'customer', old_id, new_id });
  }
  const list = async () => (await person.browser.get('/api/users/')).json<{ results: Customer[] }>().results;
  for (const customer of await list())
    expect((await person.browser.delete(`/api/users/${customer.id}/`)).statusCode).toBe(204);
  await runImport(setup.context, id, new AbortController().signal);
  expect(await newestImport(person)).toMatchObject({ state: 'done', problem: null });
  expect(await list()).toEqual([]);
  const { results } = (await person.browser.get('/api/projects/')).json<{ results: Project[] }>();
  expect(results.map(({ customer }) => customer)).toEqual(results.map(() => null));
  const [projects, ...left] = await leftOf(setup, person);
  expect([projects, ...left]).toEqual([records.filter(({ record }) => record === 'project').length, 0, 0, 0]);
});
