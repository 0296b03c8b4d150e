import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './connect.ts';
import { isLostToOthers } from '@vitrin/engine/sql/errors.ts';

const MAX_REPEATS = 3;
const LONGEST_FIRST_PAUSE_MILLISECONDS = 20;

/**
 * Runs `work` in one transaction and returns its result once that is committed. `work` is handed the context that it
 * was called with, but for `db`, which is the transaction: it passes that context on and never the one outside. A
 * statement on the outer one would wait for ever on SQLite, where all others wait until the transaction has ended, and
 * be outside of the transaction on PostgreSQL (the lint rule vitrin/transaction-context holds this). An error of `work`
 * rolls everything back and is passed on, but a deadlock, a failed serialisation or a busy SQLite file begins
 * `work` again, up to three times: so it must change nothing outside of the database. In every API test mail, storage and
 * payments refuse to be called in it. Transactions do not nest: beginning one inside of `work` throws.
 */
export function inTransaction<C extends { db: Database }, T>(
  context: C,
  work: (tx: C) => Promise<T>,
): Promise<T> {
  return repeatWhenLost(() => context.db.transaction().execute((db) => work({ ...context, db })));
}

/** Repeats a statement outside of transactions that writes several rows, and so may deadlock with another one. */
export async function repeatWhenLost<T>(attempt: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (repeats === MAX_REPEATS || !isLostToOthers(error)) throw error;
      // Random, so that two transactions that collided do not collide again.
      await pause(Math.random() * LONGEST_FIRST_PAUSE_MILLISECONDS * 2 ** repeats);
    }
  }
}
