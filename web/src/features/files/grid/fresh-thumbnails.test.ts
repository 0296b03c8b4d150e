import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { expect, test } from 'vitest';
import { PICTURE } from '../../../testing/projects.ts';
import { createThumbnailWatch } from './fresh-thumbnails.ts';

const start = Date.parse('2026-11-20T10:00:00.000Z');

const picture: ProjectFile = {
  ...PICTURE,
  created_at: new Date(start).toISOString(),
};

test('polls for the thumbnail of a fresh picture at growing intervals, and then stops', () => {
  let now = start + 500;
  const watch = createThumbnailWatch(() => now);
  expect(watch([picture])).toBe(1500);
  now += 10_000;
  expect(watch([picture])).toBe(6000);
  now += 50_000;
  expect(watch([picture])).toBe(false);
});

test.each([
  ['has one', { thumbnail: '/api/files/1/thumbnail/' }],
  ['is old', { created_at: new Date(start - 3_600_000).toISOString() }],
  ['is of a kind without pictures', { kind: 'other', is_image: false }],
] as const)('waits for nothing when the file %s', (_why, changes) => {
  expect(createThumbnailWatch(() => start)([{ ...picture, ...changes }])).toBe(false);
});
