import { expect, test } from 'vitest';
import { questionAboutFiles, questionText } from './question.ts';

/** Characters of a question at most (specification 6.17). */
const MAX_QUESTION_LENGTH = 500;

const LINK = 'https://portal.example.org/projects/12?version=34&file=567&t=72000';
const PARTS = {
  opening: 'I have a question about this:',
  project: 'Summer campaign',
  version: 'Version 2.0',
  file: 'film.mp4',
  place: 'at 1:12',
  link: LINK,
};

test('project, version, file, place and link are written out', () => {
  expect(questionText(PARTS)).toBe(
    `I have a question about this:\nSummer campaign, Version 2.0\nfilm.mp4, at 1:12\n${LINK}\n`,
  );
  expect(questionText({ ...PARTS, place: '' })).toContain('\nfilm.mp4\n');
});

const FAMILY = '👨‍👩‍👧‍👦';
const DECOMPOSED = 'S\u0327';

test.each([
  ['a long project', { project: 'p'.repeat(900) }],
  ['a long file', { file: `${'f'.repeat(900)}.png` }],
  ['both long', { project: 'p'.repeat(900), file: `${'f'.repeat(900)}.png` }],
  ['families', { project: FAMILY.repeat(90), file: `${FAMILY.repeat(90)}.png` }],
  ['letters with marks', { project: DECOMPOSED.repeat(300), file: `${DECOMPOSED.repeat(300)}.png` }],
])('%s is cut between characters, and the link stays whole', (_what, long) => {
  const text = questionText({ ...PARTS, ...long });
  expect(text.length).toBeLessThanOrEqual(MAX_QUESTION_LENGTH);
  expect(text.length).toBeGreaterThan(MAX_QUESTION_LENGTH - 2 * FAMILY.length - 2);
  expect(text.endsWith(`\n${LINK}\n`)).toBe(true);
  expect(text).toMatch(/\.(?:png, at 1:12|mp4, at 1:12)\n/);
  expect(text.isWellFormed()).toBe(true);
  for (const whole of [FAMILY, DECOMPOSED])
    if (text.includes(whole))
      expect(text.replaceAll(whole, '')).not.toMatch(/\u200D|\u0327|\p{Emoji_Presentation}/u);
});

test('a link that fills the text is sent alone', () => {
  const link = `https://example.org/${'x'.repeat(480)}`;
  expect(questionText({ ...PARTS, link })).toBe(link);
});

const MANY = {
  opening: 'I have a question about 300 files:',
  project: 'Summer campaign',
  version: 'Version 2.0',
  link: LINK,
  more: (count: number) => `and ${count} more`,
};

test('several files are named in separate lines', () => {
  expect(questionAboutFiles({ ...MANY, names: ['a.jpg', 'b.jpg'] })).toBe(
    `${MANY.opening}\nSummer campaign, Version 2.0\na.jpg\nb.jpg\n${LINK}\n`,
  );
});

test('a question about many files names as many as fit and counts the others', () => {
  const text = questionAboutFiles({
    ...MANY,
    names: Array.from({ length: 300 }, (_none, place) => `${place}.jpg`),
  });
  const named = text.match(/\d+\.jpg/g) ?? [];
  expect(text.length).toBeLessThanOrEqual(MAX_QUESTION_LENGTH);
  expect(text.length).toBeGreaterThan(MAX_QUESTION_LENGTH - 10);
  expect(text).toContain(`\nand ${300 - named.length} more\n${LINK}\n`);
});

test('a question about files with long names cuts the first and counts the others', () => {
  const text = questionAboutFiles({ ...MANY, names: [`${'f'.repeat(900)}.jpg`, 'b.jpg'] });
  expect(text.length).toBe(MAX_QUESTION_LENGTH);
  expect(text).toContain('….jpg, and 1 more\n');
});
