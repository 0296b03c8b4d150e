import { StoreAwayError, StoreFullError } from './storage.ts';

/** Runs a call to the store; throws StoreAwayError if the store does not answer or refuses us. */
export async function reachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Bytes short of a whole part wait in a temporary file, and its disk may be full.
    if (isFromSystem(error, ['ENOSPC', 'EDQUOT'])) throw new StoreFullError();
    if (!isStoreFault(error)) throw error;
    throw new StoreAwayError(error);
  }
}

/** True for errors of the SDK and of broken connections, but not of an upload's source. */
function isStoreFault(error: unknown): boolean {
  return (error instanceof Error && '$metadata' in error) || isFromSystem(error, BROKEN_CONNECTION);
}

const BROKEN_CONNECTION = [
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
];

function isFromSystem(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes(String((error as NodeJS.ErrnoException).code));
}

export function undefinedWhenMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404;
}

export function statusOf(error: unknown): number | undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}
