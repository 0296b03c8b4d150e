import { expect, test } from 'vitest';
import { PICTURE } from '../../../testing/projects.ts';
import { isWantedWhole } from './picture-choice.ts';

const fitted = { wasZoomed: false, shownPixels: 1400 };
const zoomed = { wasZoomed: true, shownPixels: 1400 };
const sharpScreen = { wasZoomed: false, shownPixels: 2800 };
const photo = { ...PICTURE, width: 6000, height: 4000, size: 4_000_000 };

test.each([
  ['a photograph that fits the screen', photo, fitted, false],
  ['a photograph that is zoomed', photo, zoomed, true],
  ['a photograph on a screen with more pixels than its thumbnail', photo, sharpScreen, true],
  ['a large photograph on such a screen', { ...photo, size: 40_000_000 }, sharpScreen, false],
  ['a large photograph that is zoomed', { ...photo, size: 40_000_000 }, zoomed, true],
  [
    'a picture as large as its thumbnail on such a screen',
    { ...photo, width: 1600, height: 900 },
    sharpScreen,
    false,
  ],
  [
    'a picture as large as its thumbnail that is zoomed',
    { ...photo, width: 1600, height: 900 },
    zoomed,
    true,
  ],
  ['a picture of unknown size that is zoomed', PICTURE, zoomed, true],
  ['a picture that may move', { ...photo, file_type: 'image/gif', width: 300, height: 200 }, fitted, true],
])('%s: whether the file itself is loaded', (_what, file, seen, isWanted) => {
  expect(isWantedWhole(file, seen)).toBe(isWanted);
});
