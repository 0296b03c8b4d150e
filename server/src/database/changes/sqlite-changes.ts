import type { ChangeListener, ChangeSource } from './change-source.ts';

const OTHER_PROCESSES_MILLISECONDS = 500;

/** Tells of the changes of one SQLite connection. */
export class SqliteChanges implements ChangeSource {
  readonly #dataVersion: () => unknown;
  readonly #listeners = new Set<ChangeListener>();

  /** `dataVersion` gives a value that differs once another connection has written to the file. */
  constructor(dataVersion: () => unknown) {
    this.#dataVersion = dataVersion;
  }

  /** Passes on what a transaction changed, once it is durable. */
  publish(lines: string[]): void {
    if (lines.length > 0) for (const listener of this.#listeners) listener.onChanges(lines);
  }

  /** What other processes write, such as the commands of the owner of the installation, counts as a gap. */
  async listen(listener: ChangeListener): Promise<() => Promise<void>> {
    let known = this.#dataVersion();
    const timer = setInterval(() => {
      const now = this.#dataVersion();
      if (now !== known) listener.onGap();
      known = now;
    }, OTHER_PROCESSES_MILLISECONDS).unref();
    this.#listeners.add(listener);
    return async () => {
      clearInterval(timer);
      this.#listeners.delete(listener);
    };
  }
}
