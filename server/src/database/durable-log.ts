import { closeSync, fdatasync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../disk/durable-folders.ts';

const dataSync = promisify(fdatasync);

/** Makes SQLite's write-ahead log durable. */
export type LogFile = { sync(): Promise<void>; close(): void };

/**
 * The log beside the database at `path`. It is there from the first write until the last connection closes. SQLite
 * makes its name durable only when it writes the log back, so the first sync does it.
 */
export function openLogFile(path: string): LogFile {
  let file: number | undefined;
  let isNameDurable = false;
  return {
    async sync() {
      await dataSync((file ??= openSync(`${path}-wal`, 'r+')));
      if (isNameDurable) return;
      await syncFolder(dirname(path));
      isNameDurable = true;
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
      isNameDurable = false;
    },
  };
}

/** Syncs a log for all who wrote to it since the last time at once. */
export class DurableLog {
  readonly #file: LogFile;
  #written = 0;
  #durable = 0;
  #syncing: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(file: LogFile) {
    this.#file = file;
  }

  noteWrite(): void {
    this.#written += 1;
  }

  /**
   * After a sync that failed: the system tells of lost writes only once, so that the next sync succeeds without them,
   * and what stands behind them in the log would be lost too. The log must begin anew, see noteEmptied.
   */
  get isInDoubt(): boolean {
    return this.#failure !== undefined;
  }

  /** Everything written has been made durable in the database itself, and nothing of the log is needed any more. */
  noteEmptied(): void {
    this.#durable = this.#written;
    this.#failure = undefined;
  }

  /** Resolves when all that was written before is durable; rejects when that cannot be said. */
  async settle(): Promise<void> {
    const wanted = this.#written;
    while (this.#durable < wanted) {
      if (this.#failure) throw this.#failure;
      this.#syncing ??= this.#sync().finally(() => {
        this.#syncing = undefined;
      });
      await this.#syncing;
    }
  }

  async close(): Promise<void> {
    // A failure is told to the writers, each of whom waits for its own write.
    await Promise.allSettled([this.settle()]);
    this.#file.close();
  }

  async #sync(): Promise<void> {
    const written = this.#written;
    try {
      await this.#file.sync();
    } catch (error) {
      this.#failure = new Error('The last sync of the log failed', { cause: error });
      throw error;
    }
    this.#durable = written;
  }
}
