import { type Context, timestampOf } from '../../../context.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { enqueueObjectDeletion } from '../../../jobs/enqueue.ts';
import { derivedBudget } from './budget.ts';
import {
  type DerivedValues,
  listLongestUnused,
  lockDerived,
  markAway,
  noteMade,
  noteRefused,
  sumDerived,
  sumRemovable,
  updateDerived,
} from '../derived-queries.ts';
import { DERIVED_COLUMNS } from '../row.ts';
import { keysInStore } from './keys.ts';
import { writeShown } from './shown.ts';

const REMOVED_AT_ONCE = 100;

const COLUMNS = Object.values(DERIVED_COLUMNS);

type DrawnFile = { id: number; owner_id: number; derived_round: number };

/** `gone` means that the file was deleted, or its pictures removed, since its row was read. */
export type Keeping = 'kept' | 'no room' | 'gone';

/**
 * Names made objects in the file's row, within the freelancer's budget: those unused for longest are removed to make
 * room (specification 6.15). An object that is not kept is deleted from the store.
 */
export async function keepDerived(context: Context, file: DrawnFile, made: DerivedValues): Promise<Keeping> {
  // A view of a moment ago may not be written yet.
  await writeShown(context);
  for (;;) {
    const keeping = await inTransaction(context, (tx) => keepOrMakeRoom(tx, file, made));
    if (keeping !== 'made room') return keeping;
  }
}

type Transaction = Pick<Context, 'config' | 'db' | 'now'>;

async function keepOrMakeRoom(
  tx: Transaction,
  file: DrawnFile,
  made: DerivedValues,
): Promise<Keeping | 'made room'> {
  const { db } = tx;
  // One instance at a time counts the freelancer's bytes and adds to them.
  await lockUser(db, file.owner_id);
  const row = await lockDerived(db, file.id);
  if (!row || row.derived_round !== file.derived_round) {
    const named = new Set(row && keysInStore(row));
    await enqueueObjectDeletion(
      tx,
      keysInStore(made).filter((key) => !named.has(key)),
    );
    return 'gone';
  }
  const excess = await excessOf(tx, file, made, row);
  const now = timestampOf(tx);
  if (excess > 0) {
    const among = { ownerId: file.owner_id, now, except: file.id };
    if ((await sumRemovable(db, among)) < excess) return refuse(tx, file, made, row);
    if ((await removeUnused(tx, among, excess)) < excess) return 'made room';
  }
  const isPicture = made.preview_key === undefined && made.web_key === undefined;
  await updateDerived(db, file.id, { ...made, ...(isPicture && { is_derived_away: false }) });
  await enqueueObjectDeletion(tx, replacedKeys(row, made));
  await noteMade(db, file.id, file.owner_id, now);
  return 'kept';
}

async function excessOf(
  tx: Transaction,
  { owner_id }: DrawnFile,
  made: DerivedValues,
  row: DerivedValues,
): Promise<number> {
  const growth = COLUMNS.reduce(
    (sum, [, bytes]) => (made[bytes] === undefined ? sum : sum + (made[bytes] ?? 0) - (row[bytes] ?? 0)),
    0,
  );
  return (await sumDerived(tx.db, owner_id)) + growth - (await derivedBudget(tx, owner_id));
}

/** Removes what is unused for longest until `bytes` are free, within one transaction's limit; returns the bytes freed. */
async function removeUnused(
  tx: Transaction,
  among: { ownerId: number; now: string; except: number },
  bytes: number,
): Promise<number> {
  const chosen = [];
  let enough = 0;
  for (const row of await listLongestUnused(tx.db, among, REMOVED_AT_ONCE)) {
    if (enough >= bytes) break;
    chosen.push(row);
    enough += row.bytes;
  }
  const ids = chosen.map(({ id }) => id);
  const away = await markAway(tx.db, ids, among.now);
  const removed = chosen.filter(({ id }) => away.has(id));
  await enqueueObjectDeletion(tx, removed.flatMap(keysInStore));
  return removed.reduce((sum, row) => sum + row.bytes, 0);
}

/** Refuses objects when all others were just shown; pictures are made again on request, a preview is simply missing. */
async function refuse(
  tx: Transaction,
  file: DrawnFile,
  made: DerivedValues,
  row: DerivedValues,
): Promise<'no room'> {
  await enqueueObjectDeletion(tx, [...keysInStore(made), ...replacedKeys(row, made)]);
  if (made.preview_key !== undefined) {
    await updateDerived(tx.db, file.id, { preview_key: null, preview_bytes: null, preview_percent: null });
    return 'no room';
  }
  if (made.web_key !== undefined) {
    await updateDerived(tx.db, file.id, { web_key: null, web_bytes: null });
    return 'no room';
  }
  const pictures = COLUMNS.filter(([key]) => key !== 'preview_key' && key !== 'web_key');
  const withoutBytes = Object.fromEntries(pictures.map(([, bytes]) => [bytes, null]));
  await updateDerived(tx.db, file.id, {
    ...made,
    ...withoutBytes,
    derived_round: file.derived_round + 1,
    is_derived_away: true,
  });
  await noteRefused(tx.db, file.id, file.owner_id, timestampOf(tx));
  return 'no room';
}

function replacedKeys(row: DerivedValues, made: DerivedValues): string[] {
  const kept = new Set(keysInStore(made));
  const replaced = COLUMNS.flatMap(([key, bytes]) =>
    made[key] === undefined || row[bytes] == null ? [] : (row[key] ?? []),
  );
  return replaced.filter((key) => !kept.has(key));
}
