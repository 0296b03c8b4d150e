import { createPlaces } from '@vitrin/engine/places/fair-places.ts';

/** A drawing takes a core and up to 144 MB. */
const places = createPlaces({ count: 2, each: 1, maxWaiting: 64, maxWaitingEach: 32 });

/** Tenants take turns. Throws TooManyWaitingError, or the signal's reason when aborted before the turn. */
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
