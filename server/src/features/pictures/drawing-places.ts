import { createPlaces } from '@vitrin/engine/places/fair-places.ts';

/** Places for drawing: two pictures at once, of two tenants, since one takes a core and up to 144 MB. */
const places = createPlaces({ count: 2, each: 1, maxWaiting: 64, maxWaitingEach: 32 });

/**
 * Runs `draw` once the tenant's earlier pictures are drawn; tenants take turns, however many pictures each has sent.
 * Throws TooManyWaitingError when too many wait, and the signal's reason where it is aborted before the turn comes.
 */
export async function inDrawingPlace<Result>(
  tenant: string,
  draw: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const release = await places.acquire({ tenant, ...(signal && { signal }) });
  try {
    return await draw();
  } finally {
    release();
  }
}
