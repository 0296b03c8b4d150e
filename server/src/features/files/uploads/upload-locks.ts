import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, timestampIn, timestampOf } from '../../../context.ts';
import { isPostgres } from '../../../database/connect.ts';
import {
  requestUploadLock,
  renewUploadLock,
  releaseUploadLock,
  acquireUploadLock,
} from './upload-lock-queries.ts';

/** A lock that was not renewed for this long is free, since its process has died. */
const LOCK_SECONDS = 15;
const RENEW_MILLISECONDS = 1000;
const WAIT_MILLISECONDS = 200;

type Holder = { disconnect: () => void; done: Promise<void> };

const holdersOf = new WeakMap<Context, Map<string, Holder>>();

/** Runs `work` alone on the upload: the old request of a returning client is cut, and its bytes recorded (decision 0079). */
export async function withUploadLock<T>(
  context: Context,
  id: string,
  disconnect: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const holders = holdersOf.get(context) ?? new Map<string, Holder>();
  holdersOf.set(context, holders);
  for (let before = holders.get(id); before; before = holders.get(id)) {
    before.disconnect();
    await before.done;
  }
  const { promise: done, resolve } = Promise.withResolvers<void>();
  holders.set(id, { disconnect, done });
  try {
    return await (isPostgres(context.db) ? withRowLock(context, id, disconnect, work) : work());
  } finally {
    holders.delete(id);
    resolve();
  }
}

/** Waits, for a limited time, until every piece being written is recorded, for a server that stops. */
export async function untilPiecesAreRecorded(context: Context, milliseconds: number): Promise<void> {
  const holders = [...(holdersOf.get(context)?.values() ?? [])];
  if (holders.length === 0) return;
  await Promise.race([
    Promise.all(holders.map(({ done }) => done)),
    pause(milliseconds, undefined, { ref: false }),
  ]);
}

/** Locks by columns of the upload's row on PostgreSQL, for several instances; SQLite has one process. */
async function withRowLock<T>(
  context: Context,
  id: string,
  disconnect: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const holder = randomUUID();
  await waitForUpload(context, id, holder);
  const watch = setInterval(() => {
    renewLock(context, id, holder, disconnect).catch((error: unknown) => {
      context.log.error({ err: error, upload: id }, 'The hold on an upload could not be kept');
      disconnect();
    });
  }, RENEW_MILLISECONDS);
  try {
    return await work();
  } finally {
    clearInterval(watch);
    await releaseUploadLock(context.db, id, holder);
  }
}

async function waitForUpload(context: Context, id: string, holder: string): Promise<void> {
  const isTaken = () =>
    acquireUploadLock(context.db, id, holder, { now: timestampOf(context), until: endOfLock(context) });
  while (!(await isTaken())) {
    // Without a row there is nothing to lock, and the work finds that out itself.
    if (!(await requestUploadLock(context.db, id))) return;
    await pause(WAIT_MILLISECONDS);
  }
}

/** Renews the lock; disconnects the client once another instance waits for the lock or has taken it. */
async function renewLock(
  context: Context,
  id: string,
  holder: string,
  disconnect: () => void,
): Promise<void> {
  const lock = await renewUploadLock(context.db, id, holder, endOfLock(context));
  if (!lock || lock.is_asked_for) disconnect();
}

function endOfLock(context: Context): string {
  return timestampIn(context, LOCK_SECONDS);
}
