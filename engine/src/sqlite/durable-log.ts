import { closeSync, fdatasync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../disk/durable-folders.ts';

const dataSync = promisify(fdatasync);

/** Syncs SQLite's write-ahead log to the disk. */
export type LogFile = { sync(): Promise<void>; close(): void };

/**
 * The log beside the database at `path`. The file exists from the first write until the last connection closes. SQLite
 * makes its name durable only when it writes the log back, so the first sync does that.
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

/** Group commit: one sync makes the log durable for all who have written to it since the last one. */
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
   * True after a failed sync: the system reports lost writes only once, so the next sync would succeed without them,
   * and later entries of the log would be lost too. The log must begin anew, see noteEmptied.
   */
  get isInDoubt(): boolean {
    return this.#failure !== undefined;
  }

  /** Call it when everything written is durable in the database file itself, so that the log is not needed any more. */
  noteEmptied(): void {
    this.#durable = this.#written;
    this.#failure = undefined;
  }

  /** Resolves when everything written before is durable; rejects when that is unknown. */
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
    // The failure is reported to the writers, each of whom waits for its own write.
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
