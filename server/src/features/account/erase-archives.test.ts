import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import { inTransaction } from '../../database/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import {
  exportArchive,
  importAndWait,
  newestImport,
  openImport,
  sendArchive,
} from '../../testing/archives/archive-journeys.ts';
import { everything, furnish, naming } from '../../testing/erasure/furnish.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { makeDue } from '../auth/erasure/erasures.ts';

const DAY = 24 * 3600;
const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const { db, context } = setup;

async function pass(days: number): Promise<void> {
  setup.advance(days * DAY + 1);
  while ((await setup.runJobs()) > 0);
}

const TABLES = ['exports', 'export_entries', 'imports', 'import_entries', 'brought_receipts'] as const;
const rowsOf = () =>
  Promise.all(
    TABLES.map((table) =>
      db
        .selectFrom(table as 'exports')
        .selectAll()
        .execute(),
    ),
  );

test('no archive of a deleted freelancer is left, nor any object or copy from it', async () => {
  const topaz = await furnish(setup, 'topaz');
  const { owner, browser } = topaz;
  const archive = await exportArchive(setup, owner);
  await sendArchive(setup, owner, archive);
  const storage_key = newStorageKey();
  await context.storage.write(storage_key, Readable.from([Buffer.from('topaz')]));
  const { id: project_id } = await db.selectFrom('projects').select('id').executeTakeFirstOrThrow();
  const receipt = { project_id, number: 1, storage_key, size_bytes: 5, sha256: 'x' };
  const brought_at = context.now().toISOString();
  await db
    .insertInto('brought_receipts')
    .values({ ...receipt, brought_at })
    .execute();
  expect((await rowsOf()).map((rows) => rows.length > 0)).toEqual([true, true, true, true, true]);

  expect((await browser.post('/api/account/erasure/', { password: PASSWORD })).statusCode).toBe(200);
  // A requested archive would have expired by itself, so one is made on the last day.
  await pass(13);
  await exportArchive(setup, owner);
  await pass(1);

  expect(await rowsOf()).toEqual([[], [], [], [], []]);
  expect(await Array.fromAsync(context.storage.list())).toEqual([]);
  expect(naming(await everything(setup), 'topaz')).toEqual([]);
});

test('a customer who is deleted is in no archive of their freelancer any more', async () => {
  const { owner, customer } = await furnish(setup, 'beryl');
  const found = await sendArchive(setup, owner, await exportArchive(setup, owner));
  await db.updateTable('plans').set({ project_limit: 100 }).execute();
  await importAndWait(setup, owner, found.id);
  const { owner: other } = await setup.createDelivery();
  const theirs = await sendArchive(setup, other, await exportArchive(setup, other));
  await importAndWait(setup, other, theirs.id);
  const summaryOfOther = async () => (await newestImport(other)).summary;
  expect(await summaryOfOther()).not.toBeNull();
  const named = async () =>
    (await db.selectFrom('imports').select('summary').execute()).filter(({ summary }) =>
      summary?.includes('beryl-client'),
    ).length;
  expect(await named()).toBe(1);
  await exportArchive(setup, owner);
  await inTransaction(context, async (tx) =>
    enqueue(tx, 'erase-account', { erasure_id: await makeDue(tx, customer.id) }),
  );
  await pass(0);
  expect(await named()).toBe(0);
  expect(await summaryOfOther()).not.toBeNull();
  const exports = db.selectFrom('exports').select('id').where('owner_id', '=', owner.id);
  expect(await exports.execute()).toEqual([]);
});

test('no archive can be sent into an account that is going to be deleted', async () => {
  const { owner, browser } = await furnish(setup, 'opal');
  expect((await browser.post('/api/account/erasure/', { password: PASSWORD })).statusCode).toBe(200);
  const refused = await openImport(owner, 100);
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { detail: expect.stringContaining('This account is going to be deleted') },
  ]);
});
