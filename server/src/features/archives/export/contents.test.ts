import { MissingObjectError } from '@vitrin/engine/storage/storage.ts';
import { expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { exportArchive } from '../../../testing/archives/archive-journeys.ts';
import { entriesOf } from '../../../testing/archives/changed-archive.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { makeExport } from './make-export.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const { db } = setup;

test("an archive has no look, visit or play of another freelancer's client", async () => {
  const { owner, customer, project, version } = await setup.createDelivery();
  const file = await setup.createFile({ version });
  const stranger = await setup.createCustomer();
  const at = setup.context.now().toISOString();
  for (const { id: user_id } of [customer, stranger]) {
    const of = { user_id, project_id: project.id };
    await db
      .insertInto('events')
      .values({ ...of, kind: 'project_opened', owner_id: owner.id, created_at: at })
      .execute();
    await db
      .insertInto('visits')
      .values({ ...of, opened_at: at, seen_at: at })
      .execute();
    const play = { version_id: version.id, file_id: file.id, device: 'phone', percent: 1 } as const;
    await db
      .insertInto('plays')
      .values({ ...of, ...play, last_at: at })
      .execute();
  }
  const entries = new Map(await entriesOf(await exportArchive(setup, owner)));
  const facts = String(entries.get('data.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { record: string; customer?: number })
    .filter(({ record }) => ['event', 'visit', 'play'].includes(record));
  expect(facts.map(({ record, customer: user }) => [record, user])).toEqual(
    ['event', 'visit', 'play'].map((record) => [record, customer.id]),
  );
});

test('an archive is made again when a file in it is deleted just before its list is kept', async () => {
  const { owner, version } = await setup.createDelivery();
  const file = await uploadTo(owner.browser, version.id, Buffer.from('kept in the store'), 'kept.bin');
  await setup.runJobs();
  await owner.browser.post('/api/export/');
  const { id } = await db
    .selectFrom('exports')
    .select('id')
    .where('owner_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  const { storage } = setup.context;
  const key = await setup.storageKeyOf(file.id);
  const write: Context['storage']['write'] = async (...given) => {
    const size = await storage.write(...given);
    await storage.delete([key]);
    return size;
  };
  await expect(makeExport({ ...setup.context, storage: { ...storage, write } }, id)).rejects.toThrow(
    MissingObjectError,
  );
  const { state } = await db
    .selectFrom('exports')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(state).toBe('making');
});
