import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Calls `work` for each item in order and lets other requests run after every `size` of them. For lists that would hold
 * the event loop for more than about 5 ms.
 */
export async function inSlices<T>(
  items: readonly T[],
  size: number,
  work: (item: T, index: number) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % size === 0) await nextTurn();
    work(item, index);
  }
}
