import { expect, test } from 'vitest';
import { namesBy } from './name-pattern.ts';

const FILES = [
  { id: 1, name: 'IMG_2041.CR2', section: 7 },
  { id: 2, name: 'IMG_2042.jpg', section: null },
  { id: 3, name: 'notes', section: 7 },
];
const names = (pattern: string, { start = 1, taken = [] as string[] } = {}) =>
  namesBy(pattern, FILES, { start, taken, sectionOf: () => 'Köy' });

test.each([
  ['{name}', ['IMG_2041.CR2', 'IMG_2042.jpg', 'notes']],
  ['Wedding {n}', ['Wedding 1.CR2', 'Wedding 2.jpg', 'Wedding 3']],
  ['{n:3} {name}', ['001 IMG_2041.CR2', '002 IMG_2042.jpg', '003 notes']],
  ['{section}-{n:2}', ['Köy-01.CR2', '-02.jpg', 'Köy-03']],
  ['a/{n}', ['a-1.CR2', 'a-2.jpg', 'a-3']],
])('%s names files', (pattern, expected) => {
  expect(names(pattern)).toEqual({ names: expected, fault: null });
});

test('numbers start at the given one, and grow beyond its digits', () => {
  expect(names('{n:2}', { start: 99 }).names).toEqual(['99.CR2', '100.jpg', '101']);
});

test.each([
  ['{date}', { reason: 'part', name: '{date}' }],
  ['{n:0}', { reason: 'part', name: '{n:0}' }],
  ['{}', { reason: 'part', name: '{}' }],
  ['  ', { reason: 'blank', name: 'IMG_2041.CR2' }],
  ['{section}', { reason: 'blank', name: 'IMG_2042.jpg' }],
  ['x'.repeat(252), { reason: 'long', name: 'IMG_2041.CR2' }],
])('%j is refused', (pattern, fault) => {
  expect(names(pattern).fault).toEqual(fault);
});

test('a name that two files would have is refused, whatever its case', () => {
  const files = ['a.jpg', 'b.JPG'].map((name, id) => ({ id, name, section: null }));
  const { fault } = namesBy('Same', files, { start: 1, taken: [], sectionOf: () => '' });
  expect(fault).toEqual({ reason: 'twice', name: 'Same.JPG' });
});

test('a name that another file of the version has is refused', () => {
  expect(names('Wedding {n}', { taken: ['wedding 2.JPG'] }).fault).toEqual({
    reason: 'taken',
    name: 'Wedding 2.jpg',
  });
});
