import type { ChangeListener, ChangeSource } from '../sql/change-source.ts';

const OTHER_PROCESSES_MILLISECONDS = 500;

export class SqliteChanges implements ChangeSource {
  readonly #dataVersion: () => unknown;
  readonly #listeners = new Set<ChangeListener>();
  #known: unknown;

  /** `dataVersion` changes once another connection has written to the file. */
  constructor(dataVersion: () => unknown) {
    this.#dataVersion = dataVersion;
  }

  publish(lines: string[]): void {
    if (lines.length > 0) for (const listener of this.#listeners) listener.onChanges(lines);
  }

  /** Writes of other processes, such as an owner's commands, are reported as a gap. */
  async listen(listener: ChangeListener): Promise<() => Promise<void>> {
    if (this.#listeners.size === 0) this.#known = this.#dataVersion();
    const timer = setInterval(() => this.#look(), OTHER_PROCESSES_MILLISECONDS).unref();
    this.#listeners.add(listener);
    return async () => {
      clearInterval(timer);
      this.#listeners.delete(listener);
    };
  }

  #look(): void {
    const now = this.#dataVersion();
    if (now !== this.#known) for (const listener of this.#listeners) listener.onGap();
    this.#known = now;
  }
}
