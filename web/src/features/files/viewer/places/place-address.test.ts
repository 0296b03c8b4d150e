import { placeIn } from '@vitrin/shared/contract/places.ts';
import { expect, test } from 'vitest';
import { addressOfPlace } from './place-address.ts';

const ADDRESS = 'https://example.org/projects/1?view=client&version=3&file=5&t=1#top';

test.each([
  [{}, '?version=3&file=5'],
  [{ t: 12_042 }, '?version=3&file=5&t=12042'],
  [{ page: 3, at: [500, 0] as [number, number] }, '?version=3&file=5&page=3&at=500,0'],
  [{ line: 7 }, '?version=3&file=5&line=7'],
])('the address of %o ends in %s', (place, query) => {
  const address = addressOfPlace(ADDRESS, place);
  expect(address).toBe(`https://example.org/projects/1${query}`);
  expect(placeIn(new URL(address).searchParams)).toEqual(place);
});

test('a comparison stays in the address', () => {
  expect(addressOfPlace(`${ADDRESS.replace('#top', '')}&with=4`, { page: 2 })).toBe(
    'https://example.org/projects/1?version=3&file=5&with=4&page=2',
  );
});
