import type { ApiError } from '../../../lib/api-error.ts';

/** Something between the browser and the server refuses even the smallest piece of a file, of so many bytes. */
export class LimitBetweenError extends Error {
  override name = 'LimitBetweenError';
  readonly bytes: number;
  /** The answer that was none of the server. */
  override readonly cause: ApiError;

  constructor(bytes: number, options: { cause: ApiError }) {
    super(`Requests of ${bytes} bytes are refused on their way`, options);
    this.bytes = bytes;
    this.cause = options.cause;
  }
}
