import type { Context } from '../../../context.ts';
import { RateLimitedError } from '../../../errors.ts';
import type { Archive } from '../zip/archive.ts';
import type { CopyEntry } from './offline-entries.ts';

type CopyArchive = Archive<CopyEntry['source']>;

/** Copies being sent hold at most this many files in all; each file takes nearly a kilobyte of memory. */
const MOST_FILES = 120_000;
const MOST_FILES_EACH = 60_000;
const RETRY_SECONDS = 30;

/** A copy that is being sent; `readers` counts the answers that send it, by tenant. */
type Held = { archive: CopyArchive; readers: Map<string, number> };

const heldOf = new WeakMap<Context, Map<string, Held>>();

/** A copy held until `release` is called, once; two copies with equal tags are held as one. */
type HeldCopy = { archive: CopyArchive; release: () => void };

/**
 * Holds a copy while it is sent, which may take hours. Throws RateLimitedError when too much would be held in all, or
 * for this tenant; a tenant without any may hold a copy of any size while no other one does.
 */
export function holdCopy(context: Context, tenant: string, etag: string, archive: CopyArchive): HeldCopy {
  const held = heldOf.get(context) ?? new Map<string, Held>();
  heldOf.set(context, held);
  const same = held.get(etag) ?? { archive, readers: new Map<string, number>() };
  const others = [...held.values()].filter((each) => each !== same);
  requireRoom(same.archive, others, MOST_FILES);
  requireRoom(
    same.archive,
    others.filter(({ readers }) => readers.has(tenant)),
    MOST_FILES_EACH,
  );
  held.set(etag, same);
  same.readers.set(tenant, (same.readers.get(tenant) ?? 0) + 1);
  let isHeld = true;
  return {
    archive: same.archive,
    release() {
      if (!isHeld) return;
      isHeld = false;
      const left = (same.readers.get(tenant) ?? 1) - 1;
      if (left > 0) same.readers.set(tenant, left);
      else same.readers.delete(tenant);
      if (same.readers.size === 0) held.delete(etag);
    },
  };
}

function requireRoom(archive: CopyArchive, others: readonly Held[], most: number): void {
  const files = others.reduce((sum, each) => sum + each.archive.files.length, archive.files.length);
  if (others.length > 0 && files > most) throw new RateLimitedError(RETRY_SECONDS);
}
