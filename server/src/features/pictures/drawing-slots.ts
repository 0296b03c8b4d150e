import { createSlots } from '@vitrin/engine/slots/fair-slots.ts';

/** A drawing takes a core and up to 144 MB. */
const slots = createSlots({ count: 2, each: 1, maxWaiting: 64, maxWaitingEach: 32 });

/** Tenants take turns. Throws TooManyWaitingError, or the signal's reason when aborted before the turn. */
export async function inDrawingSlot<Result>(
  tenant: string,
  draw: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const release = await slots.acquire({ tenant, ...(signal && { signal }) });
  try {
    return await draw();
  } finally {
    release();
  }
}
