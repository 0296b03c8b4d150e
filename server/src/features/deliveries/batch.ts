import type { ByteRange } from '@vitrin/engine/storage/storage.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { lockExisting, lockProjects } from '../../database/locks.ts';
import type { DeviceKind } from '../../database/tables/deliveries.ts';
import { isDatabaseAway } from '@vitrin/engine/sql/errors.ts';
import { isReadOnlyRefusal } from '../../database/read-only/refusal.ts';
import { inTransaction } from '../../database/transaction.ts';
import { noteDownloads, noteHandedOver } from '../ledger/service.ts';
import { notifyOfDownloads, scheduleSummaries } from '../notices/service.ts';
import { announce, type Announcement } from '../programs/service.ts';
import { bytesIn, readRanges, withRange, writeRanges } from '@vitrin/engine/bytes/byte-union.ts';
import {
  type Delivery,
  hasUnfinished,
  listFinished,
  lockDeliveries,
  type NewDelivery,
  saveDeliveries,
} from './queries.ts';

const ROWS_AT_ONCE = 200;

/** Ranges of a file that connections took since the last batch. */
export type Taken = {
  user_id: number;
  file_id: number;
  device: DeviceKind;
  owner_id: number;
  project_id: number;
  version_id: number;
  size_bytes: number;
  ranges: ByteRange[];
  began: Date;
  progressed: Date;
  last: Date;
  /** Time at which the store was asked to send it; the store does not report how much it sent. */
  handed?: Date | undefined;
};

/** Adds deliveries and never throws; resolves to the rows to write again when the database did not answer. */
export async function writeTaken(
  { db, log, now }: Pick<Context, 'db' | 'log' | 'now'>,
  taken: Taken[],
): Promise<Taken[]> {
  const again: Taken[] = [];
  const inOrder = taken.toSorted(
    (a, b) => a.file_id - b.file_id || a.user_id - b.user_id || (a.device < b.device ? -1 : 1),
  );
  for (let at = 0; at < inOrder.length; at += ROWS_AT_ONCE) {
    const rows = inOrder.slice(at, at + ROWS_AT_ONCE);
    try {
      await inTransaction({ db, now }, (tx) => addTaken(tx, rows));
    } catch (error) {
      // A download while the installation is read only is not recorded as delivered (specification 12.8).
      if (isReadOnlyRefusal(error)) return again;
      if (isDatabaseAway(error)) again.push(...rows);
      else log.error({ err: error, deliveries: rows.length }, 'Deliveries could not be recorded');
    }
  }
  return again;
}

async function addTaken(tx: Pick<Context, 'db' | 'now'>, taken: Taken[]): Promise<void> {
  const { db } = tx;
  const left = await withoutDeleted(db, taken);
  if (left.length === 0) return;
  const existing = new Map((await lockDeliveries(db, left.map(beginning))).map((row) => [keyOf(row), row]));
  const rows = left.map((delivery) => after(existing.get(keyOf(delivery)), delivery));
  await saveDeliveries(db, rows);
  const completed = rows.flatMap(({ completed_at, ...row }) =>
    !completed_at || existing.get(keyOf(row))?.completed_at ? [] : { ...row, at: completed_at },
  );
  for (const [projectId, downloads] of Map.groupBy(completed, (row) => row.project_id))
    await noteDownloads(tx, projectId, downloads);
  const handed = rows.flatMap(({ handed_at, ...row }) =>
    !handed_at || existing.get(keyOf(row))?.handed_at ? [] : { ...row, at: handed_at },
  );
  for (const [projectId, downloads] of Map.groupBy(handed, (row) => row.project_id))
    await noteHandedOver(tx, projectId, downloads);
  await notifyOfDownloads(tx, completed);
  await scheduleSummaries(tx, completed);
  await announce(tx, await deliveredVersions(db, [...completed, ...handed]));
}

type Finished = Pick<Taken, 'owner_id' | 'project_id' | 'version_id' | 'user_id' | 'file_id' | 'device'>;

/** Versions that a client has complete since these deliveries, without those that were complete before. */
async function deliveredVersions(db: Database, finished: readonly Finished[]): Promise<Announcement[]> {
  const delivered: Announcement[] = [];
  for (const own of Map.groupBy(finished, ({ version_id, user_id }) => `${version_id} ${user_id}`).values()) {
    const [first] = own;
    if (!first) continue;
    const { version_id, user_id, owner_id, project_id } = first;
    if (await hasUnfinished(db, { version_id, user_id })) continue;
    const fresh = new Set(own.map(({ file_id, device }) => `${file_id} ${device}`));
    const all = await listFinished(db, { version_id, user_id });
    const isNew = [...Map.groupBy(all, ({ file_id }) => file_id).values()].some((deliveries) =>
      deliveries.every(({ file_id, device }) => fresh.has(`${file_id} ${device}`)),
    );
    if (isNew)
      delivered.push({ type: 'version.delivered', owner_id, project_id, version_id, client_id: user_id });
  }
  return delivered;
}

async function withoutDeleted(db: Database, taken: Taken[]): Promise<Taken[]> {
  const idsOf = (...columns: ('user_id' | 'owner_id' | 'project_id' | 'version_id' | 'file_id')[]) => [
    ...new Set(taken.flatMap((row) => columns.map((column) => row[column]))),
  ];
  const users = await lockExisting(db, 'users', idsOf('user_id', 'owner_id'));
  await lockProjects(db, idsOf('project_id'));
  await lockExisting(db, 'versions', idsOf('version_id'));
  const files = await lockExisting(db, 'files', idsOf('file_id'));
  return taken.filter(({ user_id, file_id }) => users.has(user_id) && files.has(file_id));
}

function beginning({
  ranges: _ranges,
  began,
  progressed: _progressed,
  last,
  handed: _handed,
  ...ids
}: Taken): NewDelivery {
  return {
    ...ids,
    ranges: '',
    covered_bytes: 0,
    began_at: began.toISOString(),
    last_at: last.toISOString(),
    completed_at: null,
    handed_at: null,
  };
}

function after(existing: Delivery | undefined, taken: Taken): NewDelivery {
  const fresh = {
    ...beginning(taken),
    handed_at: existing?.handed_at ?? taken.handed?.toISOString() ?? null,
  };
  if (existing?.completed_at)
    return { ...fresh, covered_bytes: taken.size_bytes, completed_at: existing.completed_at };
  const ranges = taken.ranges.reduce(withRange, readRanges(existing?.ranges ?? ''));
  const covered_bytes = bytesIn(ranges);
  // This server sent no bytes of an empty, redirected file.
  if (covered_bytes === taken.size_bytes && (covered_bytes > 0 || !taken.handed))
    return { ...fresh, covered_bytes, completed_at: taken.progressed.toISOString() };
  return { ...fresh, covered_bytes, ranges: writeRanges(ranges) };
}

export function keyOf({ file_id, user_id, device }: Pick<Taken, 'file_id' | 'user_id' | 'device'>): string {
  return `${file_id} ${user_id} ${device}`;
}
