import { expect, test } from 'vitest';
import { layOutInColumns } from './two-columns.ts';

type Box = { at: number; left: number; right: number; top: number; bottom: number };

/** Resolves `calc(50% + 4px)` and the like in a container `width` pixels wide. */
function resolve(length: string, width: number): number {
  if (length === '100%') return width;
  const [, fromEnd] = /^calc\(100% - (.+)\)$/.exec(length) ?? [];
  if (fromEnd !== undefined) return width - resolve(fromEnd, width);
  const [, share, pixels] = /^calc\(([^ ]+)cqi \+ ([^ ]+)px\)$/.exec(length) ?? [
    '',
    '0',
    length.replace('px', ''),
  ];
  return (Number(share) / 100) * width + Number(pixels);
}

/** The pictures with their captions, and the stated height of the list. */
function boxesOf(
  ratios: readonly number[],
  width: number,
  words: readonly boolean[] = [],
): { boxes: Box[]; height: number } {
  const { positions, height } = layOutInColumns(ratios, words);
  expect(positions).toHaveLength(ratios.length);
  const boxes = positions.map((position, at): Box => {
    const [left, top, wide] = [position.x, position.y, position.width].map((each) => resolve(each, width));
    const ratio = position.isWhole ? Math.max(ratios[at] ?? 1, 0.75) : (ratios[at] ?? 1);
    const right = (left ?? 0) + (wide ?? 0);
    const caption = words[at] ? 64 : 44;
    return { at, left: left ?? 0, right, top: top ?? 0, bottom: (top ?? 0) + (wide ?? 0) / ratio + caption };
  });
  return { boxes, height: resolve(height, width) };
}

const SAMPLES = [
  { name: 'a wide picture between portraits', ratios: [0.7, 0.7, 2.4, 0.7, 0.7] },
  { name: 'a wide picture after a lone one', ratios: [0.7, 3.2, 1, 1.5] },
  { name: 'two wide pictures and one after them', ratios: [2, 2, 0.8] },
  { name: 'an odd number of portraits', ratios: Array.from({ length: 11 }, () => 0.667) },
  { name: 'all shapes', ratios: [1.5, 0.5, 1, 4, 0.75, 1.33, 1.78, 0.6, 1, 1.9, 1.2, 0.7, 1.5] },
];

const CASES = SAMPLES.flatMap(({ name, ratios }) => [
  { name, ratios, words: [] },
  { name: `${name}, some with words`, ratios, words: ratios.map((_, at) => at % 3 === 1) },
]);

test.each(CASES)('$name: no pictures overlap, and the list ends with them', ({ ratios, words }) => {
  for (const width of [288, 358, 500, 734]) {
    const { boxes, height } = boxesOf(ratios, width, words);
    for (const one of boxes) {
      expect(one.left).toBeGreaterThanOrEqual(-0.1);
      expect(one.right).toBeLessThanOrEqual(width + 0.1);
      for (const other of boxes) {
        if (one === other) continue;
        const isBeside = one.right <= other.left + 0.1 || other.right <= one.left + 0.1;
        const isAbove = one.bottom <= other.top + 0.1 || other.bottom <= one.top + 0.1;
        expect(isBeside || isAbove, `${one.at} and ${other.at} in ${width}`).toBe(true);
      }
    }
    expect(Math.abs(height - Math.max(...boxes.map(({ bottom }) => bottom)))).toBeLessThan(10);
  }
});

test.each(SAMPLES)('$name: both columns end at the same height', ({ ratios }) => {
  const { boxes, height } = boxesOf(ratios, 358);
  const area = boxes.reduce((sum, { left, right, top, bottom }) => sum + (right - left) * (bottom - top), 0);
  const gaps = 358 * height - area;
  // 8 pixels between columns, and 8 below each picture.
  expect(gaps / (358 * height)).toBeLessThan(0.06);
});

test('a picture wider than 1.8 takes both columns, and so does a single one', () => {
  const whole = (ratios: number[]) => layOutInColumns(ratios).positions.map(({ isWhole }) => isWhole);
  expect(whole([0.7, 0.7, 1.85, 1.75, 1.75])).toEqual([false, false, true, false, false]);
  expect(whole([0.7])).toEqual([true]);
  expect(whole([])).toEqual([]);
});
