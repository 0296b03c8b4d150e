import { expect, test } from 'vitest';
import type { ArchiveImports } from '@vitrin/shared/contract/archives.ts';
import type { OwnFace } from '@vitrin/shared/contract/faces.ts';
import { FREE_TEXT_BYTES, MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { rowPages } from '../../../database/pages.ts';
import {
  exportArchive,
  importAndWait,
  openImport,
  sendArchive,
} from '../../../testing/archives/archive-journeys.ts';
import type { Person } from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const source = await setup.createDelivery();
await source.owner.browser.patch('/api/face/', { greeting: 'From the archive' });
const archive = await exportArchive(setup, source.owner);
await source.owner.browser.patch('/api/face/', { greeting: 'Changed since' });

test('an archive that another freelancer has imported counts as new', async () => {
  const first = await setup.createFreelancer();
  const { id } = await sendArchive(setup, first, archive);
  expect((await importAndWait(setup, first, id)).state).toBe('done');
  const second = await setup.createFreelancer();
  const found = await sendArchive(setup, second, archive);
  expect(found.brought_before).toBeNull();
  expect((await importAndWait(setup, second, found.id)).state).toBe('done');
});

test('the list has no upload of another freelancer', async () => {
  const [sender, other] = [await setup.createFreelancer(), await setup.createFreelancer()];
  const listed = async ({ browser }: Person) =>
    (await browser.get('/api/imports/')).json<ArchiveImports>().results;
  await openImport(sender, 100);
  expect(await listed(sender)).toHaveLength(1);
  expect(await listed(other)).toEqual([]);
});

test('clients of another freelancer use none of the places for clients', async () => {
  const { id: owner_id } = await setup.createFreelancer();
  const created_at = setup.context.now().toISOString();
  const names = Array.from({ length: MAX_COUNTS.customers }, (_, index) => `crowd-${index}`);
  for await (const page of rowPages(names, 200))
    await setup.db
      .insertInto('users')
      .values(
        page.map((username) => ({
          username,
          username_key: username,
          name_key: username,
          user_type: 'customer' as const,
          password_hash: null,
          password_changed_at: null,
          language: 'en' as const,
          owner_id,
          created_at,
        })),
      )
      .execute();
  const person = await setup.createFreelancer();
  const { id } = await sendArchive(setup, person, archive);
  expect((await importAndWait(setup, person, id)).state).toBe('done');
});

test('texts of another freelancer take no space of an archive', async () => {
  const reservedBy = async (person: Person) => {
    await sendArchive(setup, person, archive);
    const { size_bytes } = await setup.db
      .selectFrom('uploads')
      .select('size_bytes')
      .where('owner_id', '=', person.id)
      .executeTakeFirstOrThrow();
    return size_bytes;
  };
  const [writer, person] = [await setup.createFreelancer(), await setup.createFreelancer()];
  const { id } = await setup.createProject({ owner: writer });
  await setup.db.updateTable('projects').set({ text_bytes: FREE_TEXT_BYTES }).where('id', '=', id).execute();
  expect(await reservedBy(person)).toBe(0);
  expect(await reservedBy(writer)).toBeGreaterThan(0);
});

test('an imported face is that of the archive, whatever other freelancers have', async () => {
  const person = await setup.createFreelancer();
  const { id } = await sendArchive(setup, person, archive);
  expect((await importAndWait(setup, person, id)).state).toBe('done');
  const { greeting } = (await person.browser.get('/api/face/')).json<OwnFace>();
  expect(greeting).toBe('From the archive');
});
