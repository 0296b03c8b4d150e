import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './connect.ts';
import { isLostToOthers } from '@vitrin/engine/sql/errors.ts';

const MAX_REPEATS = 3;
const LONGEST_FIRST_PAUSE_MILLISECONDS = 20;

/**
 * Runs `work` in a transaction and returns its result once committed. `work` uses only the context it gets: a
 * statement on the outer one waits for ever on SQLite and is outside of the transaction on PostgreSQL (lint rule
 * vitrin/transaction-context). An error rolls everything back, but a deadlock, failed serialisation or busy SQLite
 * file repeats `work` up to three times, so it changes nothing outside of the database. Transactions do not nest.
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
      await pause(Math.random() * LONGEST_FIRST_PAUSE_MILLISECONDS * 2 ** repeats);
    }
  }
}
