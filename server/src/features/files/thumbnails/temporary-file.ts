import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Puts bytes into a file for as long as they are used. */
export async function withTemporaryFile<T>(bytes: Buffer, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrin-drawn-'));
  try {
    const file = path.join(folder, 'picture');
    await writeFile(file, bytes);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
