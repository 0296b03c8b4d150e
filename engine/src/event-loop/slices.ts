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

/**
 * Passes items on, and lets other requests run once what was passed on weighs `size` or more; each weighs 1 unless `weigh`
 * says otherwise. For work that reads or writes between items: most statements and reads of a stream end within the same turn.
 */
export async function* sliced<T>(
  items: AsyncIterable<T> | Iterable<T>,
  size: number,
  weigh: (item: T) => number = () => 1,
): AsyncGenerator<T, void> {
  let weight = 0;
  for await (const item of items) {
    if (weight >= size) {
      await nextTurn();
      weight = 0;
    }
    weight += weigh(item);
    yield item;
  }
}
