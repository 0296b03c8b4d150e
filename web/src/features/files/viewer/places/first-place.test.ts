import { placeIn } from '@vitrin/shared/contract/places.ts';
import { expect, test } from 'vitest';
import { frameIn, momentNamedIn, pageIn, pointIn } from './first-place.ts';

const FORGED = [
  '',
  '-1',
  '0',
  '01',
  '+1',
  '1.0',
  '1e1',
  ' 2',
  '2 ',
  '4',
  '999999999',
  '9999999999',
  'Infinity',
  '\u0662',
  '<b>2</b>',
  '9'.repeat(4000),
];
const FORGED_POINTS = ['', '1', '1,2,3', '1001,0', '0,-1', ',', '1, 2', '1;2', '0x1,1', '9999,1'];

test.each([
  ['0,1000', { left: '0%', top: '100%' }],
  ['620,375', { left: '62%', top: '37.5%' }],
])('the point %s is placed by its shares', (at, point) => {
  expect(pointIn(new URLSearchParams({ at }))).toEqual(point);
});

test.each(FORGED_POINTS)('%o is not a point, as in the viewer', (at) => {
  const query = new URLSearchParams({ at });
  expect(pointIn(query)).toBeUndefined();
  expect(placeIn(query).at).toBeUndefined();
});

test.each(FORGED)('%o is the same page as in the viewer', (page) => {
  const query = new URLSearchParams({ page, at: '1,1' });
  const seen = placeIn(query).page ?? 1;
  expect(pageIn(query, { pages: 3 })).toBe(seen <= 3 ? seen : undefined);
});

test('a repeated parameter gives no place, and neither does an address without a page and a point', () => {
  expect(pageIn(new URLSearchParams('page=2&page=3'), { pages: 3 })).toBeUndefined();
  expect(pointIn(new URLSearchParams('at=1,1&at=1,1'))).toBeUndefined();
  expect(pageIn(new URLSearchParams(''), { pages: 3 })).toBeUndefined();
});

test('a point alone is on the first page, and a document that was never read has no known page', () => {
  expect(pageIn(new URLSearchParams('at=1,1'), { pages: null })).toBe(1);
  expect(pageIn(new URLSearchParams('page=3'), { pages: 3 })).toBe(3);
  expect(pageIn(new URLSearchParams('page=2'), { pages: null })).toBeUndefined();
});

test('the frame of a moment is a picture from the server, for moments that the viewer accepts too', () => {
  const film = { thumbnail_large: '/api/files/5/thumbnail/?size=large&t=17' };
  const frame = frameIn(new URLSearchParams('file=5&t=1500'), film);
  expect(frame?.poster).toBe('/api/files/5/thumbnail/?size=large&t=17&moment=1500');
  expect(frame?.style.background).toContain(`url("${frame?.poster}")`);
  expect(frameIn(new URLSearchParams('t=1500'), { thumbnail_large: null })).toBeUndefined();
  for (const t of FORGED) {
    const query = new URLSearchParams({ t });
    const seen = placeIn(query).t ?? 0;
    expect(momentNamedIn(query)).toBe(seen);
    expect(frameIn(query, film)?.poster.endsWith(`&moment=${seen}`) ?? false).toBe(seen > 0);
  }
});
