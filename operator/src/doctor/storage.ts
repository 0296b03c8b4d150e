import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { newStorageKey, type ObjectBody, type Storage } from '@vitrin/engine/storage/storage.ts';
import type { Config } from '@vitrin/server/config/config.ts';
import { OutOfSpaceError } from '@vitrin/server/errors.ts';
import { error, type Finding, note, ok, reasonOf, warning } from './finding.ts';
import { type Installation, within } from './installation.ts';

const PROBE_MILLISECONDS = 30_000;
const SLOW_MILLISECONDS = 3000;

/** Stores a few random bytes, reads them and deletes them again, as an upload and a download would. */
export async function checkStorage({
  config,
  storage,
}: Pick<Installation, 'config' | 'storage'>): Promise<Finding[]> {
  const store = config.s3 ? `The bucket ${config.s3.bucket}` : `The folder ${join(config.dataDir, 'files')}`;
  const files = join(config.dataDir, 'files');
  if (!config.s3 && !existsSync(files))
    return [note(`${store} is not there yet.`, 'Start the server: it makes the folder.')];
  if (!config.s3 && !existsSync(join(files, 'tmp')))
    return [
      warning(
        `${store} has no folder tmp, so nothing can be uploaded.`,
        'Start the server anew: it makes the folder.',
      ),
    ];
  const key = probeKey(config);
  const isFolderNew = !config.s3 && !existsSync(join(config.dataDir, 'files', key.slice(0, 2)));
  try {
    const began = performance.now();
    await within(PROBE_MILLISECONDS, 'it did not answer within 30 seconds', probe(await storage(), key));
    const took = Math.round(performance.now() - began);
    if (took > SLOW_MILLISECONDS)
      return [
        warning(
          `${store} took ${took} ms to store, read and delete 32 bytes.`,
          'Look at what else uses the disk or the way to the store.',
        ),
      ];
    return [ok(`${store} stores, reads and deletes.`)];
  } catch (failure) {
    return [
      error(
        `${store} cannot be used: ${reasonOf(failure)}.`,
        failure instanceof OutOfSpaceError
          ? 'Make room there; nothing else is broken.'
          : config.s3
            ? 'Set S3_ENDPOINT, S3_BUCKET and the AWS keys right, with the rights to put, get, list and delete objects.'
            : 'Give the folder to the user that runs the server, and run the doctor as that user.',
      ),
    ];
  } finally {
    if (isFolderNew) removeIfEmpty(join(config.dataDir, 'files', key.slice(0, 2)));
  }
}

async function probe(storage: Storage, key: string): Promise<void> {
  const bytes = randomBytes(32);
  try {
    await storage.write(key, oneChunk(bytes));
    const read = await bytesOf(await storage.read(key, { start: 0, end: bytes.length - 1 }));
    if (!read.equals(bytes)) throw new Error('it returned other bytes than were stored');
  } finally {
    await storage.delete([key]);
  }
  if ((await storage.size(key)) !== undefined) throw new Error('it kept an object that was deleted');
}

/**
 * A random key in an existing folder: a new folder would belong to the user that runs the doctor, and the
 * server might be unable to write to it.
 */
function probeKey({ s3, dataDir }: Config): string {
  const key = newStorageKey();
  if (s3) return key;
  const folder = readdirSync(join(dataDir, 'files')).find((name) => /^[0-9a-f]{2}$/.test(name));
  return `${folder ?? key.slice(0, 2)}${key.slice(2)}`;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is not empty, since a file was stored there meanwhile, or it was never made.
  }
}

async function* oneChunk(bytes: Buffer) {
  yield bytes;
}

async function bytesOf(body: ObjectBody): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
