import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copiesOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { Context } from '../../context.ts';
import { withTemporaryFolder } from '@vitrin/engine/sandbox/temporary-folders.ts';
import { NotFoundError } from '../../errors.ts';
import { openObject } from './service.ts';

/** Files in a bucket are copied to disk up to this size (specification 6.8). */
const MAX_COPIED_BYTES = 512 * 1024 * 1024;

/** Calls `use` with the path of a file's bytes; undefined when the file is too large to copy, or gone. */
export async function withLocalFile<T>(
  context: Context,
  file: { id: number; storage_key: string; size_bytes: number },
  use: (path: string) => Promise<T>,
): Promise<T | undefined> {
  const path = context.storage.localPath(file.storage_key);
  if (path !== undefined) return use(path);
  if (file.size_bytes > MAX_COPIED_BYTES) return undefined;
  try {
    return await withTemporaryFolder(async (folder) => {
      const copy = join(folder, 'file');
      const range = { start: 0, end: file.size_bytes - 1 };
      const body = await openObject(context, file.id, file.storage_key, range);
      await writeFile(copy, Buffer.isBuffer(body) ? body : copiesOf(body));
      return use(copy);
    });
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
