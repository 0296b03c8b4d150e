import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export const RESERVE_FILE = 'reserve';
/** Twice the size at which SQLite's log is written back and restarted. */
export const RESERVE_BYTES = 32 * 1024 * 1024;
const BLOCK_BYTES = 1024 * 1024;
const RETRY_MILLISECONDS = 30_000;
const STAT_BLOCK_BYTES = 512;

/** Disk space in DATA_DIR for work that must go on when the disk is full (specification 12.18). */
export type Reserve = {
  /** Frees the space at once; false if there is none, so another attempt to write would fail again. */
  giveUp: () => boolean;
  /** Takes the space if twice as much is free; false otherwise. Costs nothing while it is held. */
  take: () => Promise<boolean>;
};

/** Creates the reserve in a folder without taking it. `onChange` is called when it is freed or taken again. */
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
    // The caller reports a missing reserve, whatever the reason.
    await rm(path, { force: true }).catch(() => {});
    return false;
  }
}

/** Writes random bytes, because a compressing file system would reserve nothing for zeros; needs no sync. */
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
