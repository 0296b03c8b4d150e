import { expect, test } from 'vitest';
import { momentIn, nextFrame } from './shown-frame.ts';

/** The frame that a browser shows at a moment: times of frames are not exact. */
const frameAt = (ms: number, rate: number) => Math.floor((ms / 1000) * rate + 1e-6);

const RATES = [24_000 / 1001, 24, 25, 30_000 / 1001, 50, 60];

test.each(RATES)('at %f frames a second the middle of each frame is found', (rate) => {
  let noted = nextFrame(undefined, 0);
  const missed: number[] = [];
  for (let frame = 0; frame < 2000; frame += 1) {
    noted = nextFrame(noted, frame / rate);
    const moment = momentIn(noted, frame / rate);
    if (frameAt(moment, rate) !== frame) missed.push(frame);
    if (frame > 0) expect(Math.abs(moment - ((frame + 0.5) / rate) * 1000)).toBeLessThan(0.6);
  }
  expect(missed).toEqual([]);
});

test.each(RATES)(
  'at %f frames a second a single frame is found, and one that the browser does not name',
  (rate) => {
    for (let frame = 0; frame < 2000; frame += 1) {
      expect(frameAt(momentIn(nextFrame(undefined, frame / rate), frame / rate), rate)).toBe(frame);
      expect(frameAt(momentIn(undefined, frame / rate), rate)).toBe(frame);
    }
  },
);

test('a frame from before a jump is not mistaken for the shown one', () => {
  expect(momentIn({ began: 1, length: 0.04 }, 7.5)).toBe(7500);
  expect(momentIn({ began: 7, length: 0.04 }, 1.5)).toBe(1500);
});

test('the distance of a jump is not mistaken for the length of a frame', () => {
  const jumped = nextFrame({ began: 2.93, length: Infinity }, 0.7);
  expect(jumped).toEqual({ began: 0.7, length: Infinity });
  expect(frameAt(momentIn(jumped, 0.7), 25)).toBe(17);
});
