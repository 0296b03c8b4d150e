import { beforeEach, expect, test } from 'vitest';
import { verifyReceipt } from '@vitrin/shared/rules/receipts/verify-receipt.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import type { Delivery } from '../../testing/factories.ts';
import { receiptTools } from '../../testing/ledger/receipt-tools.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { writeBatch } from '../events/batch.ts';
import type { NewEvent } from '../events/queries.ts';

/** Events are written in batches, so first looks in many projects reach their ledgers at once. */

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
let begun: Delivery;
let fresh: Delivery;
let waiting: Delivery;
/** A version of the third project that becomes visible after its ledger was begun. */
let late: number;

beforeEach(async () => {
  [begun, fresh, waiting] = [
    await setup.createDelivery(),
    await setup.createDelivery(),
    await setup.createDelivery(),
  ];
  for (const one of [begun, waiting]) await receipt(one);
  const ready_at = new Date(setup.context.now().getTime() + 3_600_000).toISOString();
  const input = { project: waiting.project.id, version_number: '2.0', ready_at };
  late = (await waiting.owner.browser.post('/api/versions/', input)).json<Version>().id;
  setup.advance(4000);
});

type Entry = { kind: string; version_id?: number; file_id?: number; person?: string };
type ReceiptText = { entries: Entry[]; people: { person: string; name: string }[] };

/** The lines of a ledger as kind, version and file; verifies each, with its client as the only person. */
async function receipt({ owner, customer, project }: Delivery) {
  const { body } = await owner.browser.get(`/api/projects/${project.id}/receipt/`);
  expect(await verifyReceipt(body, receiptTools)).toMatchObject({ isGenuine: true });
  const { entries, people } = JSON.parse(body) as ReceiptText;
  expect(people.map(({ name }) => name)).toEqual(people.length === 0 ? [] : [customer.username]);
  for (const { kind, person } of entries) if (kind === 'seen') expect(person).toBe(people[0]?.person);
  return entries.map(({ kind, version_id, file_id }) => [kind, version_id, file_id]);
}

function look(
  { owner, customer, project }: Delivery,
  version_id: number,
  file_id: number | null = null,
): NewEvent {
  return {
    kind: file_id === null ? 'version_opened' : 'file_previewed',
    user_id: customer.id,
    owner_id: owner.id,
    project_id: project.id,
    version_id,
    file_id,
    link_id: null,
    created_at: setup.context.now().toISOString(),
  };
}

test('looks in many projects are recorded in each ledger once, after entries due before', async () => {
  const files = [
    await setup.createFile({ version: fresh.version }),
    await setup.createFile({ version: begun.version }),
  ] as const;
  const looks = [
    look(waiting, late),
    look(begun, begun.version.id),
    look(fresh, fresh.version.id, files[0].id),
    look(begun, begun.version.id, files[1].id),
    look(fresh, fresh.version.id),
    look(begun, begun.version.id),
  ];
  await writeBatch(setup.context, looks);
  setup.advance(3600);
  // They count again after an hour, but not as first looks.
  const again = looks.map((one) => ({ ...one, created_at: setup.context.now().toISOString() }));
  await writeBatch(setup.context, again);
  expect(await receipt(begun)).toEqual([
    ['ledger_begun', undefined, undefined],
    ['version_ready', begun.version.id, undefined],
    ['seen', begun.version.id, undefined],
    ['seen', begun.version.id, files[1].id],
  ]);
  expect(await receipt(fresh)).toEqual([
    ['ledger_begun', undefined, undefined],
    ['version_ready', fresh.version.id, undefined],
    ['seen', fresh.version.id, files[0].id],
    ['seen', fresh.version.id, undefined],
  ]);
  expect(await receipt(waiting)).toEqual([
    ['ledger_begun', undefined, undefined],
    ['version_ready', waiting.version.id, undefined],
    ['version_ready', late, undefined],
    ['seen', late, undefined],
  ]);
  const days = await setup.db
    .selectFrom('event_days')
    .select('amount')
    .where('owner_id', 'in', [begun.owner.id, fresh.owner.id, waiting.owner.id])
    .execute();
  expect(days.reduce((sum, { amount }) => sum + amount, 0)).toBe(10);
});

test('looks written by two processes at once, and in other orders, are recorded once', async () => {
  const looks = [
    look(begun, begun.version.id),
    look(fresh, fresh.version.id),
    look(waiting, waiting.version.id),
    look(waiting, late),
  ];
  await Promise.all([looks, looks.toReversed(), looks].map((batch) => writeBatch(setup.context, batch)));
  for (const [delivery, seen] of [
    [begun, 1],
    [fresh, 1],
    [waiting, 2],
  ] as const)
    expect((await receipt(delivery)).filter(([kind]) => kind === 'seen')).toHaveLength(seen);
});

test('a failed write leaves nothing in any ledger, and the next one records everything', async () => {
  const looks = [
    look(begun, begun.version.id),
    look(fresh, fresh.version.id),
    look(waiting, waiting.version.id),
  ];
  const before = [await receipt(begun), await receipt(waiting)];
  // An unwritten line blocks the ledger of the last project.
  const number = 1 + (before[1]?.length ?? 0);
  await setup.db
    .insertInto('ledger_entries')
    .values({ project_id: waiting.project.id, number, line: 'in the way' })
    .execute();
  await expect(writeBatch(setup.context, looks)).rejects.toThrow(/unique/i);
  await setup.db.deleteFrom('ledger_entries').where('line', '=', 'in the way').execute();
  const ids = [begun, fresh, waiting].map(({ project }) => project.id);
  for (const table of ['events', 'ledger_people'] as const) {
    const rows = setup.db.selectFrom(table).select('project_id').where('project_id', 'in', ids);
    expect(await rows.execute()).toEqual([]);
  }
  const fresher = setup.db.selectFrom('ledger_heads').select('ledger');
  expect(await fresher.where('project_id', '=', fresh.project.id).execute()).toEqual([]);
  expect([await receipt(begun), await receipt(waiting)]).toEqual(before);

  await writeBatch(setup.context, looks);
  for (const delivery of [begun, fresh, waiting])
    expect((await receipt(delivery)).at(-1)).toEqual(['seen', delivery.version.id, undefined]);
});

test('a look at more projects than are written together reaches every ledger', async () => {
  const deliveries: { project_id: number; id: number }[] = [];
  for (let index = 0; index < 205; index += 1) {
    const row = await setup.db
      .insertInto('projects')
      .values({
        owner_id: begun.owner.id,
        customer_id: begun.customer.id,
        name: `many ${index}`,
        name_key: `many ${index}`,
        description: '',
        list_description: '',
        status_override: null,
        created_at: setup.context.now().toISOString(),
        last_updated: setup.context.now().toISOString(),
        edited_at: setup.context.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    deliveries.push(await setup.createVersion({ project: row }));
  }
  await writeBatch(
    setup.context,
    deliveries.map(({ project_id, id }) =>
      look({ ...begun, project: { ...begun.project, id: project_id } }, id),
    ),
  );
  const ids = deliveries.map(({ project_id }) => project_id);
  const heads = setup.db.selectFrom('ledger_heads').select('entries').where('project_id', 'in', ids);
  expect((await heads.execute()).map(({ entries }) => entries)).toEqual(ids.map(() => 3));
});
