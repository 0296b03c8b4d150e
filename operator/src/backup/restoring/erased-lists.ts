import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  type Erased,
  ERASED_LIST,
  parseWholeErasedList,
} from '@vitrin/server/adapters/erased-list/erased-list.ts';
import { bufferOf } from '@vitrin/engine/bytes/byte-source.ts';
import { BackupError } from '../errors.ts';
import { readSums } from '../manifest.ts';
import { type Backups, isLost, listSnapshots, pathIn } from '../reading/backups.ts';
import type { LostFile } from './lost-files.ts';

/**
 * Every list of deleted accounts: those of the snapshots, that beside them, which copies lack, and a given one. Each
 * holds what those before it held, so that `lost` names only damaged ones that no whole one follows: accounts that were
 * deleted could come back.
 */
export async function readErasedLists(
  backups: Backups,
  given: string | undefined,
): Promise<{ lists: Erased[][]; lost: LostFile[] }> {
  const lists: Erased[][] = [];
  let lost: LostFile[] = [];
  const add = (file: string, list: Erased[] | LostFile['problem'] | undefined) => {
    if (list === undefined) return;
    if (typeof list === 'string') {
      lost.push({ file, problem: list, key: undefined });
    } else {
      lists.push(list);
      lost = [];
    }
  };
  for (const name of await listSnapshots(backups))
    add(pathIn(name, ERASED_LIST), await readListOf(backups, name));
  add(ERASED_LIST, await readCommonList(backups));
  if (given !== undefined) add(given, await readGiven(given));
  return { lists, lost };
}

/** Stops a restore after which deleted accounts could come back. */
export function refuseLostLists({ name }: Backups, lost: readonly LostFile[]): void {
  const [first] = lost;
  if (!first) return;
  throw new BackupError(
    `${name}/${first.file} is ${first.problem}, and accounts that were deleted could come back: name the ${ERASED_LIST} ` +
      'of the old DATA_DIR with --erased, or restore all the same with --leave-out-damaged.',
  );
}

/** The list beside the snapshots; undefined where there is none. It is written as it is, beside encrypted copies too. */
export async function readCommonList({
  store,
}: Pick<Backups, 'store'>): Promise<Erased[] | 'damaged' | undefined> {
  if (!(await store.has(ERASED_LIST))) return undefined;
  return parseWholeErasedList((await bufferOf(store.read(ERASED_LIST))).toString()) ?? 'damaged';
}

/** The list of a snapshot; undefined where it has none. One with another checksum could name other accounts. */
async function readListOf(
  backups: Backups,
  snapshot: string,
): Promise<Erased[] | LostFile['problem'] | undefined> {
  const path = pathIn(snapshot, ERASED_LIST);
  const { sums, isWhole } = await readSums(backups, snapshot);
  const sum = sums.get(ERASED_LIST);
  if (!(await backups.store.has(path))) return sum === undefined ? undefined : 'missing';
  const bytes = await bufferOf(backups.read(path)).catch((error: unknown) => {
    if (isLost(error)) return undefined;
    throw error;
  });
  if (!bytes || (isWhole && hash('sha256', bytes) !== sum)) return 'damaged';
  return parseWholeErasedList(bytes.toString()) ?? 'damaged';
}

async function readGiven(path: string): Promise<Erased[]> {
  const list = parseWholeErasedList(await readFile(path, 'utf8'));
  if (!list) throw new BackupError(`${path} is no list of deleted accounts, or is damaged.`);
  return list;
}
