import { expect, test } from 'vitest';
import { newestImport, openImport, sendArchive } from '../../../testing/archives/archive-journeys.ts';
import type { Person } from '../../../testing/factories.ts';
import { leftOf } from '../../../testing/archives/changed-archive.ts';
import { hostileArchives } from '../../../testing/archives/hostile-archives.ts';
import { OCTETS } from '../../../testing/tus.ts';
import { insertImport } from '../import/import-queries.ts';
import { sweepImports } from '../import/imports.ts';

const { setup, archive, keys } = await hostileArchives();

/** Makes a kind of job give up, and expects the import to end with a sentence and to leave nothing behind. */
async function expectRefusedOnceGivenUp(person: Person, kind: string, before: string[]): Promise<void> {
  const gave_up_at = setup.context.now().toISOString();
  await setup.db.updateTable('jobs').set({ gave_up_at }).where('kind', '=', kind).execute();
  await sweepImports(setup.context);
  await setup.runJobs();
  expect(await newestImport(person)).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('could not be imported') as string,
  });
  expect(await leftOf(setup, person)).toEqual([0, 0, 0, 0]);
  expect(await keys()).toEqual(before);
}

test('an archive with an abandoned import ends with a sentence and leaves nothing behind', async () => {
  const person = await setup.createFreelancer();
  const before = await keys();
  const { id } = await sendArchive(setup, person, archive);
  await person.browser.post(`/api/imports/${id}/bring/`, {});
  await sweepImports(setup.context);
  expect((await newestImport(person)).state).toBe('bringing');
  await expectRefusedOnceGivenUp(person, 'bring-import', before);
});

test('an archive with an abandoned check ends with a sentence and leaves nothing behind', async () => {
  const person = await setup.createFreelancer();
  const before = await keys();
  const opened = await openImport(person, archive.length);
  await person.browser.request({
    method: 'PATCH',
    url: String(opened.headers['location']),
    payload: archive,
    headers: { ...OCTETS, 'upload-offset': '0' },
  });
  const created_at = setup.context.now().toISOString();
  await insertImport(setup.context.db, {
    id: (await newestImport(person)).id,
    owner_id: person.id,
    created_at,
  });
  await sweepImports(setup.context);
  expect((await newestImport(person)).state).toBe('checking');
  await expectRefusedOnceGivenUp(person, 'check-import', before);
});
