export type KeptAnswer = {
  payload: string;
  tag: string;
  since: string;
  /** Not known before the answer is asked for again; null: for ever. */
  until: string | null | undefined;
};

/** In characters, of all answers with their keys. */
const MOST_KEPT = 4_000_000;

/** Answers that were made from one state of the database; those of another are forgotten at once. */
export class AnswerMemory {
  #state: number | undefined;
  readonly #answers = new Map<string, KeptAnswer>();
  #length = 0;

  find(key: string, state: number): KeptAnswer | undefined {
    return state === this.#state ? this.#answers.get(key) : undefined;
  }

  /** `state`: that of before the answer was made; where it has changed meanwhile, the answer is never found. */
  keep(key: string, state: number, answer: KeptAnswer): void {
    if (this.#state !== undefined && state < this.#state) return;
    const length = key.length + answer.payload.length;
    if (state !== this.#state || this.#length + length > MOST_KEPT) this.#clear();
    this.#state = state;
    this.forget(key);
    this.#answers.set(key, answer);
    this.#length += length;
  }

  forget(key: string): void {
    const known = this.#answers.get(key);
    if (known) this.#length -= key.length + known.payload.length;
    this.#answers.delete(key);
  }

  #clear(): void {
    this.#answers.clear();
    this.#length = 0;
  }
}
