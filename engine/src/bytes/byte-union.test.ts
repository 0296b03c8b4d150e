import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ByteRange, bytesIn, MOST_RANGES, readRanges, withRange, writeRanges } from './byte-union.ts';

test.each([
  ['', '0-9', '0-9'],
  ['0-9', '10-19', '0-19'],
  ['0-9', '11-19', '0-9 11-19'],
  ['0-9 20-29', '5-24', '0-29'],
  ['0-9 20-29', '10-19', '0-29'],
  ['10-19', '0-9', '0-19'],
  ['10-19', '0-8', '0-8 10-19'],
  ['0-99', '5-6', '0-99'],
  ['5-6', '0-99', '0-99'],
  ['0-9', '0--1', '0-9'],
])('%s with %s is %s', (existing, added, union) => {
  const [range = { start: 0, end: -1 }] = added === '0--1' ? [] : readRanges(added);
  expect(writeRanges(withRange(readRanges(existing), range))).toBe(union);
});

test('any ranges cover what a list of single bytes says', () => {
  const range = fc
    .tuple(fc.nat(90), fc.nat(20))
    .map(([start, more]): ByteRange => ({ start, end: start + more }));
  fc.assert(
    fc.property(fc.array(range, { maxLength: 30 }), (added) => {
      const covered = new Set<number>();
      for (const { start, end } of added) for (let at = start; at <= end; at += 1) covered.add(at);
      const union = added.reduce<ByteRange[]>(withRange, []);
      expect(bytesIn(union)).toBe(covered.size);
      expect(union).toEqual(readRanges(writeRanges(union)));
      for (const [index, { start }] of union.entries())
        expect(start).toBeGreaterThan((union[index - 1]?.end ?? -2) + 1);
    }),
  );
});

test('crumbs beyond the bound are forgotten, never added', () => {
  let ranges: ByteRange[] = [{ start: 0, end: 999 }];
  for (let at = 2000; at < 4000; at += 2) ranges = withRange(ranges, { start: at, end: at });
  expect(ranges).toHaveLength(MOST_RANGES);
  expect(ranges[0]).toEqual({ start: 0, end: 999 });
  ranges = withRange(ranges, { start: 0, end: 4000 });
  expect(ranges).toEqual([{ start: 0, end: 4000 }]);
});
