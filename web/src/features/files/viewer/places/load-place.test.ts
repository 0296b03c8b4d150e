import { expect, test } from 'vitest';
import { loadPlace } from './load-place.ts';

test.each([
  ['?file=5&t=72000', { t: 72_000 }],
  ['?t=0', { t: 0 }],
  ['?page=3&at=500,250', { page: 3, at: [500, 250] }],
  ['?at=0,1000', { at: [0, 1000] }],
  ['?at=12%2C7', { at: [12, 7] }],
  ['?line=12&with=7', { line: 12 }],
  // One forged value leaves the others as they are.
  ['?t=-1&page=2', { page: 2 }],
])('%s names %o', async (search, place) => {
  expect(await loadPlace(search)).toEqual(place);
});

test.each([
  '',
  '?t=',
  '?t=-1',
  '?t=1.5',
  '?t=1e3',
  '?t=NaN',
  '?t=Infinity',
  '?t=0x10',
  '?t=%201',
  '?t=9999999999',
  '?t=%3Cscript%3E',
  '?t=1&t=2',
  '?t[]=1',
  '?page=0',
  '?page=-3',
  '?page=2.5',
  '?page=1&page=1',
  '?at=500',
  '?at=500,1001',
  '?at=-1,5',
  '?at=5,5,5',
  '?at=NaN,NaN',
  '?line=0',
  '?line=javascript:alert(1)',
  `?t=${'1'.repeat(65_536)}`,
  `?at=${'1,'.repeat(32_768)}`,
  `?page=${'9'.repeat(65_536)}&line=${'x'.repeat(65_536)}`,
])('no place is named by %.40s', async (search) => {
  expect(await loadPlace(search)).toEqual({});
});
