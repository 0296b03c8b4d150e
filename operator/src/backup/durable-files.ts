import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ByteSource, bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { syncFolder } from '@vitrin/engine/disk/durable-folders.ts';

const READ_BYTES = 1024 * 1024;

/** Size of a file in bytes and its SHA-256 in hex. */
export type Content = { size: number; sha256: string };

/**
 * Passes bytes on and says afterwards what they were. Their memory may be reused once the next ones are asked for, see
 * ByteSource.
 */
export function measured(source: ByteSource): { bytes: ByteSource; content: () => Content } {
  const hash = createHash('sha256');
  let size = 0;
  const bytes = async function* () {
    for await (const chunk of source) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  return { bytes: bytes(), content: () => ({ size, sha256: hash.digest('hex') }) };
}

/** Reads a source to its end and returns its size and digest. */
export async function contentOf(source: ByteSource): Promise<Content> {
  const { bytes, content } = measured(source);
  const chunks = bytes[Symbol.asyncIterator]();
  while (!(await chunks.next()).done);
  return content();
}

/** Reads a file in pieces; memory for a whole one is not taken for a file that is smaller. */
export async function* readFileBytes(path: string): AsyncGenerator<Buffer, void> {
  const handle = await open(path);
  try {
    let { size: left } = await handle.stat();
    while (left > 0) {
      const piece = Buffer.allocUnsafe(Math.min(left, READ_BYTES));
      const { bytesRead } = await handle.read(piece);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
      left -= bytesRead;
    }
  } finally {
    await handle.close();
  }
}

/** Writes and syncs a file under `aside`; the caller renames it and syncs the folder. */
export async function writeAside(aside: string, source: ByteSource): Promise<Content> {
  const { bytes, content } = measured(source);
  const handle = await open(aside, 'w', 0o600);
  try {
    for await (const chunk of bytes) await handle.writeFile(chunk);
    await handle.sync();
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return content();
}

/** Writes a small file, which has its name only once it is whole and durable. */
export async function writeSmallFile(path: string, text: string | Buffer): Promise<Content> {
  const aside = `${path}.unfinished`;
  const content = await writeAside(aside, bytesOf(Buffer.from(text)));
  await rename(aside, path);
  await syncFolder(dirname(path));
  return content;
}

/** Makes what another program wrote durable. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
