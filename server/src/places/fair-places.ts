import { RateLimitedError } from '../errors.ts';

/** On whose behalf a place is held; a wait for one ends when the signal is aborted. */
export type PlaceHolder = { person: string; signal?: AbortSignal };

/** Gives a place back, and thereby to the next who waits; further calls do nothing. */
export type ReleasePlace = () => void;

/** A fixed number of places for what is scarce. */
export type Places = {
  /** Rejects with the signal's reason once that is aborted, with RateLimitedError where too many wait already. */
  acquire: (holder: PlaceHolder) => Promise<ReleasePlace>;
  /** Takes a place at once; undefined where acquire would wait. */
  tryAcquire: (person: string) => ReleasePlace | undefined;
  counts: () => { held: number; waiting: number };
};

export type PlacesOptions = {
  count: number;
  /** Most places of one person at a time, so that what stands still cannot take all. */
  each: number;
  /** Most waits, altogether and of one person, any number when left out. Who has none yet may always wait. */
  maxWaiting?: number;
  maxWaitingEach?: number;
};

const RETRY_SECONDS = 5;

/** People who wait are served in turns, one place each, however much one of them has to do. */
export function createPlaces({
  count,
  each,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWaitingEach = maxWaiting,
}: PlacesOptions): Places {
  const heldBy = new Map<string, number>();
  // In the order in which people are served next.
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
  /** One place came back, so at most one wait can end. Who holds as many as one person may is passed over. */
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
