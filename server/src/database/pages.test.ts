import { expect, test } from 'vitest';
import { rowPages } from './pages.ts';

test('others get their turn between two pages of rows, and none is left out', async () => {
  const order: (number[] | 'other')[] = [];
  const other = () => {
    order.push('other');
    if (order.length < 3) setImmediate(other);
  };
  setImmediate(other);
  for await (const page of rowPages([1, 2, 3], 2)) order.push(page);
  expect(order).toEqual([[1, 2], 'other', [3]]);
  expect(await Array.fromAsync(rowPages([], 2))).toEqual([]);
});
