import { GIB, storageUsedAmount } from '@vitrin/shared/rules/storage/storage.ts';
import { type Context, timestampIn, timestampOf } from '../../../context.ts';
import { lockUser } from '../../../database/locks.ts';
import { isReadOnlyRefusal } from '../../../database/read-only/refusal.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ConflictError, StorageExceededError } from '../../../errors.ts';
import { enqueueAll } from '../../../jobs/enqueue.ts';
import { expectedWebBytes } from '../derived/bounds.ts';
import { derivedBudget } from '../derived/budget.ts';
import { sumDerived, sumRemovable } from '../derived-queries.ts';
import {
  countAsked,
  extendKept,
  isKeptFor,
  keepFiles,
  listAwaited,
  noteWebAsked,
} from '../web-size-queries.ts';

const HOUR_SECONDS = 3600;
/** Files are asked for again after this time, because their jobs gave up. */
const AGAIN_SECONDS = HOUR_SECONDS;
/** Web sizes stay this long while the others of their archive are made. */
const KEPT_SECONDS = 3 * HOUR_SECONDS;
const RETRY_SECONDS = 2;
const FILES_AT_ONCE = 500;
/** Web sizes of a begun download are kept for at least `before` seconds, which is noted once an hour. */
const BEGUN = { before: 24 * HOUR_SECONDS, until: 25 * HOUR_SECONDS };

type Asked = { ownerId: number; all: readonly number[]; missing: readonly number[] };

/**
 * Starts jobs that make web sizes, one for any number of requests, and returns the error that asks to wait for them.
 * Throws StorageExceededError, before anything is made, when the result may exceed the freelancer's budget.
 */
export async function askForWebSizes(context: Context, asked: Asked): Promise<ConflictError> {
  const since = timestampIn(context, -AGAIN_SECONDS);
  let ready = 0;
  for (const ids of inParts(asked.missing)) ready += await countAsked(context.db, ids, since);
  if (ready < asked.missing.length) await inTransaction(context, (tx) => ask(tx, asked, since));
  return new ConflictError('files.web_preparing', {
    retryAfterSeconds: RETRY_SECONDS,
    params: { made: asked.all.length - asked.missing.length, total: asked.all.length },
  });
}

async function ask(tx: Context, { ownerId, all, missing }: Asked, since: string): Promise<void> {
  const { db } = tx;
  await lockUser(db, ownerId);
  const until = timestampIn(tx, KEPT_SECONDS);
  for (const ids of inParts(all)) await keepFiles(db, ids, until);
  const begun: number[] = [];
  for (const ids of inParts(missing))
    begun.push(...(await noteWebAsked(db, ids, { now: timestampOf(tx), since })));
  await requireRoom(tx, ownerId, since);
  const jobs = begun.map((file_id) => ({ payload: { file_id }, delaySeconds: 0 }));
  for (const some of inParts(jobs)) await enqueueAll(tx, 'make-web-size', some);
}

/** Throws StorageExceededError when all web sizes that are waited for may exceed the freelancer's budget. */
async function requireRoom(tx: Context, ownerId: number, since: string): Promise<void> {
  const { db } = tx;
  const awaited = await listAwaited(db, ownerId, since);
  const needed = awaited.reduce((sum, file) => sum + expectedWebBytes(file), 0);
  const among = { ownerId, now: timestampOf(tx), except: 0 };
  const budget = await derivedBudget(tx, ownerId);
  const room = budget - (await sumDerived(db, ownerId)) + (await sumRemovable(db, among));
  if (needed <= room) return;
  const [wanted, free] = [needed, Math.max(0, room)].map((bytes) => storageUsedAmount(bytes / GIB));
  throw new StorageExceededError('files.web_no_room', {
    needed: wanted?.value ?? 0,
    neededUnit: wanted?.unit ?? '',
    room: free?.value ?? 0,
    roomUnit: free?.unit ?? '',
  });
}

/** Keeps pictures for a day, so that a download gets the same bytes; returns true when some may already have gone. */
export async function keepForDownload(context: Context, ids: readonly number[]): Promise<boolean> {
  const [before, until] = [timestampIn(context, BEGUN.before), timestampIn(context, BEGUN.until)];
  try {
    let isLonger = false;
    for (const some of inParts(ids)) {
      if (await isKeptFor(context.db, some, before)) continue;
      await extendKept(context.db, some, { before, until });
      isLonger = true;
    }
    return isLonger;
  } catch (error) {
    // A read-only installation removes nothing either.
    if (!isReadOnlyRefusal(error)) throw error;
    return false;
  }
}

function* inParts<Item>(items: readonly Item[]): Generator<Item[], void> {
  for (let start = 0; start < items.length; start += FILES_AT_ONCE)
    yield items.slice(start, start + FILES_AT_ONCE);
}
