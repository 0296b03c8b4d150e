import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const dataSync = promisify(fdatasync);

/** Makes SQLite's write-ahead log durable. */
export type LogFile = { sync(): Promise<void>; close(): void };

/** The log beside the database at `path`. It is there from the first write until the last connection closes. */
export function openLogFile(path: string): LogFile {
  let file: number | undefined;
  return {
    sync: () => dataSync((file ??= openSync(`${path}-wal`, 'r+'))),
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** Syncs a log for all who wrote to it since the last time at once. */
export class DurableLog {
  readonly #file: LogFile;
  #written = 0;
  #durable = 0;
  #syncing: Promise<void> | undefined;

  constructor(file: LogFile) {
    this.#file = file;
  }

  noteWrite(): void {
    this.#written += 1;
  }

  /** Resolves when all that was written before is durable; rejects when that cannot be said. */
  async settle(): Promise<void> {
    const wanted = this.#written;
    while (this.#durable < wanted) {
      this.#syncing ??= this.#sync().finally(() => {
        this.#syncing = undefined;
      });
      await this.#syncing;
    }
  }

  async close(): Promise<void> {
    await this.#syncing;
    this.#file.close();
  }

  async #sync(): Promise<void> {
    const written = this.#written;
    await this.#file.sync();
    this.#durable = written;
  }
}
