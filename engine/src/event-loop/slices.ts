import { setImmediate as nextTurn } from 'node:timers/promises';

/** Calls `work` for each item in order, and lets other requests run after every `size` items. */
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

/** Yields items, and lets other requests run after a weight of `size`; each weighs 1 without `weigh`. */
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
