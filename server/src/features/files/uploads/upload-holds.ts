import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Context, timestampIn, timestampOf } from '../../../context.ts';
import { isPostgres } from '../../../database/connect.ts';
import { askForUpload, prolongHold, releaseUpload, takeUpload } from './upload-hold-queries.ts';

/** A holder that has said nothing for this long has died, and its uploads are free. */
const HOLD_SECONDS = 15;
const LOOK_MILLISECONDS = 1000;
const WAIT_MILLISECONDS = 200;

type Holder = { disconnect: () => void; done: Promise<void> };

/** Which uploads are being written to by this process. */
const holdersOf = new WeakMap<Context, Map<string, Holder>>();

/**
 * Runs `work` alone on an upload, on all instances together. A client asks again only when it has lost its connection,
 * so whoever still holds the upload is cut off first and given time to write down what has arrived (decision 0014).
 */
export async function alone<T>(
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
    return await (isPostgres(context.db) ? aloneAmongInstances(context, id, disconnect, work) : work());
  } finally {
    holders.delete(id);
    resolve();
  }
}

/** SQLite has one process. On PostgreSQL the row of the upload says who holds it and whether somebody waits. */
async function aloneAmongInstances<T>(
  context: Context,
  id: string,
  disconnect: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const holder = randomUUID();
  await waitForUpload(context, id, holder);
  const watch = setInterval(() => {
    look(context, id, holder, disconnect).catch((error: unknown) => {
      context.log.error({ err: error, upload: id }, 'The hold on an upload could not be kept');
      disconnect();
    });
  }, LOOK_MILLISECONDS);
  try {
    return await work();
  } finally {
    clearInterval(watch);
    await releaseUpload(context.db, id, holder);
  }
}

async function waitForUpload(context: Context, id: string, holder: string): Promise<void> {
  const isTaken = () =>
    takeUpload(context.db, id, holder, { now: timestampOf(context), until: endOfHold(context) });
  while (!(await isTaken())) {
    // Without a row there is nothing to hold; the work finds that out for itself.
    if (!(await askForUpload(context.db, id))) return;
    await pause(WAIT_MILLISECONDS);
  }
}

/** Keeps the hold; lets go of the connection once another instance asks for the upload or has taken it. */
async function look(context: Context, id: string, holder: string, disconnect: () => void): Promise<void> {
  const hold = await prolongHold(context.db, id, holder, endOfHold(context));
  if (!hold || hold.is_asked_for) disconnect();
}

function endOfHold(context: Context): string {
  return timestampIn(context, HOLD_SECONDS);
}
