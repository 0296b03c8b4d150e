import { TooManyWaitingError } from './errors.ts';

export type SlotHolder = { tenant: string; signal?: AbortSignal };

/** Frees a slot for the next tenant that waits; further calls do nothing. */
export type ReleaseSlot = () => void;

export type Slots = {
  /** Waits for a slot. Rejects with the signal's reason, or with TooManyWaitingError if too many callers wait. */
  acquire: (holder: SlotHolder) => Promise<ReleaseSlot>;
  tryAcquire: (tenant: string) => ReleaseSlot | undefined;
  counts: () => { held: number; waiting: number };
};

type SlotsOptions = {
  count: number;
  /** Most slots of one tenant, so that its stalled work cannot hold all of them. */
  each: number;
  /** Slots reserved for tenants without one, so that a few stalled tenants cannot hold all; 0 by default. */
  reserve?: number;
  /** Most waits in all and for one tenant, unbounded by default. A tenant's first wait is always accepted. */
  maxWaiting?: number;
  maxWaitingEach?: number;
};

const RETRY_SECONDS = 5;

/** Creates slots. Waiting tenants are served in turns, one slot each, however many waits they have. */
export function createSlots({
  count,
  each,
  reserve = 0,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWaitingEach = maxWaiting,
}: SlotsOptions): Slots {
  const heldBy = new Map<string, number>();
  // Tenants in the order in which they are served next.
  const waiting = new Map<string, Set<(release: ReleaseSlot) => void>>();
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
  /** Called after the release of one slot, so at most one wait can end. Tenants at their limit are skipped. */
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
  const wait = ({ tenant, signal }: SlotHolder) =>
    new Promise<ReleaseSlot>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const waits = waiting.get(tenant) ?? new Set();
      if (waits.size >= maxWaitingEach || (waits.size > 0 && waitingCount >= maxWaiting))
        return reject(new TooManyWaitingError(RETRY_SECONDS));
      const end = () => {
        waitingCount -= 1;
        signal?.removeEventListener('abort', leave);
      };
      const serve = (release: ReleaseSlot) => {
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
