import { expect, test } from 'vitest';
import { lightroomFilter, nameLines } from './picked-names.ts';

/** Names that a filter by "Filename, Contains" shows: those with any of the words, where `+` asks for a beginning. */
function shownBy(text: string, names: readonly string[]): string[] {
  const words = text.toLowerCase().split(' ').filter(Boolean);
  return names.filter((name) =>
    words.some((word) =>
      word.startsWith('+') ? name.toLowerCase().startsWith(word.slice(1)) : name.toLowerCase().includes(word),
    ),
  );
}

test('names are in lines, and none of them is an option or a comment of a program', () => {
  expect(nameLines(['a.jpg', '-delete_original!', '#1.jpg', 'two words.jpg', 'çığ.jpg'])).toBe(
    'a.jpg\n./-delete_original!\n./#1.jpg\ntwo words.jpg\nçığ.jpg',
  );
});

test.each([
  [['IMG_0001.jpg', 'IMG_0003.jpg'], ['IMG_0002.jpg'], 'IMG_0001 IMG_0003'],
  [['IMG_1.jpg'], ['IMG_12.jpg'], 'IMG_1.'],
  [['IMG_1.jpg'], ['XIMG_1.jpg'], '+IMG_1'],
  [['IMG_1.jpg'], ['XIMG_1.jpg', 'IMG_12.jpg'], '+IMG_1.'],
  [['the last dance.jpg'], ['the first dance.jpg'], 'last'],
  [['!not.jpg', '+plus.jpg', 'a,b;c.jpg'], ['no.png', 'pl.png'], 'not plus a'],
  [['"quoted" name.jpg'], ['name.jpg'], 'quoted'],
  [['Çınar.jpg'], ['çin.jpg'], 'Çınar'],
])('%j are found, and %j are not', (picked, others, text) => {
  expect(lightroomFilter(picked, others)).toEqual({ text, missing: [] });
  expect(shownBy(text, [...picked, ...others])).toEqual(picked);
});

test('a name without a word of its own is reported as missing, and shows no others', () => {
  const picked = ['a b.jpg', 'c.jpg', '!.jpg'];
  expect(lightroomFilter(picked, ['b a.jpg', 'ab.jpg'])).toEqual({
    text: 'c',
    missing: ['a b.jpg', '!.jpg'],
  });
});

test('a filter for every other one of 2,000 names shows none of the rest', () => {
  const names = Array.from({ length: 2000 }, (_none, index) => `DSC ${index}.jpg`);
  const picked = names.filter((_name, index) => index % 2 === 0);
  const { text, missing } = lightroomFilter(
    picked,
    names.filter((_name, index) => index % 2 === 1),
  );
  const shown = shownBy(text, names);
  expect(shown.every((name) => picked.includes(name))).toBe(true);
  expect(shown.length + missing.length).toBeGreaterThanOrEqual(picked.length);
});
