import { ApiError, NetworkError } from '../../../../lib/api-error.ts';
import { UPLOAD_PIECES_KEY, readStored, writeStored } from '../../../../lib/storage.ts';
import { LimitBetweenError } from '../limit-between.ts';

/** No known proxy has a lower limit, and with smaller pieces a file of gigabytes would need thousands of requests. */
const SMALLEST_BYTES = 512 * 1024;

/** The first piece after a file as a whole: below the limits of common services (Cloudflare: 100 MB). */
const LARGEST_BYTES = 64 * 1024 ** 2;

/** A limit may be raised, so it is tried again after a day. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Size of requests at this address (specification 6.3): pieces shrink if a proxy refuses more, and it is remembered.
 */
export function createUploadPieces(now: () => number = Date.now) {
  let size = remembered();

  function remembered(): number {
    const [bytes = Number.NaN, at = 0] = (readStored('local', UPLOAD_PIECES_KEY) ?? '')
      .split(' ')
      .map(Number);
    const isKept = bytes >= SMALLEST_BYTES && Math.abs(now() - at) < KEPT_MS;
    return isKept ? bytes : Number.POSITIVE_INFINITY;
  }

  /** Halves the pieces after `tried` bytes did not pass; false at the smallest. */
  function halve(tried: number): boolean {
    if (tried <= SMALLEST_BYTES) return false;
    size = Math.max(SMALLEST_BYTES, Math.min(Math.floor(tried / 2), LARGEST_BYTES, size));
    return true;
  }

  return {
    /** Bytes of the next request; infinite while nothing was refused. */
    bytes: (): number => size,

    /** Judges a failed request of at most `tried` bytes: null to send the rest in smaller pieces, else the failure. */
    judge(failure: ApiError | NetworkError, tried: number, hasSent: boolean) {
      if (!isFromBetween(failure)) return failure;
      if (failure instanceof ApiError && failure.status === 413)
        return halve(tried) ? null : new LimitBetweenError(tried, { cause: failure });
      // A connection that breaks before any byte of the file says nothing about its pieces.
      if (!hasSent || halve(tried)) return failure;
      return failure instanceof ApiError ? new LimitBetweenError(tried, { cause: failure }) : failure;
    },

    /** Remembers the size once a file has passed in such pieces. */
    passed(): void {
      if (Number.isFinite(size)) writeStored('local', UPLOAD_PIECES_KEY, `${size} ${now()}`);
    },
  };
}

export const uploadPieces = createUploadPieces();

/** A cut connection, or an answer of a proxy instead of our server: the proxy may have a limit. */
function isFromBetween(failure: ApiError | NetworkError): boolean {
  if (failure instanceof NetworkError) return true;
  return [413, 502].includes(failure.status) && (typeof failure.data !== 'object' || failure.data === null);
}
