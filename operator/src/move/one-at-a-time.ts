import { lockFolder } from '@vitrin/server/database/data-dir-lock.ts';
import { makeFolderDurably } from '@vitrin/engine/disk/durable-folders.ts';
import { connectPostgres } from '../backup/database-reader.ts';
import { MoveError } from './errors.ts';
import type { Installation } from './installation.ts';

/** Number of the lock that a move holds on each PostgreSQL database it works with. */
const LOCK = 7_466_171;
const LOCK_FILE = 'move-lock.sqlite';

/**
 * Keeps other moves from both databases until the returned function is called or this process ends, and servers from an
 * embedded one that is being filled. Throws MoveError when another one holds a lock.
 */
export async function holdBoth(from: Installation, to: Installation): Promise<() => Promise<void>> {
  const held: (() => Promise<void>)[] = [];
  const release = async () => {
    for (const free of held.splice(0)) await free();
  };
  try {
    held.push(await hold(from));
    if (to.database !== from.database) {
      held.push(await hold(to));
      if (to.config.databaseUrl === undefined) held.push(keepServersOut(to));
    }
    return release;
  } catch (error) {
    await release();
    throw error;
  }
}

async function hold({
  config: { databaseUrl, dataDir },
  database,
}: Installation): Promise<() => Promise<void>> {
  const busy = () => new MoveError(`Another move works with ${database}: wait until it has ended.`);
  if (databaseUrl === undefined) {
    makeFolderDurably(dataDir);
    const unlock = lockFolder(dataDir, LOCK_FILE);
    if (!unlock) throw busy();
    return async () => unlock();
  }
  const client = await connectPostgres(databaseUrl);
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LOCK]);
  if (rows[0]?.held === true) return () => client.end();
  await client.end();
  throw busy();
}

function keepServersOut({ config: { dataDir } }: Installation): () => Promise<void> {
  const unlock = lockFolder(dataDir);
  if (!unlock) throw new MoveError(`DATA_DIR ${dataDir} is in use: stop the server that uses it first.`);
  return async () => unlock();
}

/**
 * True if a server may be running: on SQLite a server locks its folder, on PostgreSQL it cannot be detected.
 */
export function isServed({ config: { databaseUrl, dataDir } }: Installation): boolean {
  if (databaseUrl !== undefined) return true;
  const unlock = lockFolder(dataDir);
  unlock?.();
  return unlock === undefined;
}
