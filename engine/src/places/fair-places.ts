import { TooManyWaitingError } from './errors.ts';

/** The tenant a place is held for, as the caller names it; a wait for one ends when the signal is aborted. */
export type PlaceHolder = { tenant: string; signal?: AbortSignal };

/** Frees a place for the next tenant that waits; further calls do nothing. */
export type ReleasePlace = () => void;

/** A fixed number of places for a scarce resource, such as memory blocks. */
export type Places = {
  /**
   * Waits for a place. Rejects with the signal's reason once that is aborted, with TooManyWaitingError where too many
   * wait.
   */
  acquire: (holder: PlaceHolder) => Promise<ReleasePlace>;
  /** Takes a place at once; undefined where acquire would wait. */
  tryAcquire: (tenant: string) => ReleasePlace | undefined;
  counts: () => { held: number; waiting: number };
};

type PlacesOptions = {
  count: number;
  /** Most places one tenant holds at a time, so that work that stands still cannot take all. */
  each: number;
  /** How many of the last places are for tenants that hold none, so that a few that stand still cannot take all; none when left out. */
  reserve?: number;
  /**
   * Most waits in all and for one tenant; unbounded when left out. A tenant that waits for nothing else may always wait.
   */
  maxWaiting?: number;
  maxWaitingEach?: number;
};

const RETRY_SECONDS = 5;

/** A set of places. Tenants that wait are served in turns, one place each, however many waits one of them has. */
export function createPlaces({
  count,
  each,
  reserve = 0,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWaitingEach = maxWaiting,
}: PlacesOptions): Places {
  const heldBy = new Map<string, number>();
  // Tenants in the order in which they are served next.
  const waiting = new Map<string, Set<(release: ReleasePlace) => void>>();
  let held = 0;
  let waitingCount = 0;

  const tryAcquire = (tenant: string) => {
    const own = heldBy.get(tenant) ?? 0;
    const most = own === 0 ? count : count - reserve;
    if (own >= each || held >= most) return undefined;
    held += 1;
    heldBy.set(tenant, own + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      putBack(tenant);
    };
  };
  const putBack = (tenant: string) => {
    held -= 1;
    const own = heldBy.get(tenant) ?? 0;
    if (own > 1) heldBy.set(tenant, own - 1);
    else heldBy.delete(tenant);
    serveNext();
  };
  /**
   * One place was released, so at most one wait can end. Tenants that hold as many places as they may are passed over.
   */
  const serveNext = () => {
    for (const [tenant, waits] of waiting) {
      const [first] = waits;
      const release = first && tryAcquire(tenant);
      if (!release) continue;
      waits.delete(first);
      waiting.delete(tenant);
      if (waits.size > 0) waiting.set(tenant, waits);
      first(release);
      return;
    }
  };
  const wait = ({ tenant, signal }: PlaceHolder) =>
    new Promise<ReleasePlace>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const waits = waiting.get(tenant) ?? new Set();
      if (waits.size >= maxWaitingEach || (waits.size > 0 && waitingCount >= maxWaiting))
        return reject(new TooManyWaitingError(RETRY_SECONDS));
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
        if (waits.size === 0) waiting.delete(tenant);
        reject(signal?.reason);
      };
      waiting.set(tenant, waits.add(serve));
      waitingCount += 1;
      signal?.addEventListener('abort', leave);
    });

  return {
    acquire: async (holder) => tryAcquire(holder.tenant) ?? wait(holder),
    tryAcquire,
    counts: () => ({ held, waiting: waitingCount }),
  };
}
