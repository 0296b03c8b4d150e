import { expect, test } from 'vitest';
import { pictureSources } from './picture-sources.ts';

const drawn = { thumbnail: '/small', thumbnail_medium: '/medium', thumbnail_large: '/large' };

test.each([
  ['a wide picture', 3000, 2000, '/small 480w, /medium 960w, /large 1600w'],
  ['a portrait', 2000, 3000, '/small 320w, /medium 640w, /large 1067w'],
  ['a picture between two sizes', 1200, 600, '/small 480w, /medium 960w, /large 1200w'],
  ['a small picture', 300, 200, '/small 300w'],
  ['a line of pixels', 1, 5000, '/small 1w'],
  ['a picture of unknown size', null, null, '/small 480w, /medium 960w, /large 1600w'],
])('%s is offered in its real widths', (_what, width, height, srcSet) => {
  expect(pictureSources({ ...drawn, width, height })).toEqual({ src: '/medium', srcSet });
});

test('pictures of an earlier release have no medium one', () => {
  const old = { ...drawn, thumbnail_medium: null, width: null, height: null };
  expect(pictureSources(old)).toEqual({ src: '/small', srcSet: '/small 480w, /large 1600w' });
});

test('a file without pictures has no sources', () => {
  const none = { thumbnail: null, thumbnail_medium: null, thumbnail_large: null, width: null, height: null };
  expect(pictureSources(none)).toBeUndefined();
});
