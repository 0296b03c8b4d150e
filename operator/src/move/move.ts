import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFacts } from '../backup/database-reader.ts';
import { openLiveDatabase } from '../backup/database-copy.ts';
import { writeSmallFile } from '../backup/durable-files.ts';
import { KEY_FILE } from '../backup/manifest.ts';
import type { NamedObject } from '../backup/named-objects.ts';
import type { OnProgress } from '../backup/progress.ts';
import { hasDatabase } from '../backup/restore-database.ts';
import { markOf } from '../backup/unfinished-restore.ts';
import type { Database } from '@vitrin/server/database/connect.ts';
import { migrations } from '@vitrin/server/database/migrate.ts';
import {
  type InstallationState,
  readInstallationIfAny,
  saveInstallation,
} from '@vitrin/server/database/read-only/state.ts';
import { letWritesThrough } from '@vitrin/server/database/read-only/refuse-writes.ts';
import { makeOpen, makeReadOnly } from '@vitrin/server/database/read-only/switch.ts';
import { makeFolderDurably } from '@vitrin/engine/disk/durable-folders.ts';
import { copyObjects, openJournal, type Problem } from './copy-objects.ts';
import { copyRows, sameTables } from './copy-rows.ts';
import { MoveError } from './errors.ts';
import {
  describeInstallation,
  type Installation,
  nameMove,
  openDatabase,
  openStorage,
} from './installation.ts';
import { holdBoth, isServed } from './one-at-a-time.ts';
import { listTables, sumOf } from './rows.ts';

export type MoveReport = {
  moved_to: string;
  tables: number;
  rows: number;
  objects: number;
  bytes: number;
  /** Objects that an earlier call, which was stopped, had copied and compared already. */
  kept: number;
  problems: Problem[];
};

/** Called with each step; `isCounting` calls, which only count on, may be ignored. */
export type OnStep = (sentence: string, isCounting?: boolean) => void;

type Options = {
  /** Only checks that the move is possible. */
  isCheck?: boolean;
  onStep?: OnStep;
  onProgress?: OnProgress;
};

/** Findings before anything is changed. */
type Plan = {
  id: string;
  movesDatabase: boolean;
  movesFiles: boolean;
  /** True if a killed call has started this move. */
  isBegun: boolean;
  /** True if the move has finished and only its answer was lost. */
  isDone: boolean;
  installation: InstallationState | undefined;
};

/**
 * Moves the database, the files or both to another installation (specification 12.9). The old one is
 * read-only meanwhile, and stays so if its database moved. The same call resumes after a kill. Throws
 * MoveError, before anything is changed, if either installation is unsuitable.
 */
export async function move(from: Installation, to: Installation, options: Options = {}): Promise<MoveReport> {
  const { isCheck = false, onStep = () => {}, onProgress = () => {} } = options;
  const release = await holdBoth(from, to);
  const db = await openOld(from);
  try {
    const plan = await look(db, from, to);
    if (isCheck) return { ...emptyReport(to), ...(await countOld(db, from)) };
    if (plan.isDone) return emptyReport(to);
    if (plan.installation?.state !== 'moved') {
      onStep('The installation becomes read only.');
      const mayBeServed = isServed(from);
      const closing = { state: 'moving', move: plan.id, moved_to: describeInstallation(to) } as const;
      await makeReadOnly(db, closing, { mayBeServed });
    }
    const facts = await factsOf(from);
    if (plan.movesDatabase) {
      await markNew(to, plan.id);
      // Before the rest: a server that is started too early would make keys of its own.
      await moveKeys(from, to);
    }
    const copied = await moveObjects(from, to, plan, facts.objects, onProgress);
    const rows = plan.movesDatabase ? await moveRows(db, to, plan.id, onStep) : { tables: 0, rows: 0 };
    await switchOver(db, to, plan);
    if (plan.movesFiles) await openJournal(from, plan.id).remove();
    return { moved_to: describeInstallation(to), ...rows, ...copied };
  } finally {
    await db.destroy();
    await release();
  }
}

async function openOld(from: Installation): Promise<Database> {
  // Fails with a sentence if there is no installation, and creates nothing.
  await (await openLiveDatabase(from.config)).close();
  return openDatabase(from);
}

async function factsOf({ config }: Installation) {
  const live = await openLiveDatabase(config);
  try {
    return await readFacts(live.read, await live.columns());
  } finally {
    await live.close();
  }
}

async function countOld(db: Database, from: Installation) {
  const { rows, objects } = await factsOf(from);
  const tables = await listTables(db);
  return {
    tables: tables.length,
    rows: tables.reduce((sum, { name }) => sum + (rows[name] ?? 0), 0),
    objects: objects.length,
    bytes: objects.reduce((sum, { size }) => sum + (size ?? 0), 0),
  };
}

function emptyReport(to: Installation): MoveReport {
  return {
    moved_to: describeInstallation(to),
    tables: 0,
    rows: 0,
    objects: 0,
    bytes: 0,
    kept: 0,
    problems: [],
  };
}

/** Checks both installations and changes nothing. Throws MoveError if a move cannot start or resume. */
async function look(db: Database, from: Installation, to: Installation): Promise<Plan> {
  const movesDatabase = from.database !== to.database;
  const movesFiles = from.storeLocation !== to.storeLocation;
  if (!movesDatabase && !movesFiles)
    throw new MoveError('The file names the same database and the same store: there is nothing to move.');
  const id = nameMove(from, to);
  await requireThisRelease(from);
  const installation = await readInstallationIfAny(db);
  const isBegun = installation?.move === id && installation.state !== 'open';
  const plan: Plan = { id, movesDatabase, movesFiles, isBegun, isDone: false, installation };
  if (installation?.move === id && (await hasEnded(plan, to))) return { ...plan, isDone: true };
  requireNoOther(plan, from);
  requireSameKey(from, to);
  if (movesDatabase) await requireEmptyDatabase(to, id);
  if (movesFiles && !isBegun) await requireEmptyStore(to);
  return plan;
}

/** True if the move recorded in the old installation has finished. */
async function hasEnded({ id, movesDatabase, installation }: Plan, to: Installation): Promise<boolean> {
  if (!movesDatabase) return installation?.state === 'open' && installation.files_in === to.store;
  if (installation?.state !== 'moved' || (await markOf(to.config).find()) !== undefined) return false;
  if (!(await hasDatabase(to.config))) return false;
  const db = openDatabase(to);
  try {
    return (await readInstallationIfAny(db))?.move === id;
  } finally {
    await db.destroy();
  }
}

function requireNoOther({ id, installation }: Plan, from: Installation): void {
  if (!installation) return;
  const { state, move: other, moved_to, files_in } = installation;
  const isOther = other !== id;
  if (state === 'moved' && isOther)
    throw new MoveError(`This installation has moved to ${moved_to} already.`);
  if (state === 'moving' && isOther)
    throw new MoveError(
      `A move to ${moved_to} has begun: finish it, or give it up with npm run admin -- read-only off --despite-move and empty that place.`,
    );
  if (files_in !== null && files_in !== from.store)
    throw new MoveError(
      `The files of this installation are in ${files_in}: run this with the environment that its server has.`,
    );
}

async function requireThisRelease(from: Installation): Promise<void> {
  const { migrations: done } = await factsOf(from);
  const listed = Object.keys(migrations);
  if (done.length !== listed.length || listed.some((name) => !done.includes(name)))
    throw new MoveError(
      'The database is of another release: start the server of this release on it once, then move.',
    );
}

function requireSameKey({ config: { secretKey } }: Installation, to: Installation): void {
  const theirs = to.config.secretKey;
  if (theirs === '' || theirs === secretKey) return;
  throw new MoveError(
    'SECRET_KEY is another one there: links that were mailed would stop working. Set it to what the old environment has, or to what is in secret.key in the old DATA_DIR.',
  );
}

async function requireEmptyDatabase(to: Installation, id: string): Promise<void> {
  const begun = await markOf(to.config).find();
  if (begun === nameOfMark(id)) return;
  if (begun !== undefined)
    throw new MoveError(
      `A restore or another move into ${to.database} has begun: empty it, then move again.`,
    );
  if (await hasDatabase(to.config))
    throw new MoveError(`There is a database here already: ${to.database}. Name an empty one.`);
}

async function requireEmptyStore(to: Installation): Promise<void> {
  if (to.config.s3 === undefined && !existsSync(to.storeLocation)) return;
  for await (const { key } of (await openStorage(to)).list())
    throw new MoveError(`There are objects already in ${to.store}, such as ${key}: name an empty store.`);
}

const nameOfMark = (id: string) => `move ${id}`;

/** Prevents servers from starting on the new installation until everything is there. */
async function markNew(to: Installation, id: string): Promise<void> {
  makeFolderDurably(to.config.dataDir);
  const mark = markOf(to.config);
  if ((await mark.find()) === undefined) await mark.set(nameOfMark(id));
}

async function moveObjects(
  from: Installation,
  to: Installation,
  { id, movesFiles }: Plan,
  named: NamedObject[],
  onProgress: OnProgress,
) {
  if (!movesFiles) return { objects: 0, bytes: 0, kept: 0, problems: [] };
  const stores = { from: await openStorage(from), to: await openStorage(to) };
  const copied = await copyObjects(stores, named, openJournal(from, id), onProgress);
  const keys = new Set(named.map(({ key }) => key));
  let count = 0;
  for await (const { key } of stores.to.list()) {
    if (!keys.has(key))
      throw new MoveError(`No row names the object ${key} in ${to.store}: remove it, then move again.`);
    count += 1;
  }
  if (count !== copied.objects)
    throw new MoveError(`${to.store} holds ${count} objects instead of ${copied.objects}: move again.`);
  return copied;
}

/** Copies the rows, and compares every table by the number of its rows and their checksums. */
async function moveRows(db: Database, to: Installation, id: string, onStep: OnStep) {
  let copied = 0;
  await copyRows(db, to, id, (count) => {
    copied += count;
    onStep(`Copying: ${copied} rows`, true);
  });
  if (copied > 0) onStep(`Copying: ${copied} rows`);
  const there = openDatabase(to);
  try {
    const tables = await sameTables(db, there);
    let rows = 0;
    for (const table of tables) {
      const [ours, theirs] = [await sumOf(db, table, () => {}), await sumOf(there, table, () => {})];
      if (ours.rows !== theirs.rows || ours.sum !== theirs.sum)
        throw new MoveError(
          `The table ${table.name} is not what it was: ${theirs.rows} rows instead of ${ours.rows}, or other ones. Empty ${to.database}, then move again.`,
        );
      rows += ours.rows;
      onStep(`Comparing: ${rows} rows`, true);
    }
    onStep(`Comparing: ${rows} rows`);
    return { tables: tables.length, rows };
  } finally {
    await there.destroy();
  }
}

/** Keys that are files go along; one from the environment becomes a file where the new one names none. */
async function moveKeys(from: Installation, to: Installation): Promise<void> {
  if (from.config.dataDir !== to.config.dataDir && from.config.databaseUrl === undefined)
    for (const file of readdirSync(from.config.dataDir).filter((name) => KEY_FILE.test(name)))
      await writeSmallFile(join(to.config.dataDir, file), readFileSync(join(from.config.dataDir, file)));
  if (to.config.secretKey === '')
    await writeSmallFile(join(to.config.dataDir, 'secret.key'), `${from.config.secretKey}\n`);
}

/** Closes the old installation for good before it opens the new one, so that there are never two. */
async function switchOver(db: Database, to: Installation, { id, movesDatabase }: Plan): Promise<void> {
  const moved_to = describeInstallation(to);
  if (!movesDatabase) {
    await makeOpen(db, { move: id, moved_to, files_in: to.store });
    return;
  }
  const since = new Date().toISOString();
  await saveInstallation(db, { state: 'moved', since, move: id, moved_to, files_in: null });
  const there = openDatabase(to);
  try {
    await letWritesThrough(there);
    await saveInstallation(there, { state: 'open', since, move: id, moved_to: null, files_in: to.store });
  } finally {
    await there.destroy();
  }
  await markOf(to.config).remove();
}
