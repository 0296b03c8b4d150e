import { closeSync, fsync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

const syncDescriptor = promisify(fsync);

/** Makes new, changed and removed names in a folder durable. Windows cannot open folders and does not need it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    await syncDescriptor(folder);
  } finally {
    closeSync(folder);
  }
}

/** Syncs a folder as syncFolder does, but blocks this thread: only for the start of the process. */
export function syncFolderNow(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Makes a folder and its parents durably, also if another process just made them. Blocks this thread. */
export function makeFolderDurably(path: string): void {
  const folder = resolve(path);
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) {
    syncParentOfOld(folder);
    return;
  }
  for (let made = folder; ; made = dirname(made)) {
    syncFolderNow(dirname(made));
    if (made === resolve(first)) return;
  }
}

/** The parent of a folder that existed before may belong to another user, be unreadable, or be unable to sync. */
function syncParentOfOld(folder: string): void {
  try {
    syncFolderNow(dirname(folder));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EINVAL') throw error;
  }
}
