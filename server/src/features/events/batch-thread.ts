import { parentPort, workerData } from 'node:worker_threads';
import { changesOf } from '@vitrin/engine/sql/change-source.ts';
import { createChangeTriggers } from '../../database/changes/triggers.ts';
import { connectDatabase } from '../../database/connect.ts';
import { writeBatch } from './batch.ts';
import type { NewEvent } from './queries.ts';

/** A batch to write at a time; without events the thread is to end. */
export type ThreadRequest = { now: Date; events: NewEvent[] };

/** Changes reported by the triggers, or the error that kept a batch from being written; `ready` comes first. */
export type ThreadAnswer = 'ready' | { changes: string[]; error?: unknown };

/** This thread writes only while no other code of the process does; the sending thread makes the batch durable. */
const db = connectDatabase({ sqlitePath: workerData as string, isLent: true });
let changes: string[] = [];
const stopListening = await changesOf(db).listen({
  onChanges: (lines) => changes.push(...lines),
  onGap: () => {},
  log: { warn: () => {} },
});
let triggers: Promise<void> | undefined;
let work = Promise.resolve();
parentPort?.on('message', ({ now, events }: ThreadRequest) => {
  work = work.then(() => (events.length > 0 ? write(now, events) : end()));
});
answer('ready');

async function write(now: Date, events: NewEvent[]): Promise<void> {
  changes = [];
  try {
    // They are made by a transaction that writes, so not before it is the turn of this thread.
    await (triggers ??= createChangeTriggers(db));
    await writeBatch({ db, now: () => now }, events);
    answer({ changes });
  } catch (error) {
    answer({ changes, error });
  }
}

async function end(): Promise<void> {
  await stopListening();
  await db.destroy();
  parentPort?.close();
}

function answer(message: ThreadAnswer): void {
  parentPort?.postMessage(message);
}
