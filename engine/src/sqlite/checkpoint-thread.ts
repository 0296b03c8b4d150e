import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

export type CheckpointRequest = 'checkpoint' | 'end';
export type CheckpointAnswer = 'done' | { error: unknown };

/* Writes SQLite's log back beside the thread that answers requests, and syncs both files as SQLite does. */
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
