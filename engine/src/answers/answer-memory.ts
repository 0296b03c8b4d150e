export type KeptAnswer<Asker> = {
  status: number;
  /** Names and values in turns, without those that belong to one request alone. */
  headers: string[];
  payload: string | null;
  asker: Asker;
  /** When making it began, in milliseconds since 1970. */
  since: number;
  /** Expiry by the clock alone; undefined until the answer is requested a second time, when it is computed. */
  until: number | undefined;
};

/** Most characters of all answers together, with their keys. */
const MOST_KEPT = 4_000_000;

const HEADERS_LENGTH = 1500;

/** Answers made from one state of the database; a changed state drops all of them. */
export class AnswerMemory<Asker> {
  #state: number | undefined;
  readonly #answers = new Map<string, KeptAnswer<Asker>>();
  #length = 0;

  find(key: string, state: number): KeptAnswer<Asker> | undefined {
    return state === this.#state ? this.#answers.get(key) : undefined;
  }

  /** `state` is that before the answer was made: if it has changed since, the answer is never found. */
  keep(key: string, state: number, answer: KeptAnswer<Asker>): void {
    if (this.#state !== undefined && state < this.#state) return;
    const length = lengthOf(key, answer);
    if (state !== this.#state || this.#length + length > MOST_KEPT) this.#clear();
    this.#state = state;
    const replaced = this.#answers.get(key);
    if (replaced) this.#length -= lengthOf(key, replaced);
    this.#answers.set(key, answer);
    this.#length += length;
  }

  #clear(): void {
    this.#answers.clear();
    this.#length = 0;
  }
}

function lengthOf(key: string, { payload }: Pick<KeptAnswer<unknown>, 'payload'>): number {
  return key.length + HEADERS_LENGTH + (payload?.length ?? 0);
}
