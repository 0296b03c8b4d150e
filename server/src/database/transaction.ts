import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './connect.ts';
import { isLostToOthers } from '@vitrin/engine/sql/errors.ts';

const MAX_REPEATS = 3;
const LONGEST_FIRST_PAUSE_MILLISECONDS = 20;

/**
 * Runs `work` in a transaction and returns its result once committed. Use only the context it gets: an outer
 * statement would wait for ever on SQLite (lint: vitrin/transaction-context). After a deadlock, failed
 * serialisation or busy file it runs again, up to three times, so it must change nothing outside the
 * database. Transactions do not nest.
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
