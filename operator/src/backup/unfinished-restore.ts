import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Locations } from '@vitrin/server/config/config.ts';
import { type Database, isPostgres } from '@vitrin/server/database/connect.ts';
import { UNFINISHED_RESTORE } from '@vitrin/server/database/data-dir/lost-database.ts';
import { syncFolder } from '@vitrin/engine/disk/durable-folders.ts';
import { ConfigError } from '@vitrin/server/errors.ts';
import { connectPostgres } from './database-reader.ts';
import { writeSmallFile } from './durable-files.ts';

/**
 * Mark of an unfinished restore or move: a file beside a SQLite database, a table in a PostgreSQL one, where
 * every server that uses the database finds it. It holds the name of the snapshot or of the move.
 */
type Mark = {
  find: () => Promise<string | undefined>;
  set: (snapshot: string) => Promise<void>;
  remove: () => Promise<void>;
};

export const MARK_TABLE = 'restore_unfinished';

/** The mark of the database of an installation. */
export function markOf({ dataDir, databaseUrl }: Pick<Locations, 'dataDir' | 'databaseUrl'>): Mark {
  return databaseUrl === undefined ? markFile(join(dataDir, UNFINISHED_RESTORE)) : markTable(databaseUrl);
}

function markFile(path: string): Mark {
  return {
    find: async () => (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined),
    async set(snapshot) {
      await writeSmallFile(path, `${snapshot}\n`);
    },
    async remove() {
      await rm(path, { force: true });
      await syncFolder(dirname(path));
    },
  };
}

function markTable(databaseUrl: string): Mark {
  const query = async (statement: string, values: string[] = []) => {
    const client = await connectPostgres(databaseUrl);
    try {
      return (await client.query<Record<string, unknown>>(statement, values)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    async find() {
      const [found] = await query(`select to_regclass('${MARK_TABLE}') is not null as found`);
      if (found?.['found'] !== true) return undefined;
      const [row] = await query(`select snapshot from ${MARK_TABLE}`);
      return typeof row?.['snapshot'] === 'string' ? row['snapshot'] : '';
    },
    async set(snapshot) {
      // One statement, so that there is never a mark without its snapshot.
      await query(`create table ${MARK_TABLE} as select cast('${snapshot}' as text) as snapshot`);
    },
    async remove() {
      await query(`drop table ${MARK_TABLE}`);
    },
  };
}

/**
 * Throws ConfigError where a restore into this installation has not ended: what is there is not whole (specification
 * 12.4). Asked before anything is read or migrated.
 */
export async function refuseUnfinishedRestore(dataDir: string, db: Database): Promise<void> {
  const what = isPostgres(db) ? await findInTable(db) : unfinishedIn(dataDir);
  if (what !== undefined) throw new ConfigError(`${what.sentence}: ${what.advice}.`);
}

/** Unfinished operation, and advice on how to finish it; neither ends with a full stop. */
export type Unfinished = { sentence: string; advice: string };

/** Like refuseUnfinishedRestore for SQLite, without looking at the database, which may not be there yet. */
export function unfinishedIn(dataDir: string): Unfinished | undefined {
  const path = join(dataDir, UNFINISHED_RESTORE);
  return existsSync(path) ? inWords(readFileSync(path, 'utf8').trim()) : undefined;
}

/** Describes the content of a mark in words. */
export function inWords(begun: string): Unfinished {
  const what = begun.startsWith('move ') ? 'move' : 'restore';
  return {
    sentence: `A ${what} has begun and not ended, so not everything is there`,
    advice: `run the same npm run ${what} again, which goes on where it stopped`,
  };
}

/** Reads the mark in a PostgreSQL database; undefined if there is none. */
export async function findInTable(db: Database): Promise<Unfinished | undefined> {
  const { rows } = await sql<{
    found: boolean;
  }>`select to_regclass(${MARK_TABLE}) is not null as found`.execute(db);
  if (rows[0]?.found !== true) return undefined;
  const marks = await sql<{ snapshot: string }>`select snapshot from ${sql.table(MARK_TABLE)}`.execute(db);
  return inWords(marks.rows[0]?.snapshot ?? '');
}
