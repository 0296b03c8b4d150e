import { type FileHandle, open } from 'node:fs/promises';
import type { ByteSource } from '../../bytes/byte-source.ts';

const SYNC_AHEAD_BYTES = 16 * 1024 * 1024;

/**
 * Writes and syncs; returns the number of bytes. What was written before a failure stays in the file, but nothing does
 * when a sync failed.
 */
export async function writeDurably(
  path: string,
  { flags, start }: { flags: string; start: number },
  source: ByteSource,
): Promise<number> {
  const handle = await open(path, flags);
  const syncs = syncsOf(handle);
  let position = start;
  try {
    for await (const chunk of source) {
      await writeAll(handle, chunk, position);
      position += chunk.length;
      syncs.wrote(chunk.length);
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

/** Syncs what somebody else has written. */
export async function syncFile(path: string): Promise<void> {
  await writeDurably(path, { flags: 'r+', start: 0 }, nothing());
}

async function* nothing(): AsyncGenerator<Uint8Array, void> {}

let isSyncingAhead = false;

/**
 * Has the disk take what is there while more comes, so that little is left to wait for in the end. For one file at a
 * time: each holds one of the few threads that all other work with files needs too.
 */
function syncsOf(handle: FileHandle) {
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
  const syncAhead = async () => {
    isSyncingAhead = true;
    try {
      await sync('datasync');
    } finally {
      isSyncingAhead = false;
    }
    ahead = undefined;
  };
  return {
    wrote(bytes: number) {
      waiting += bytes;
      if (waiting < SYNC_AHEAD_BYTES || ahead || isSyncingAhead) return;
      waiting = 0;
      ahead = syncAhead();
      ahead.catch(() => {});
    },
    /** Resolves once everything is durable. */
    async end() {
      await ahead;
      await sync('sync');
    },
    /**
     * The system says only once that it could not keep bytes, and not which: the next sync would succeed over the hole.
     * So none of them count any more, and an upload in pieces begins anew.
     */
    async leave() {
      await ahead?.catch(() => {});
      if (!isRefused) return;
      await handle.truncate();
      await handle.sync();
    },
  };
}

/** A full disk takes a part first and refuses the rest. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
