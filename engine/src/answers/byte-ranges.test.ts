import { expect, test } from 'vitest';
import { isStillTagged, matchesTag, parseRange } from './byte-ranges.ts';

test.each([
  ['bytes=0-0', 10, { start: 0, end: 0 }],
  ['bytes=2-5', 10, { start: 2, end: 5 }],
  ['bytes=5-', 10, { start: 5, end: 9 }],
  ['bytes=5-99', 10, { start: 5, end: 9 }],
  ['bytes=-3', 10, { start: 7, end: 9 }],
  ['bytes=-30', 10, { start: 0, end: 9 }],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  [' bytes=0-1', 10, undefined],
  ['BYTES= 2-5 ', 10, { start: 2, end: 5 }],
  ['bytes=2 - 5', 10, undefined],
  ['bytes=-5', 0, 'unsatisfiable'],
  ['bytes=0-1,9-8', 10, undefined],
  ['bytes=10-,20-', 10, undefined],
  ['bytes=99999999999999999999-', 10, 'unsatisfiable'],
  ['bytes=0-99999999999999999999', 10, { start: 0, end: 9 }],
  ['bytes=5-2', 10, undefined],
  ['bytes=1', 10, undefined],
  ['bytes-1=2', 10, undefined],
  [`bytes=${' '.repeat(900)}-${' '.repeat(900)}x`, 10, undefined],
  ['bytes=-', 10, undefined],
  ['bytes=0-1,3-4', 10, undefined],
  ['bytes=a-b', 10, undefined],
  ['items=0-1', 10, undefined],
  [undefined, 10, undefined],
] as const)('%s of %i bytes', (header, size, range) => {
  expect(parseRange(header, size)).toEqual(range);
});

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  [undefined, false],
])('If-None-Match: %s', (header, matches) => {
  expect(matchesTag(header, '"a"')).toBe(matches);
});

test.each([
  ['"a"', true],
  ['"b", "a"', true],
  ['*', true],
  [undefined, true],
  ['W/"a"', false],
  ['"b"', false],
  ['', false],
])('If-Match: %s', (header, matches) => {
  expect(isStillTagged(header, '"a"')).toBe(matches);
});
