import { DatabaseSync } from 'node:sqlite';

/** An object that a row names. `isNeeded`: its bytes must be in the store; those of an upload are on their way. */
type Named = {
  key: string;
  kind: 'files' | 'pictures' | 'logos' | 'others';
  id: number;
  bytes: number | null;
  isNeeded: boolean;
};

type Difference = { count: number; first: NamedRow[] };

/**
 * Row that refers to an object: `id` is that of the file or picture, or of the freelancer who owns the logo.
 */
export type NamedRow = { key: string; kind: 'files' | 'pictures' | 'logos'; id: number };

/** Rows of a difference that are named in a finding or looked at again. */
const FIRST_ROWS = 200;

/**
 * Keys of rows and of objects side by side, in a temporary file that is gone when it is closed. A hundred thousand files
 * have more keys than the memory of the doctor should hold.
 */
export function openInventory() {
  const scratch = new DatabaseSync('');
  scratch.exec(`
    pragma cache_size = -16000; pragma temp_store = file; pragma synchronous = off;
    create table named (key text primary key, kind text, id integer, bytes integer, needed integer) without rowid;
    create table stored (key text primary key, base text, bytes integer, modified integer) without rowid;
    begin`);
  const insertNamed = scratch.prepare('insert or ignore into named values (?, ?, ?, ?, ?)');
  const insertStored = scratch.prepare('insert or ignore into stored values (?, ?, ?, ?)');
  const differ = (columns: string, rest: string, ...values: number[]) => ({
    count: Number(scratch.prepare(`select count(*) as count ${rest}`).get(...values)?.['count']),
    first: scratch.prepare(`select ${columns} ${rest} limit ${FIRST_ROWS}`).all(...values),
  });

  return {
    addNamed({ key, kind, id, bytes, isNeeded }: Named): void {
      insertNamed.run(key, kind, id, bytes, isNeeded ? 1 : 0);
    },
    /** An unfinished upload to a bucket has two objects: its key with the suffixes `.info` and `.part`. */
    addStored(key: string, bytes: number, modified: Date): void {
      insertStored.run(key, key.replace(/\.(info|part)$/, ''), bytes, modified.getTime());
    },
    /** Rows that refer to an object missing from the store. */
    missing(): Difference {
      const rest = `from named left join stored using (key) where needed = 1 and stored.key is null`;
      return differ('named.key, kind, id', rest) as Difference;
    },
    /** Rows that give another size than the object in the store has. */
    resized(): Difference {
      const rest = `from named join stored using (key) where named.bytes <> stored.bytes`;
      return differ('named.key, kind, id', rest) as Difference;
    },
    /** Objects from before a time that no row names. */
    unnamed(before: number): { count: number; bytes: number } {
      const sums = scratch
        .prepare(
          `select count(*) as count, coalesce(sum(stored.bytes), 0) as bytes from stored
            left join named on named.key = stored.base where named.key is null and modified < ?`,
        )
        .get(before);
      return { count: Number(sums?.['count']), bytes: Number(sums?.['bytes']) };
    },
    counts(): { named: number; stored: number } {
      const sums = scratch
        .prepare(
          `select (select count(*) from named where needed = 1) as named, (select count(*) from stored) as stored`,
        )
        .get();
      return { named: Number(sums?.['named']), stored: Number(sums?.['stored']) };
    },
    close: () => scratch.close(),
  };
}

export type Inventory = ReturnType<typeof openInventory>;
