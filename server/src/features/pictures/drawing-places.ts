import { createPlaces } from '@vitrin/engine/places/fair-places.ts';

/** Places for drawing: two pictures at once, of two tenants, since one takes a core and up to 144 MB. */
const places = createPlaces({ count: 2, each: 1, maxWaiting: 64, maxWaitingEach: 32 });

/**
 * Runs `draw` once the tenant's earlier pictures are drawn; tenants take turns, however many pictures each has sent.
 * Throws TooManyWaitingError when too many wait.
 */
export async function inDrawingPlace<Result>(tenant: string, draw: () => Promise<Result>): Promise<Result> {
  const release = await places.acquire({ tenant });
  try {
    return await draw();
  } finally {
    release();
  }
}
