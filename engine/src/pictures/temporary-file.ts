import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withTemporaryFolder } from '../sandbox/temporary-folders.ts';

/** Writes bytes to a file that is removed after `use`. */
export async function withTemporaryFile<T>(bytes: Buffer, use: (file: string) => Promise<T>): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const file = path.join(folder, 'picture');
    await writeFile(file, bytes);
    return use(file);
  });
}
