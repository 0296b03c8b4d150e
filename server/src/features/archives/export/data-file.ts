import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteSource } from '@vitrin/engine/bytes/byte-source.ts';
import { withTemporaryFolder } from '@vitrin/engine/sandbox/temporary-folders.ts';

const BLOCK_BYTES = 64 * 1024;

/** Creates a nameless temporary file, so that the snapshot is read quickly, however slow the store is. */
export async function createDataFile() {
  const handle = await withTemporaryFolder((folder) => open(join(folder, 'data'), 'wx+', 0o600));
  let waiting = '';
  let size = 0;
  const flush = async () => {
    const bytes = Buffer.from(waiting);
    waiting = '';
    await handle.writev([bytes], size);
    size += bytes.length;
  };
  return {
    async writeLine(line: string): Promise<void> {
      waiting += `${line}\n`;
      if (waiting.length >= BLOCK_BYTES) await flush();
    },
    async *read(): ByteSource {
      await flush();
      yield* blocksOf(handle, size);
    },
    close: () => handle.close(),
  };
}

async function* blocksOf(handle: FileHandle, size: number): AsyncGenerator<Buffer, void> {
  const block = Buffer.alloc(BLOCK_BYTES);
  for (let at = 0; at < size;) {
    const { bytesRead } = await handle.read(block, 0, block.length, at);
    if (bytesRead === 0) throw new Error('The data of an export are shorter than what was written');
    at += bytesRead;
    yield block.subarray(0, bytesRead);
  }
}
