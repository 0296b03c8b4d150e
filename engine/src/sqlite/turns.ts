/**
 * Queue for the one connection to a SQLite file: one user at a time. While the file is lent to another thread, only
 * readers have turns.
 */
export class Turns {
  #isTaken = false;
  #lent: Promise<void> | undefined;
  readonly #waiting: (() => void)[] = [];

  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Resolves when it is the caller's turn, which ends with `end`; undefined if it is at once. */
  take(): Promise<void> | undefined {
    if (this.#isTaken) return new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return undefined;
  }

  end(): void {
    const next = this.#waiting.shift();
    // Stays taken for the next caller, so that no other can slip in between.
    if (next) next();
    else this.#isTaken = false;
  }

  /**
   * Call it before the first write in a turn; other callers have turns while the file is lent. Undefined without a
   * wait.
   */
  waitToWrite(): Promise<void> | undefined {
    return this.#lent ? this.#waitUntilReturned() : undefined;
  }

  /** Runs `begin` in a turn, then `work` while no other caller writes. One at a time. */
  async lend(begin: () => void, work: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await this.take();
    try {
      await this.waitToWrite();
      begin();
      this.#lent = promise;
    } finally {
      this.end();
    }
    try {
      await work();
    } finally {
      this.#lent = undefined;
      resolve();
    }
  }

  async #waitUntilReturned(): Promise<void> {
    while (this.#lent) {
      const lent = this.#lent;
      this.end();
      await lent;
      await this.take();
    }
  }
}
