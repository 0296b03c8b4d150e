import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import { LimitBetweenError } from './limit-between.ts';

/** The file was removed from the device or has a new date, after which browsers refuse to read it. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError';
}

/** The file was written to while it was uploaded, so that what the server has may be half old and half new. */
export class ChangedFileError extends Error {
  override name = 'ChangedFileError';
}

/**
 * Reaction to a failed transfer: `again` from the server's offset, `anew` for an unknown upload or changed file,
 * `signed-out` after the next login, `final` shows it.
 */
type FailureKind = 'again' | 'anew' | 'signed-out' | 'final';

/** `isCreated`: the server has given the upload an address. */
export function failureKind(error: unknown, isCreated: boolean): FailureKind {
  if (error instanceof UnreadableFileError) return 'final';
  if (error instanceof ChangedFileError) return 'anew';
  if (error instanceof NetworkError) return 'again';
  // 502 also comes while the server starts anew.
  if (error instanceof LimitBetweenError) return failureKind(error.cause, isCreated);
  if (!(error instanceof ApiError)) return 'final';
  const { status } = error;
  if (status === 401) return 'signed-out';
  if (isCreated && (status === 404 || status === 410)) return 'anew';
  // 409: the offsets differ; 423: the server has not noticed yet that the connection was cut.
  if (status === 409 || status === 423 || status === 429) return 'again';
  // 507: the disk is full, which waiting does not change.
  return status >= 500 && status !== 507 ? 'again' : 'final';
}

const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** After this many bad answers without a byte that came through the failure is shown; a missing answer is waited for without end. */
const MAX_BAD_ANSWERS = 8;

/** Pause in ms before retry `attempt` (from 1); null when the person has to decide. */
export function retryPauseMs(error: unknown, attempt: number): number | null {
  if (error instanceof ApiError && error.retryAfterSeconds !== null) return error.retryAfterSeconds * 1000;
  if (!(error instanceof NetworkError) && attempt > MAX_BAD_ANSWERS) return null;
  return PAUSES_MS[Math.min(attempt, PAUSES_MS.length) - 1] ?? null;
}
