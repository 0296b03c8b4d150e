import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '@vitrin/engine/disk/durable-folders.ts';

/** This file in DATA_DIR and in folders of backups has a line per deleted account with its time, and a checksum. */
export const ERASED_LIST = 'erased-accounts';

/** A deleted account; an account that is made with the same id later is another one. */
export type Erased = { user_id: number; erased_at: string };

const LINE = /^([1-9]\d{0,9}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

export async function readErasedList(path: string): Promise<Erased[]> {
  if (!existsSync(path)) return [];
  return parseErasedList(await readFile(path, 'utf8'));
}

/** The accounts in the text of a list, leaving out lines that are none of ours; none of one with another checksum. */
function parseErasedList(text: string): Erased[] {
  const { lines, hasSum, isDamaged } = partsOf(text);
  if (hasSum && isDamaged) return [];
  return lines.split('\n').flatMap((line) => {
    const [, id, erased_at = ''] = LINE.exec(line) ?? [];
    return id === undefined ? [] : [{ user_id: Number(id), erased_at }];
  });
}

/** The accounts in the text of a list; undefined where it holds anything else, or nothing, or its checksum differs. */
export function parseWholeErasedList(text: string): Erased[] | undefined {
  const accounts = parseErasedList(text);
  const { lines } = partsOf(text);
  return accounts.length > 0 && accounts.map(lineOf).join('') === lines ? accounts : undefined;
}

/** The last line is the checksum of those above it; lists of earlier releases have none. */
function partsOf(text: string): { lines: string; hasSum: boolean; isDamaged: boolean } {
  const end = text.indexOf('#');
  if (end === -1) return { lines: text, hasSum: false, isDamaged: false };
  const lines = text.slice(0, end);
  return { lines, hasSum: true, isDamaged: text !== withSum(lines) };
}

function withSum(lines: string): string {
  return `${lines}# ${hash('sha256', lines)}\n`;
}

/** Adds accounts to the list of a folder, durably and as a whole; nothing is written where it has them all. */
export async function addToErasedList(folder: string, accounts: readonly Erased[]): Promise<void> {
  const path = join(folder, ERASED_LIST);
  const text = listWith(existsSync(path) ? await readFile(path, 'utf8') : '', accounts);
  if (text === undefined) return;
  const aside = `${path}.unfinished`;
  await writeFile(aside, text, { mode: 0o600, flush: true });
  await rename(aside, path);
  await syncFolder(dirname(path));
}

/** The text of a list with these accounts, too; undefined where it says so already. */
export function listWith(text: string, accounts: readonly Erased[]): string | undefined {
  const erased = new Map(parseErasedList(text).map((account) => [account.user_id, account.erased_at]));
  for (const { user_id, erased_at } of accounts) erased.set(user_id, erased.get(user_id) ?? erased_at);
  const lines = [...erased]
    .toSorted(([a], [b]) => a - b)
    .map(([user_id, erased_at]) => lineOf({ user_id, erased_at }));
  const after = withSum(lines.join(''));
  return erased.size === 0 || after === text ? undefined : after;
}

function lineOf({ user_id, erased_at }: Erased): string {
  return `${user_id} ${erased_at}\n`;
}
