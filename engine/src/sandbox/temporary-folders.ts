import type { Stats } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'vitrin-work-';

/** Longer than the work in any folder: previews have a shorter limit. */
const FORGOTTEN_MILLISECONDS = 48 * 3600 * 1000;

/** Calls `use` with an empty private folder outside DATA_DIR and removes it; killed processes leave theirs. */
export async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes this user's folders that are two days old; returns their number, and throws the first error at the end. */
export async function removeForgottenFolders(now: Date): Promise<number> {
  const before = now.getTime() - FORGOTTEN_MILLISECONDS;
  const errors: unknown[] = [];
  let removed = 0;
  for (const folder of await listTemporaryFolders()) {
    const made = await lstat(folder).catch(absent);
    if (made === undefined || made.mtimeMs > before || isOfAnother(made)) continue;
    try {
      await rm(folder, { recursive: true, force: true });
      removed += 1;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return removed;
}

/** Other installations on this machine have their own users, who remove theirs. */
function isOfAnother({ uid }: Stats): boolean {
  return process.getuid !== undefined && uid !== process.getuid();
}

export async function listTemporaryFolders(): Promise<string[]> {
  const names = await readdir(tmpdir());
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => join(tmpdir(), name));
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
