import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderDurably, syncFolderNow } from '@vitrin/engine/disk/durable-folders.ts';
import { ConfigError } from '../errors.ts';

const KEY = /^[0-9a-f]{64}$/i;

/** Reads DATA_DIR's key, made at the first start; ConfigError for an incomplete one: part of a key lets links be forged. */
export function loadSecretKey(dataDir: string): string {
  return loadKey(dataDir, SECRET);
}

/** Like loadSecretKey, but makes nothing: undefined where no server has made a key yet. */
export function keptSecretKey(dataDir: string): string | undefined {
  return keptKey(dataDir, SECRET);
}

/** The newest of the keys with which receipts are signed: kept in DATA_DIR, the first one made at the first start. */
export function loadReceiptKey(dataDir: string): string {
  return loadKey(dataDir, receiptKeyFile(newestReceiptKey(dataDir) || 1));
}

/** Like loadReceiptKey, but makes nothing: undefined where no server has made a key yet. */
export function keptReceiptKey(dataDir: string): string | undefined {
  return keptKey(dataDir, receiptKeyFile(newestReceiptKey(dataDir) || 1));
}

/** Makes a new key for receipts, which servers use from their next start on, and removes the old ones. */
export function replaceReceiptKey(dataDir: string): string {
  const number = newestReceiptKey(dataDir);
  const key = makeKey(join(dataDir, receiptKeyFile(number + 1).name));
  syncFolderNow(dataDir);
  for (let old = number; old > 0; old -= 1) rmSync(join(dataDir, receiptKeyFile(old).name), { force: true });
  return key;
}

function newestReceiptKey(dataDir: string): number {
  if (!existsSync(dataDir)) return 0;
  return Math.max(0, ...readdirSync(dataDir).map((name) => Number(RECEIPT_KEY.exec(name)?.[1] ?? 0)));
}

type KeyFile = { name: string; loss: string };

const SECRET: KeyFile = { name: 'secret.key', loss: 'links that were mailed stop working' };

/** Numbered, so that a copy of DATA_DIR never takes a new key for the old one. */
const RECEIPT_KEY = /^receipt-(\d{1,6})\.key$/;

function receiptKeyFile(number: number): KeyFile {
  return { name: `receipt-${number}.key`, loss: 'receipts are signed with another key from then on' };
}

function loadKey(dataDir: string, file: KeyFile): string {
  const path = join(dataDir, file.name);
  try {
    makeFolderDurably(dataDir);
    const kept = readKey(path) ?? makeKey(path);
    // Another process may have made the key a moment ago; its name must be durable before anything is signed with it.
    syncFolderNow(dataDir);
    if (KEY.test(kept)) return kept;
  } catch (error) {
    throw unusable(dataDir, error);
  }
  throw notWhole(path, file);
}

function keptKey(dataDir: string, file: KeyFile): string | undefined {
  const path = join(dataDir, file.name);
  let kept: string | undefined;
  try {
    kept = readKey(path);
  } catch (error) {
    throw unusable(dataDir, error);
  }
  if (kept !== undefined && !KEY.test(kept)) throw notWhole(path, file);
  return kept;
}

function unusable(dataDir: string, error: unknown): ConfigError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${reason}.`);
}

function notWhole(path: string, { loss }: KeyFile): ConfigError {
  return new ConfigError(
    `${path} must hold 64 hexadecimal digits, and does not: put it back from a backup, or remove it to get a new one, with which ${loss}.`,
  );
}

function readKey(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Names the key only once durable; a link never replaces the key of a process that starts at the same moment. */
function makeKey(path: string): string {
  const aside = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(aside, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(aside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}
