import { noteRefusal } from '../../../lib/read-only/follow-refusals.ts';
import { failureKind, retryPauseMs } from './upload-failure.ts';

/** An upload may expire while under way; after this many restarts the person has to decide. */
const MAX_RESTARTS = 3;

/** Next step after a failure: a pause before the next try, perhaps from the beginning; else the person has to decide. */
type Verdict =
  | { next: 'again'; pauseMs: number; isAnew: boolean }
  | { next: 'failed'; isAnew: boolean }
  | { next: 'signed-out' };

/** Failures of each upload, and the pauses between its tries. */
export function createUploadRetries() {
  const attempts = new Map<string, number>();
  const restarts = new Map<string, number>();
  /** Where the server was when each last try began. */
  const offsets = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const countIn = (counts: Map<string, number>, key: string): number => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
  const stop = (key: string) => {
    clearTimeout(timers.get(key));
    attempts.delete(key);
  };

  return {
    /** `isCreated`: the server has given the upload an address. */
    judge(key: string, error: unknown, isCreated: boolean): Verdict {
      noteRefusal(error);
      const attempt = countIn(attempts, key);
      const kind = failureKind(error, isCreated);
      if (kind === 'signed-out') return { next: 'signed-out' };
      const isAnew = kind === 'anew';
      const isTried = kind === 'again' || (isAnew && countIn(restarts, key) <= MAX_RESTARTS);
      const pauseMs = isTried ? retryPauseMs(error, attempt) : null;
      return pauseMs === null ? { next: 'failed', isAnew } : { next: 'again', pauseMs, isAnew };
    },

    wait(key: string, pauseMs: number, act: () => void): void {
      timers.set(key, setTimeout(act, pauseMs));
    },

    endWait: (key: string): void => clearTimeout(timers.get(key)),

    /** A try begins where the server is. Beyond where the one before began, the next failure counts as the first. */
    begins(key: string, offset: number): void {
      if (offset > (offsets.get(key) ?? 0)) attempts.delete(key);
      offsets.set(key, offset);
    },

    /** Cancels the next try. */
    stop,

    forget(key: string): void {
      stop(key);
      restarts.delete(key);
      offsets.delete(key);
    },
  };
}
