import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../disk/durable-folders.ts';

/** In DATA_DIR and in folders of backups: which accounts were deleted and when, a line each, and nothing else. */
export const ERASED_LIST = 'erased-accounts';

/** A deleted account; an account that is made with the same id later is another one. */
export type Erased = { user_id: number; erased_at: string };

const LINE = /^([1-9]\d{0,9}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

/** The accounts of a list; none where there is no such file. */
export async function readErasedList(path: string): Promise<Erased[]> {
  if (!existsSync(path)) return [];
  return parseErasedList(await readFile(path, 'utf8'));
}

/** The accounts in the text of a list. Lines that are none of ours are left out. */
export function parseErasedList(text: string): Erased[] {
  return text.split('\n').flatMap((line) => {
    const [, id, erased_at = ''] = LINE.exec(line) ?? [];
    return id === undefined ? [] : [{ user_id: Number(id), erased_at }];
  });
}

/** Adds accounts to the list of a folder, durably and as a whole; nothing is written where it has them all. */
export async function addToErasedList(folder: string, accounts: readonly Erased[]): Promise<void> {
  const path = join(folder, ERASED_LIST);
  const known = new Map((await readErasedList(path)).map((account) => [account.user_id, account.erased_at]));
  const before = known.size;
  for (const { user_id, erased_at } of accounts) known.set(user_id, known.get(user_id) ?? erased_at);
  if (known.size === before) return;
  const lines = [...known].toSorted(([a], [b]) => a - b).map(([id, time]) => `${id} ${time}\n`);
  const aside = `${path}.unfinished`;
  await writeFile(aside, lines.join(''), { mode: 0o600, flush: true });
  await rename(aside, path);
  await syncFolder(dirname(path));
}
