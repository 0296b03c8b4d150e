import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { expect, test } from 'vitest';
import { PICTURE } from '../../../testing/projects.ts';
import { galleryRatio, picturesBeside, shownFiles } from './shown-files.ts';

const LATER = Date.parse(PICTURE.created_at) + 3_600_000;

const drawn = (id: number): ProjectFile => ({ ...PICTURE, id, thumbnail: `/api/files/${id}/thumbnail/` });
const archive: ProjectFile = { ...PICTURE, id: 9, kind: 'other', is_image: false };
const undrawn: ProjectFile = { ...PICTURE, id: 8 };

test('the cover leads, and without one the first file that has a picture', () => {
  const files = [archive, drawn(1), drawn(2)];
  expect(shownFiles(files, 2, LATER)).toEqual({ inOrder: [drawn(2), drawn(1), archive], picturedCount: 2 });
  expect(shownFiles(files, undefined, LATER).inOrder[0]).toEqual(drawn(1));
  expect(shownFiles([archive], undefined, LATER)).toEqual({ inOrder: [archive], picturedCount: 0 });
});

test('a picture being drawn has a place among pictures, and one that cannot be drawn a row', () => {
  const files = [undrawn, drawn(1)];
  const soon = Date.parse(PICTURE.created_at) + 1000;
  expect(shownFiles(files, undefined, soon)).toEqual({ inOrder: [drawn(1), undrawn], picturedCount: 2 });
  expect(shownFiles(files, undefined, LATER)).toEqual({ inOrder: [drawn(1), undrawn], picturedCount: 1 });
});

test('neither a panorama nor a receipt leaves its neighbours without room', () => {
  expect(galleryRatio({ width: 4000, height: 400 })).toBe(4);
  expect(galleryRatio({ width: 300, height: 3000 })).toBe(0.5);
  expect(galleryRatio({ width: null, height: null })).toBeCloseTo(4 / 3);
});

test('an upright lead has whole rows beside it, and the last row below is not left alone', () => {
  const upright = (count: number) =>
    Array.from({ length: count }, () => ({ ...PICTURE, width: 800, height: 1200 }));
  const lead = { ...PICTURE, width: 800, height: 1200 };
  expect(picturesBeside(lead, upright(6), '')).toBe(6);
  expect(picturesBeside(lead, upright(11), '')).toBe(11);
  expect(picturesBeside(lead, upright(17), '')).toBe(8);
  expect(picturesBeside(lead, upright(17), 'A note. '.repeat(100))).toBe(4);
  expect(picturesBeside({ ...lead, width: 1600 }, upright(11), '')).toBe(0);
});
