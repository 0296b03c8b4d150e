import { RateLimitedError } from '../errors.ts';

/** The person a place is held for; a wait for one ends when the signal is aborted. */
export type PlaceHolder = { person: string; signal?: AbortSignal };

/** Frees a place for the next person who waits; further calls do nothing. */
export type ReleasePlace = () => void;

/** A fixed number of places for a scarce resource, such as memory blocks. */
export type Places = {
  /**
   * Waits for a place. Rejects with the signal's reason once that is aborted, with RateLimitedError where too many
   * wait.
   */
  acquire: (holder: PlaceHolder) => Promise<ReleasePlace>;
  /** Takes a place at once; undefined where acquire would wait. */
  tryAcquire: (person: string) => ReleasePlace | undefined;
  counts: () => { held: number; waiting: number };
};

type PlacesOptions = {
  count: number;
  /** Most places one person holds at a time, so that work that stands still cannot take all. */
  each: number;
  /**
   * Most waits in all and for one person; unbounded when left out. A person who waits for nothing else may always wait.
   */
  maxWaiting?: number;
  maxWaitingEach?: number;
};

const RETRY_SECONDS = 5;

/** A set of places. People who wait are served in turns, one place each, however many waits one of them has. */
export function createPlaces({
  count,
  each,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWaitingEach = maxWaiting,
}: PlacesOptions): Places {
  const heldBy = new Map<string, number>();
  // People in the order in which they are served next.
  const waiting = new Map<string, Set<(release: ReleasePlace) => void>>();
  let held = 0;
  let waitingCount = 0;

  const tryAcquire = (person: string) => {
    const own = heldBy.get(person) ?? 0;
    if (own >= each || held === count) return undefined;
    held += 1;
    heldBy.set(person, own + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      putBack(person);
    };
  };
  const putBack = (person: string) => {
    held -= 1;
    const own = heldBy.get(person) ?? 0;
    if (own > 1) heldBy.set(person, own - 1);
    else heldBy.delete(person);
    serveNext();
  };
  /**
   * One place was released, so at most one wait can end. People who hold as many places as they may are passed over.
   */
  const serveNext = () => {
    for (const [person, waits] of waiting) {
      const [first] = waits;
      const release = first && tryAcquire(person);
      if (!release) continue;
      waits.delete(first);
      waiting.delete(person);
      if (waits.size > 0) waiting.set(person, waits);
      first(release);
      return;
    }
  };
  const wait = ({ person, signal }: PlaceHolder) =>
    new Promise<ReleasePlace>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const waits = waiting.get(person) ?? new Set();
      if (waits.size >= maxWaitingEach || (waits.size > 0 && waitingCount >= maxWaiting))
        return reject(new RateLimitedError(RETRY_SECONDS));
      const end = () => {
        waitingCount -= 1;
        signal?.removeEventListener('abort', leave);
      };
      const serve = (release: ReleasePlace) => {
        end();
        resolve(release);
      };
      const leave = () => {
        end();
        waits.delete(serve);
        if (waits.size === 0) waiting.delete(person);
        reject(signal?.reason);
      };
      waiting.set(person, waits.add(serve));
      waitingCount += 1;
      signal?.addEventListener('abort', leave);
    });

  return {
    acquire: async (holder) => tryAcquire(holder.person) ?? wait(holder),
    tryAcquire,
    counts: () => ({ held, waiting: waitingCount }),
  };
}
