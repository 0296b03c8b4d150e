import { type FileHandle, open } from 'node:fs/promises';
import type { ByteSource } from '../bytes/byte-source.ts';
import type { OnDurable } from './storage.ts';

const SYNC_AHEAD_BYTES = 16 * 1024 * 1024;

type WriteOptions = {
  flags: 'w' | 'r+';
  /** Offset to write from; the file is cut there, since after a power cut the rest may be anything. */
  start: number;
  onDurable?: OnDurable | undefined;
};

/** Writes and syncs; returns the number of bytes. A failed sync keeps no bytes, another failure keeps those written. */
export async function writeDurably(
  path: string,
  { flags, start, onDurable }: WriteOptions,
  source: ByteSource,
): Promise<number> {
  const handle = await open(path, flags);
  const syncs = syncsOf(handle, onDurable);
  let position = start;
  try {
    if (flags === 'r+') await cutTo(handle, start);
    for await (const chunk of source) {
      await writeAll(handle, chunk, position);
      position += chunk.length;
      syncs.wrote(chunk.length, position);
    }
    await syncs.end();
  } finally {
    try {
      await syncs.leave();
    } finally {
      await handle.close();
    }
  }
  return position - start;
}

async function cutTo(handle: FileHandle, length: number): Promise<void> {
  const { size } = await handle.stat();
  if (size < length) throw new Error(`The file has ${size} bytes and cannot go on at ${length}`);
  if (size > length) await handle.truncate(length);
}

let isSyncingAhead = false;

/** Syncs while more bytes arrive. One file at a time, because a sync takes one of the few threads for files. */
function syncsOf(handle: FileHandle, onDurable: OnDurable | undefined) {
  let waiting = 0;
  let ahead: Promise<void> | undefined;
  let isRefused = false;
  const sync = async (method: 'sync' | 'datasync') => {
    try {
      await handle[method]();
    } catch (error) {
      isRefused = true;
      throw error;
    }
  };
  const syncAhead = async (position: number) => {
    isSyncingAhead = true;
    try {
      await sync('datasync');
    } finally {
      isSyncingAhead = false;
    }
    await onDurable?.(position);
    ahead = undefined;
  };
  return {
    wrote(bytes: number, position: number) {
      waiting += bytes;
      if (waiting < SYNC_AHEAD_BYTES || ahead || isSyncingAhead) return;
      waiting = 0;
      ahead = syncAhead(position);
      ahead.catch(() => {});
    },
    async end() {
      await ahead;
      await sync('sync');
    },
    /** The system reports lost bytes only once, so after a failed sync none count and an upload begins anew. */
    async leave() {
      await ahead?.catch(() => {});
      if (!isRefused) return;
      await handle.truncate();
      await handle.sync();
    },
  };
}

/** Repeats a partial write: a disk that fills up refuses the rest only with the next call. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
