import { OutOfSpaceError, UnavailableError } from '../../errors.ts';

/** A store that is away, or that refuses us, is no fault of the request: 503, and tried again later. */
export async function reachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // What is not yet a part waits in a temporary file.
    if (isFromSystem(error, ['ENOSPC', 'EDQUOT'])) throw new OutOfSpaceError();
    if (!isStoreFault(error)) throw error;
    throw Object.assign(new UnavailableError('files.storage_away'), { cause: error });
  }
}

/**
 * What the SDK itself reports, and a connection that breaks under a body, which it passes on bare; what a byte source
 * throws passes through as it is.
 */
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

/** The status of the store's answer, where it is one that failed. */
export function statusOf(error: unknown): number | undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}
