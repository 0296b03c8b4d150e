import { closeSync, fdatasync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../disk/durable-folders.ts';

const dataSync = promisify(fdatasync);

export type LogFile = { sync(): Promise<void>; close(): void };

/** Log beside the database at `path`, from the first write to the last close. The first sync makes its name durable. */
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

/** Group commit: one sync makes the log durable for everyone who has written since the last one. */
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
   * True after a failed sync: the system reports lost writes only once, so a later sync would hide them. The log must
   * restart, see noteEmptied.
   */
  get isInDoubt(): boolean {
    return this.#failure !== undefined;
  }

  /** Call it once everything is durable in the database file, so that the log is no longer needed. */
  noteEmptied(): void {
    this.#durable = this.#written;
    this.#failure = undefined;
  }

  /** Resolves when everything written before is durable; rejects if that is unknown. */
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
    // The writers get the error, each of whom waits for its own write.
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
