import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './connect.ts';
import { isLostToOthers } from './errors.ts';

const MAX_REPEATS = 3;
const LONGEST_FIRST_PAUSE_MILLISECONDS = 20;

/**
 * Runs `work` in one transaction and returns its result once that is committed. What `work` throws rolls everything
 * back and is passed on, but a deadlock, a failed serialisation or a busy SQLite file begins `work` again, up to three
 * times. So `work` changes nothing outside of the database, and reads and writes through the database it is handed and
 * through nothing else: on SQLite every other statement waits until the transaction has ended, on PostgreSQL it waits
 * for a second connection. Transactions do not nest: beginning one inside of `work` throws.
 */
export function inTransaction<T>({ db }: { db: Database }, work: (trx: Database) => Promise<T>): Promise<T> {
  return repeatWhenLost(() => db.transaction().execute(work));
}

/**
 * Runs a statement outside of transactions that writes several rows, and so can meet another one that takes the same
 * rows in another order: begins it again as inTransaction does.
 */
export async function repeatWhenLost<T>(attempt: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (repeats === MAX_REPEATS || !isLostToOthers(error)) throw error;
      // Random, so that those who met once do not meet again.
      await pause(Math.random() * LONGEST_FIRST_PAUSE_MILLISECONDS * 2 ** repeats);
    }
  }
}
