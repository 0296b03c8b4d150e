import { hash } from 'node:crypto';
import { bufferOf, bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { MARK, MARK_TEXT, pathIn, SUMS } from '../reading/backups.ts';
import { BackupError } from '../errors.ts';
import type { BackupCipher, Form } from './cipher.ts';
import { createCipher } from './encryption.ts';
import type { FileStore } from './file-stores.ts';

const ENCRYPTED =
  /^(Backups of Vitrin, form ([23]), encrypted with the key ([0-9a-f]{16})\n)# ([0-9a-f]{64})\n$/;

/** Parsed content of the mark file, which says whether the backups are encrypted, in which form and with which key. */
type Mark = { isDamaged: boolean; form: Form | undefined; keyName: string | undefined };

export async function readMark(store: Pick<FileStore, 'has' | 'read'>): Promise<Mark | undefined> {
  if (!(await store.has(MARK))) return undefined;
  const text = (await bufferOf(store.read(MARK))).toString('latin1');
  const [, line = '', form, keyName, sum] = ENCRYPTED.exec(text) ?? [];
  if (keyName === undefined || hash('sha256', line) !== sum)
    return { isDamaged: text !== MARK_TEXT, form: undefined, keyName: undefined };
  return { isDamaged: false, form: form === '2' ? 2 : 3, keyName };
}

async function writeMark(store: FileStore, cipher: BackupCipher | undefined): Promise<void> {
  const line = `Backups of Vitrin, form ${cipher?.form}, encrypted with the key ${cipher?.keyName}\n`;
  const text = cipher ? `${line}# ${hash('sha256', line)}\n` : MARK_TEXT;
  await store.write({ path: MARK, source: bytesOf(Buffer.from(text, 'latin1')), check: () => MARK });
}

/**
 * True if the backups are encrypted, according to the mark or, where it is damaged or missing, to the first bytes of a list
 * of checksums.
 */
export async function isEncrypted(store: FileStore): Promise<boolean> {
  const text = (await store.has(MARK)) ? (await bufferOf(store.read(MARK))).toString('latin1') : '';
  if (text === MARK_TEXT) return false;
  return /^Backups of Vitrin, form [23], encrypted/.test(text) || (await formByBytes(store)) !== undefined;
}

async function formByBytes(store: FileStore): Promise<Form | undefined> {
  for (const name of await store.names('snapshots')) {
    const path = pathIn(name, SUMS);
    const start = (await store.has(path)) ? (await bufferOf(store.read(path))).toString('latin1', 0, 8) : '';
    if (start === 'VITRINB2') return 2;
    if (start === 'age-encr') return 3;
  }
  return undefined;
}

/**
 * Returns the cipher for existing backups, or undefined if they are not encrypted. A damaged mark does not
 * say which, so the key is tried. Throws BackupError if the key is missing or a different one.
 */
export async function cipherFor(
  store: FileStore,
  mark: Mark,
  key: string | undefined,
): Promise<BackupCipher | undefined> {
  const form = mark.isDamaged ? await formByBytes(store) : mark.form;
  if (form === undefined || (mark.isDamaged && key === undefined)) return undefined;
  if (key === undefined) throw missingKey(store.name);
  const cipher = createCipher(key, form);
  if (mark.isDamaged || cipher.keyName === mark.keyName) return cipher;
  throw anotherKey(store.name);
}

/**
 * Returns the cipher for adding backups, or undefined if they are not encrypted. A new target gets its mark,
 * and is encrypted if there is a key. Throws BackupError if the target holds anything else, or its mark names
 * another key.
 */
export async function cipherForNew(
  store: FileStore,
  key: string | undefined,
): Promise<BackupCipher | undefined> {
  const mark = await readMark(store);
  if (mark) {
    if (mark.isDamaged) throw new BackupError(`${MARK} in ${store.name} is damaged: name another place.`);
    const cipher = await cipherFor(store, mark, key);
    if (key !== undefined && !cipher)
      throw new BackupError(
        `The backups in ${store.name} are not encrypted: with BACKUP_KEY, name another place.`,
      );
    return cipher;
  }
  for await (const { path } of store.list(''))
    if (!path.startsWith('lock.sqlite'))
      throw new BackupError(`${store.name} holds other things, such as ${path}: name an empty place.`);
  const cipher = key === undefined ? undefined : createCipher(key);
  await writeMark(store, cipher);
  return cipher;
}

export function missingKey(name: string): BackupError {
  return new BackupError(
    `The backups in ${name} are encrypted: set BACKUP_KEY to the key that they were copied with. Without it nobody can read them.`,
  );
}

export function anotherKey(name: string): BackupError {
  return new BackupError(
    `The backups in ${name} are encrypted with another key than BACKUP_KEY. Without that one nobody can read them.`,
  );
}
