import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../../database/connect.ts';

/** Adapters that reach outside of the database: none of their functions may be called inside of a transaction. */
type Outside = Record<string, unknown>;

/** These only build a text and call nothing outside. */
const PURE = ['localPath', 'signedUrl'];

type OutsideCalls = {
  /** The calls inside of a transaction, in words. */
  violations: string[];
  /** Returns the given adapter with functions that refuse to be called inside of a transaction. */
  watch: <T extends Outside | null>(name: string, adapter: T) => T;
};

/**
 * A transaction that lost to another one begins again, so what it sent, stored or asked for outside of the database
 * would happen twice, and what it rolled back would have happened. Watches the transactions that begin on `db`.
 */
export function forbidOutsideCalls(db: Database): OutsideCalls {
  const inside = new AsyncLocalStorage<{ isOpen: boolean }>();
  const violations: string[] = [];

  const begin = db.transaction.bind(db);
  db.transaction = () => {
    const builder = begin();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      // Work that the transaction started without awaiting it still runs in its context afterwards.
      const transaction = { isOpen: true };
      try {
        return await execute((trx) => inside.run(transaction, () => work(trx)));
      } finally {
        transaction.isOpen = false;
      }
    };
    return builder;
  };

  const refuseInside = (call: string) => {
    if (!inside.getStore()?.isOpen) return;
    const violation = `${call} was called inside of a transaction`;
    violations.push(violation);
    throw new Error(violation);
  };
  const watch = <T extends Outside | null>(name: string, adapter: T): T => {
    if (adapter === null) return adapter;
    const watched = Object.entries(adapter).map(([key, value]) => {
      if (typeof value !== 'function' || PURE.includes(key)) return [key, value];
      return [
        key,
        (...given: unknown[]) => {
          refuseInside(`${name}.${key}`);
          return Reflect.apply(value, adapter, given) as unknown;
        },
      ];
    });
    return Object.fromEntries(watched) as T;
  };
  return { violations, watch };
}
