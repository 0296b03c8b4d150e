import { expect, test } from 'vitest';
import { inSlices, sliced } from './slices.ts';

test('others get their turn after every slice', async () => {
  const order: string[] = [];
  const other = () => {
    order.push('other');
    if (order.length < 8) setImmediate(other);
  };
  setImmediate(other);
  await inSlices(['a', 'b', 'c', 'd', 'e'], 2, (item, index) => void order.push(`${item}${index}`));
  expect(order).toEqual(['a0', 'b1', 'other', 'c2', 'd3', 'other', 'e4']);
});

test('a short list needs no turn, an empty one no work', async () => {
  const seen: number[] = [];
  await inSlices([1, 2], 2, (item) => void seen.push(item));
  await inSlices([], 2, (item) => void seen.push(item));
  expect(seen).toEqual([1, 2]);
});

test('an error thrown by the work ends it', async () => {
  const failing = inSlices([1, 2, 3], 1, (item) => {
    if (item === 2) throw new Error('two');
  });
  await expect(failing).rejects.toThrow('two');
});

/** Consumes items beside another task; resolves to the order in which both had their turns. */
async function turnsOf<T>(items: AsyncIterable<T>): Promise<(T | 'other')[]> {
  const order: (T | 'other')[] = [];
  let isOver = false;
  const other = () => {
    if (isOver) return;
    order.push('other');
    setImmediate(other);
  };
  setImmediate(other);
  for await (const item of items) order.push(item);
  isOver = true;
  return order;
}

test('others get their turn between items, once enough weight has been passed on', async () => {
  expect(await turnsOf(sliced([1, 2, 3, 4, 5], 2))).toEqual([1, 2, 'other', 3, 4, 'other', 5]);
  const weighed = sliced([5, 1, 1, 1, 9, 1], 3, (item) => item);
  expect(await turnsOf(weighed)).toEqual([5, 'other', 1, 1, 1, 'other', 9, 'other', 1]);
});

test('a source of items is closed when its consumer stops', async () => {
  let isLeft = false;
  async function* source() {
    try {
      yield* [1, 2, 3];
    } finally {
      isLeft = true;
    }
  }
  for await (const item of sliced(source(), 1)) if (item === 2) break;
  expect(isLeft).toBe(true);
});
