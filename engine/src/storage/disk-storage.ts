import { closeSync, openSync, readSync } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlockHolder, releaseBlock } from '../bytes/block-pool.ts';
import { smallReadBlocks } from '../bytes/transfer-blocks.ts';
import { makeFolderDurably, syncFolder } from '../disk/durable-folders.ts';
import { writeDurably } from './durable-writes.ts';
import { readBlocks } from './read-blocks.ts';
import {
  type ByteRange,
  MissingObjectError,
  type ObjectBody,
  type Storage,
  StoreFullError,
} from './storage.ts';

const SMALL_READ_BYTES = smallReadBlocks.blockBytes;
const TEMPORARY = 'tmp';
const KEY = /^[0-9a-f]{64}$/;

/**
 * Files in `root`, in 256 folders by the start of their key. Bytes are synced in `root/tmp`, then renamed, so that a
 * crash leaves the whole object or none.
 */
export async function createDiskStorage(root: string): Promise<Storage> {
  makeFolderDurably(root);
  makeFolderDurably(join(root, TEMPORARY));
  const temporaryPath = (key: string) => join(root, TEMPORARY, checked(key));
  const folderOf = (key: string) => join(root, checked(key).slice(0, 2));
  const pathOf = (key: string) => join(folderOf(key), key);
  const madeFolders = new Set<string>();

  const moveToFinalPath = async (key: string) => {
    const folder = folderOf(key);
    if (!madeFolders.has(folder)) {
      await mkdir(folder, { recursive: true });
      await syncFolder(root);
      madeFolders.add(folder);
    }
    await rename(temporaryPath(key), pathOf(key));
    await syncFolder(folder);
  };

  return {
    async write(key, source) {
      const path = temporaryPath(key);
      try {
        const size = await writeDurably(path, { flags: 'w', start: 0 }, source);
        await moveToFinalPath(key);
        return size;
      } catch (error) {
        await rm(path, { force: true });
        // The file may have its final name although syncing the folder failed.
        await rm(pathOf(key), { force: true });
        throw asStoreFull(error);
      }
    },

    read: async (key, range, holder) => readRange(key, pathOf(key), range, holder),
    size: async (key) => sizeOf(pathOf(key)),

    check: () => access(join(root, TEMPORARY), constants.R_OK | constants.W_OK | constants.X_OK),

    async delete(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true });
    },

    async begin(key) {
      const handle = await open(temporaryPath(key), 'wx').catch(rethrow);
      await handle.close();
      await syncFolder(join(root, TEMPORARY));
    },

    async append(key, offset, source, onDurable) {
      const options = { flags: 'r+', start: offset, onDurable } as const;
      try {
        return offset + (await writeDurably(temporaryPath(key), options, source));
      } catch (error) {
        throw asStoreFull(error);
      }
    },

    async offset(key, durable) {
      const size = await sizeOf(temporaryPath(key));
      return size === undefined ? sizeOf(pathOf(key)) : Math.min(size, durable);
    },

    async complete(key, length) {
      const size = await sizeOf(temporaryPath(key));
      if (size === undefined && (await sizeOf(pathOf(key))) === length) return syncFolder(folderOf(key));
      if (size !== length) throw new MissingObjectError(key);
      await moveToFinalPath(key);
    },

    async abort(key) {
      await rm(temporaryPath(key), { force: true });
      await rm(pathOf(key), { force: true });
    },

    localPath: (key) => pathOf(key),

    async *list() {
      for (const folder of await readdir(root)) {
        if (folder === TEMPORARY) continue;
        for (const key of await readdir(join(root, folder))) {
          const found = await stat(join(root, folder, key)).catch(undefinedWhenMissing);
          if (found) yield { key, size: found.size, modified: found.mtime };
        }
      }
    },

    async removeTemporaryBefore(time, isReferenced) {
      const removed: string[] = [];
      for (const key of await readdir(join(root, TEMPORARY))) {
        const path = join(root, TEMPORARY, key);
        const found = await stat(path).catch(undefinedWhenMissing);
        if (!found || found.mtime >= time || (await isReferenced(key))) continue;
        await rm(path, { force: true });
        removed.push(key);
      }
      return removed;
    },
  };
}

async function readRange(
  key: string,
  path: string,
  range: ByteRange,
  holder: BlockHolder = { tenant: 'server' },
): Promise<ObjectBody> {
  const { start, end } = range;
  const length = end - start + 1;
  if (length <= SMALL_READ_BYTES) return readSmall(key, path, range, holder);
  const size = await sizeOf(path);
  if (size === undefined || size <= end) throw new MissingObjectError(key);
  return readBlocks(path, range, holder);
}

/** Reads on this thread: three trips through the thread pool cost several times as much as a small cached range. */
function readSmall(key: string, path: string, { start, end }: ByteRange, holder: BlockHolder): Buffer {
  const length = end - start + 1;
  const file = openOrUndefined(path);
  if (file === undefined) throw new MissingObjectError(key);
  try {
    const buffer = memoryFor(length, holder);
    if (readSync(file, buffer, 0, length, start) < length) throw new MissingObjectError(key);
    return buffer;
  } finally {
    closeSync(file);
  }
}

/** Uses a pooled block if a signal ends its use, because allocating memory takes longer than reading the file. */
function memoryFor(length: number, { tenant, signal }: BlockHolder): Buffer {
  const block = signal?.aborted === false ? smallReadBlocks.tryAcquire({ tenant }) : undefined;
  if (!block) return Buffer.allocUnsafe(length);
  signal?.addEventListener('abort', () => releaseBlock(block), { once: true });
  return block.subarray(0, length);
}

function openOrUndefined(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    return undefinedWhenMissing(error);
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(undefinedWhenMissing))?.size;
}

/** Returns a storage key; refuses any other path. */
function checked(key: string): string {
  if (!KEY.test(key)) throw new Error('Not a storage key');
  return key;
}

function undefinedWhenMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return;
  throw error;
}

function rethrow(error: unknown): never {
  throw asStoreFull(error);
}

function asStoreFull(error: unknown): unknown {
  const code = codeOf(error);
  return code === 'ENOSPC' || code === 'EDQUOT' ? new StoreFullError() : error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}
