import type { Database } from './connect.ts';

/**
 * Runs `work` in one transaction and returns its result once that is committed. What `work` throws rolls everything
 * back and is passed on. `work` reads and writes through the database it is handed and through nothing else: on SQLite
 * every other statement waits until the transaction has ended.
 */
export function inTransaction<T>({ db }: { db: Database }, work: (trx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}
