import { createPlaces } from '../../places/fair-places.ts';

/** Two pictures are drawn at once, of two people: drawing one takes a core and up to 144 MB. */
const places = createPlaces({ count: 2, each: 1, maxWaiting: 64, maxWaitingEach: 32 });

/**
 * Draws a picture once nobody else of the same person is being drawn, one of each person in turns, however many
 * somebody has sent. Throws RateLimitedError when too many wait.
 */
export async function inDrawingPlace<Result>(ownerId: number, draw: () => Promise<Result>): Promise<Result> {
  const release = await places.acquire({ person: `user ${ownerId}` });
  try {
    return await draw();
  } finally {
    release();
  }
}
