import { expect, test } from 'vitest';
import { addressOfMoment, momentIn } from './moment.ts';

test.each([
  ['?file=5&t=72000', 72],
  ['?t=0', 0],
  ['?t=90000', 90],
  ['?t=90001', undefined],
  ['?t=-1', undefined],
  ['?t=1.5', undefined],
  ['?t=1e3', undefined],
  ['?t=9999999999', undefined],
  ['?t=%3Cscript%3E', undefined],
  ['?t=', undefined],
  ['', undefined],
])('of a film of 90 seconds, %s is the moment %s', (search, seconds) => {
  expect(momentIn(search, 90)).toBe(seconds);
});

test('where the length is not known, no moment is looked for', () => {
  expect(momentIn('?t=1', Number.NaN)).toBeUndefined();
});

test.each([24_000 / 1001, 24, 25, 30_000 / 1001, 50, 60])(
  'at %f frames a second each frame is found again by its address',
  (rate) => {
    for (let frame = 0; frame < 2000; frame += 1) {
      const address = addressOfMoment('https://example.org/projects/1?version=3&file=5&t=1', frame / rate);
      const { search, href } = new URL(address);
      expect(href).toMatch(/^https:\/\/example\.org\/projects\/1\?version=3&file=5&t=\d+$/);
      // A browser shows the last frame that has begun; times of frames are no exact numbers.
      expect(Math.floor((momentIn(search, 1000) ?? -1) * rate + 1e-6)).toBe(frame);
    }
  },
);
