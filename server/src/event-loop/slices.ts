import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Calls `work` for each item in order, and after every `size` of them lets everything else run that waits. For lists so
 * long that going through them at once would take more than some 5 ms of everybody's time.
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
