import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Name of the file in DATA_DIR. */
export const RESERVE_FILE = 'reserve';
/** Twice what SQLite's log grows to before it is written back and begins anew. */
export const RESERVE_BYTES = 32 * 1024 * 1024;
const BLOCK_BYTES = 1024 * 1024;
/** While it is given up, room for it is looked for this often. */
const RETRY_MILLISECONDS = 30_000;
/** `blocks` of a file are counted in these. */
const STAT_BLOCK_BYTES = 512;

/** Space on the disk of DATA_DIR that is kept for what must go on when all other space is gone (specification 12.18). */
export type Reserve = {
  /** Frees the space at once. False where there is none to free, so that another attempt to write would fail again. */
  giveUp: () => boolean;
  /** Takes the space where twice as much is free; false while it is not. Costs nothing while it is held. */
  take: () => Promise<boolean>;
};

/** The reserve in a folder, not taken yet. `onChange` is called when it was given up, and when it is taken again. */
export function createReserve(
  dataDir: string,
  {
    bytes = RESERVE_BYTES,
    onChange = () => {},
  }: { bytes?: number; onChange?: (isHeld: boolean) => void } = {},
): Reserve {
  const path = join(dataDir, RESERVE_FILE);
  let isHeld = false;
  let taking: Promise<boolean> | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function take(): Promise<boolean> {
    if (isHeld) return true;
    taking ??= fill(path, bytes, dataDir).finally(() => {
      taking = undefined;
    });
    if (!(await taking) || isHeld) return isHeld;
    isHeld = true;
    if (retry) onChange(true);
    clearInterval(retry);
    retry = undefined;
    return true;
  }

  return {
    giveUp() {
      if (!isHeld) return false;
      isHeld = false;
      rmSync(path, { force: true });
      retry ??= setInterval(() => void take(), RETRY_MILLISECONDS).unref();
      onChange(false);
      return true;
    },
    take,
  };
}

/** Makes the file, unless it is whole from an earlier run; false where there is too little room, and nothing is left then. */
async function fill(path: string, bytes: number, dataDir: string): Promise<boolean> {
  try {
    const found = await stat(path).catch(() => undefined);
    if (found && found.size === bytes && found.blocks * STAT_BLOCK_BYTES >= bytes) return true;
    await rm(path, { force: true });
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize < 2 * bytes) return false;
    await write(path, bytes);
    return true;
  } catch {
    // Whatever the reason, there is no reserve then, which its caller says.
    await rm(path, { force: true }).catch(() => {});
    return false;
  }
}

/**
 * Random bytes, because a file system that compresses would keep no space for zeros. Nothing is synced: the file is never
 * read, and a new start makes it anew where it is not whole.
 */
async function write(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for (let at = 0; at < bytes; at += BLOCK_BYTES) {
      const block = randomBytes(Math.min(BLOCK_BYTES, bytes - at));
      await file.write(block, 0, block.length, at);
    }
  } finally {
    await file.close();
  }
}
