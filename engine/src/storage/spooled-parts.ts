import { randomUUID } from 'node:crypto';
import { accessSync, constants, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteSource } from '../bytes/byte-source.ts';
import { type PassingDigests, startDigests } from '../bytes/threaded-digests.ts';

export type SpooledPart = {
  number: number;
  size: number;
  isWhole: boolean;
  sha256: string;
  /** Fills the beginning of `block` from `offset` on; returns the number of bytes. */
  read: (block: Buffer, offset: number) => Promise<number>;
};

/** Splits `source` into parts of `partBytes` (the last may be smaller) and sends them; returns the number of bytes. */
export type Spool = (
  source: ByteSource,
  partBytes: number,
  send: (part: SpooledPart) => Promise<void>,
) => Promise<number>;

/** The folder for parts is not writable; the message is the system's reason. */
export class UnusableFolderError extends Error {
  override readonly name = 'UnusableFolderError';
}

const UNDER_WAY = 2;

/**
 * Keeps parts in `folder` until they are sent, two at once while the next arrives: three parts on disk, none in memory.
 * The files have no names, so the system removes them with the process. Throws UnusableFolderError.
 */
export function createSpool(folder: string): Spool {
  clearFolder(folder);

  return async (source, partBytes, send) => {
    const handle = await openUnnamed(folder);
    const sending = createSending(send);
    let part = beginPart(handle, 1, partBytes);
    let size = 0;
    try {
      for await (const chunk of source) {
        size += chunk.length;
        for (let rest = chunk; rest.length > 0;) {
          sending.throwFailure();
          rest = rest.subarray(await part.write(rest));
          if (!part.isFull()) continue;
          // The next part reuses the disk space of the part that this waits for.
          await sending.begin(await part.end({ isWhole: false }));
          part = beginPart(handle, part.number + 1, partBytes);
        }
      }
      if (size % partBytes > 0 || size === 0)
        await sending.begin(await part.end({ isWhole: part.number === 1 }));
      await sending.end();
      return size;
    } finally {
      part.leave();
      await sending.settled();
      await handle.close();
    }
  };
}

function clearFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    // A process killed between the two steps of openUnnamed leaves an empty file.
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableFolderError(reason);
  }
}

async function openUnnamed(folder: string): Promise<FileHandle> {
  const path = join(folder, randomUUID());
  const handle = await open(path, 'wx+');
  await rm(path, { force: true });
  return handle;
}

function beginPart(handle: FileHandle, number: number, partBytes: number) {
  const start = (number % (UNDER_WAY + 1)) * partBytes;
  let size = 0;
  let digests: PassingDigests | undefined;
  return {
    number,
    isFull: () => size === partBytes,
    async write(chunk: Uint8Array): Promise<number> {
      const bytes = chunk.subarray(0, partBytes - size);
      digests ??= startDigests(bytes.length);
      const seen = digests.update(bytes);
      // Without a handler a rejection would end the process if writing the chunk fails first.
      seen.catch(() => {});
      for (let written = 0; written < bytes.length;) {
        const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, start + size);
        written += bytesWritten;
        size += bytesWritten;
      }
      await seen;
      return bytes.length;
    },
    async end({ isWhole }: { isWhole: boolean }): Promise<SpooledPart> {
      const { sha256 } = await (digests ?? startDigests(0)).end();
      digests = undefined;
      return {
        number,
        size,
        isWhole,
        sha256,
        async read(block, offset) {
          const length = Math.min(block.length, size - offset);
          const { bytesRead } = await handle.read(block, 0, length, start + offset);
          if (bytesRead === 0) throw new Error('A temporary file became shorter while it was read');
          return bytesRead;
        },
      };
    },
    leave: () => digests?.leave(),
  };
}

function createSending(send: (part: SpooledPart) => Promise<void>) {
  const underWay: Promise<void>[] = [];
  let failure: { error: unknown } | undefined;
  return {
    /** Starts sending a part once at most one earlier part is still being sent. */
    async begin(part: SpooledPart): Promise<void> {
      if (underWay.length === UNDER_WAY) await underWay.shift();
      const sent = send(part).catch((error: unknown) => {
        failure ??= { error };
        throw error;
      });
      // Without a handler a rejection would end the process while the next part arrives.
      sent.catch(() => {});
      underWay.push(sent);
    },
    throwFailure(): void {
      if (failure) throw failure.error;
    },
    end: () => Promise.all(underWay),
    settled: () => Promise.allSettled(underWay),
  };
}
