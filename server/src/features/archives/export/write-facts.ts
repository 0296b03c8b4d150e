import type { Database } from '../../../database/connect.ts';
import { PAGE_ROWS } from '../../../database/pages.ts';
import { type ArchiveRecord, MAX_FACTS } from '../carried/records.ts';
import {
  listBroughtDeliveriesAfter,
  listDeliveriesAfter,
  listEventsBefore,
  listPlaysOf,
  listVisits,
} from './contents-queries.ts';

export type WriteRecord = (record: ArchiveRecord) => Promise<void>;

const MAX_ID = 2 ** 31 - 1;

/** Acts of customers in a project. Events come newest first. */
export async function writeFacts(
  db: Database,
  ownerId: number,
  projectId: number,
  write: WriteRecord,
): Promise<void> {
  let before = MAX_ID;
  for (let written = 0; written < MAX_FACTS;) {
    const events = await listEventsBefore(db, ownerId, projectId, before);
    for (const {
      id,
      kind,
      user_id: customer,
      version_id: version,
      file_id: file,
      created_at: at,
      amount,
      origin_id,
    } of events) {
      before = id;
      const sum = amount === null ? {} : { amount };
      await write({ record: 'event', kind, customer, version, file, at, ...sum, ...originOf({ origin_id }) });
    }
    if (events.length < PAGE_ROWS) break;
    written += events.length;
  }
  for (const { user_id: customer, ...visit } of await listVisits(db, ownerId, projectId))
    await write({ record: 'visit', customer, ...visit });
  let written = 0;
  for await (const row of rowsOf((after) => listDeliveriesAfter(db, ownerId, projectId, after))) {
    if (written >= MAX_FACTS) break;
    written += 1;
    await write(deliveryOf(row));
  }
  for await (const row of rowsOf((after) => listBroughtDeliveriesAfter(db, ownerId, projectId, after))) {
    if (written >= MAX_FACTS) break;
    written += 1;
    await write({ ...deliveryOf(row), origin: row.origin_id });
  }
  for (const row of (await listPlaysOf(db, ownerId, projectId)).slice(0, MAX_FACTS)) {
    const { user_id: customer, file_id: file, device, percent, last_at } = row;
    await write({ record: 'play', customer, file, device, percent, last_at, ...originOf(row) });
  }
}

type DeliveryRow = Awaited<ReturnType<typeof listDeliveriesAfter>>[number];

function deliveryOf({ user_id: customer, file_id: file, ...row }: DeliveryRow) {
  const { device, ranges, covered_bytes, began_at, last_at, completed_at, handed_at } = row;
  const times = { began_at, last_at, completed_at, handed_at };
  return { record: 'delivery' as const, customer, file, device, ranges, covered_bytes, ...times };
}

/** Origin of a fact that was brought here; nothing for an own one. */
function originOf({ origin_id }: { origin_id: number | null }): { origin?: number } {
  return origin_id === null ? {} : { origin: origin_id };
}

/** All rows of a list that is read by pages in the order of their ids. */
export async function* rowsOf<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row, void> {
  for (let after = 0; ;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
