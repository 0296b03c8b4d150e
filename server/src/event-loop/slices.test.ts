import { expect, test } from 'vitest';
import { inSlices } from './slices.ts';

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

test('what the work throws ends it', async () => {
  const failing = inSlices([1, 2, 3], 1, (item) => {
    if (item === 2) throw new Error('two');
  });
  await expect(failing).rejects.toThrow('two');
});
