import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { ReceiptStamp } from '@vitrin/shared/rules/receipts/receipt-lines.ts';
import type { Person } from '../../testing/factories.ts';
import { uploadTo } from '../../testing/forms.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { startTimeAuthority } from '../../testing/ledger/time-authority.ts';
import { startStamping } from './stamps.ts';

const setup = await sharedTestApp();
let ada: Person;
let project: { id: number };
let version: { id: number };
/** Shared by all tests, because making its key takes a second. */
const { authority, stop } = await startTimeAuthority();
afterAll(stop);

beforeEach(async () => {
  await setup.db.deleteFrom('ledger_heads').execute();
  await setup.db.deleteFrom('ledger_entries').execute();
  await setup.db.deleteFrom('jobs').where('kind', '=', 'stamp-ledgers').execute();
  ({ owner: ada, project, version } = await setup.createDelivery());
  Object.assign(authority, { mood: 'right', asked: 0 });
  setup.config.timestampUrl = authority.url;
  return () => (setup.config.timestampUrl = undefined);
});

type Receipt = { entries: { number: number; kind: string; previous: string }[]; stamp?: ReceiptStamp };

async function receipt(): Promise<Receipt & { text: string }> {
  const answer = await ada.browser.get(`/api/projects/${project.id}/receipt/`);
  return { ...answer.json<Receipt>(), text: answer.body };
}

/** Lets the hours pass that the job waits between its runs. */
async function waitForStamps(): Promise<void> {
  await startStamping(setup.context);
  setup.advance(3601);
  await setup.runJobs();
}

test('a ledger is stamped, and openssl verifies the stamp of the receipt', async () => {
  await uploadTo(ada.browser, version.id, randomBytes(10), 'a.bin');
  const { entries: before, stamp: none } = await receipt();
  expect(none).toBeUndefined();
  await waitForStamps();
  const { entries, stamp } = await receipt();
  expect(entries).toHaveLength(before.length);
  expect(stamp).toMatchObject({ entries: before.length });
  const { head = '', token = '' } = stamp ?? {};
  const verified = authority.verify(token, head);
  expect(verified).toContain('Verification: OK');
  expect(() =>
    authority.verify(
      token,
      head.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    ),
  ).toThrow('mismatch');

  // Unchanged ledgers are not stamped again; until new entries are stamped, the receipt has the older stamp.
  await waitForStamps();
  expect(authority.asked).toBe(1);
  await uploadTo(ada.browser, version.id, randomBytes(10), 'b.bin');
  const later = await receipt();
  expect(later.entries[before.length]?.previous).toBe(later.stamp?.head);
  expect(later.stamp).toEqual(stamp);
  await waitForStamps();
  expect((await receipt()).stamp?.entries).toBe(before.length + 1);
});

test.each(['away', 'rejecting', 'replayed', 'endless'] as const)(
  'an authority that is %s costs the stamp only, and is asked again',
  async (mood) => {
    await uploadTo(ada.browser, version.id, randomBytes(10), 'a.bin');
    await waitForStamps();
    const { stamp } = await receipt();
    await uploadTo(ada.browser, version.id, randomBytes(10), 'b.bin');
    authority.mood = mood;
    await waitForStamps();
    expect(authority.asked).toBe(2);
    expect((await receipt()).stamp).toEqual(stamp);
    authority.mood = 'right';
    await waitForStamps();
    const { stamp: after, entries } = await receipt();
    expect(after?.entries).toBe(entries.length);
  },
);

test('without TIMESTAMP_URL no authority is contacted', async () => {
  setup.config.timestampUrl = undefined;
  await uploadTo(ada.browser, version.id, randomBytes(10), 'a.bin');
  await waitForStamps();
  expect(authority.asked).toBe(0);
  const jobs = await setup.db.selectFrom('jobs').select('id').where('kind', '=', 'stamp-ledgers').execute();
  expect(jobs).toEqual([]);
});
