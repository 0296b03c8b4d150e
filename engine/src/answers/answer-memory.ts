export type KeptAnswer<Asker> = {
  status: number;
  /** Names and values in turns, without those that belong to one request alone. */
  headers: string[];
  payload: string | null;
  /** The one it was made for. */
  asker: Asker;
  /** Milliseconds since 1970 at which making it began. */
  since: number;
  /** When the clock alone changes it; undefined before it was asked for again, which is when that is looked up. */
  until: number | undefined;
};

/** Most characters of all answers together, with their keys. */
const MOST_KEPT = 4_000_000;

/** About the characters that an answer takes beside its payload. */
const HEADERS_LENGTH = 1500;

/** Answers that were made from one state of the database; those of another are forgotten at once. */
export class AnswerMemory<Asker> {
  #state: number | undefined;
  readonly #answers = new Map<string, KeptAnswer<Asker>>();
  #length = 0;

  find(key: string, state: number): KeptAnswer<Asker> | undefined {
    return state === this.#state ? this.#answers.get(key) : undefined;
  }

  /** `state`: that of before the answer was made; where it has changed meanwhile, the answer is never found. */
  keep(key: string, state: number, answer: KeptAnswer<Asker>): void {
    if (this.#state !== undefined && state < this.#state) return;
    const length = lengthOf(key, answer);
    if (state !== this.#state || this.#length + length > MOST_KEPT) this.#clear();
    this.#state = state;
    const known = this.#answers.get(key);
    if (known) this.#length -= lengthOf(key, known);
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
