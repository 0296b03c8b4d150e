/** Thrown when too many callers wait for a place; the caller may try again after `retryAfterSeconds`. */
export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`too many wait for a place; ask again in ${retryAfterSeconds} s`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
