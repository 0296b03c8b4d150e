import { expect, test } from 'vitest';
import { ITEM_PX, rangeInSight } from './filmstrip-range.ts';

test.each([0, 1, 30, 250.5, 488])(
  'a strip of 500 pictures draws those in sight at number %s, and few more',
  (index) => {
    const width = 12.5 * ITEM_PX;
    const { from, to } = rangeInSight(index * ITEM_PX, width);
    expect(from).toBeLessThanOrEqual(index);
    expect(to).toBeGreaterThanOrEqual(Math.ceil(index + 12.5));
    expect(to - from).toBeLessThanOrEqual(40);
  },
);

test('a little scrolling renders nothing again', () => {
  expect(rangeInSight(80 * ITEM_PX + 10, 390)).toEqual(rangeInSight(80 * ITEM_PX + 50, 390));
});
