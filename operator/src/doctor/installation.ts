import type { StatsFs } from 'node:fs';
import type { Storage } from '@vitrin/engine/storage/storage.ts';
import type { Config, Inspection } from '@vitrin/server/config/config.ts';
import type { Database } from '@vitrin/server/database/connect.ts';
import type { Level } from '@vitrin/engine/sandbox/level.ts';

/** DNS resolver: `Resolver` of node:dns/promises, or one made by a test. */
export type TextRecords = { resolveTxt: (name: string) => Promise<string[][]> };

/** The installation being checked, and the outside services that the checks ask. */
export type Installation = {
  inspection: Inspection;
  config: Config;
  /** Reads the database; throws a sentence where there is none. */
  database: () => Database;
  storage: () => Promise<Storage>;
  dns: TextRecords;
  statfs: (path: string) => Promise<Pick<StatsFs, 'bavail' | 'blocks' | 'bsize' | 'files' | 'ffree'>>;
  /** Folders in which the server looks for programs. */
  programFolders: readonly string[];
  /** True if the FFmpeg that ships with the product is installed; its package is optional. */
  isFfmpegPackaged: () => boolean;
  /** Level of the sandbox for programs that read untrusted files. */
  sandboxLevel: () => Level;
  now: () => Date;
  /** Names under which the mail provider publishes its keys (DKIM). */
  dkimSelectors: readonly string[];
  /** The address that a test message goes to. */
  sendTestTo: string | undefined;
};

/** Waits at most so long. Throws an error with `sentence` afterwards; what was waited for goes on unheard. */
export async function within<T>(milliseconds: number, sentence: string, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(sentence)), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
