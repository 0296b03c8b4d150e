/** Too many callers wait; the caller may try again after `retryAfterSeconds`. */
export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(`too many wait for a place; ask again in ${retryAfterSeconds} s`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
