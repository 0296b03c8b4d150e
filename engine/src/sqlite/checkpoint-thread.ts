import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** `checkpoint` is answered by `done` or by what went wrong; `end` by the end of the thread. */
export type CheckpointRequest = 'checkpoint' | 'end';
export type CheckpointAnswer = 'done' | { error: unknown };

/*
 * Writes SQLite's log back into the database file beside the thread that answers requests. It reads no rows and writes
 * none, so it keeps next to no pages. Both files are synced on the way, as SQLite does wherever this is done.
 */
const database = new DatabaseSync(workerData as string);
database.exec('pragma synchronous = normal; pragma cache_size = -100');
const checkpoint = database.prepare('pragma wal_checkpoint(passive)');

parentPort?.on('message', (request: CheckpointRequest) => {
  if (request === 'checkpoint') return answer(writeBack());
  database.close();
  parentPort?.close();
});

function writeBack(): CheckpointAnswer {
  try {
    checkpoint.get();
    return 'done';
  } catch (error) {
    return { error };
  }
}

function answer(message: CheckpointAnswer): void {
  parentPort?.postMessage(message);
}
