import { expect, test } from 'vitest';
import { countSteps } from '../testing/steps/count-steps.ts';
import { storedText } from '../testing/stored-text.ts';

/** Short enough for every text to be stored. */
const LENGTH = 3500;

/** Twice the length may take this many times the steps; quadratic work comes near 4. */
const LINEAR = 2.1;

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** For each kind of text: a beginning, a repeated part, and an end. */
const TEXTS: Record<string, [string, string, string]> = {
  words: ['<p>', 'word ', '</p>'],
  'comments in an address': ['<a href="http://', '<!---->', '">x</a>'],
  'opening tags': ['', '<b>', ''],
  'closing tags of nothing': ['', '</q>', ''],
  'closing tags of nothing below open ones': ['<b>'.repeat(40), '</q>', ''],
  'opening brackets': ['', '<', ''],
  'open quotes': ['', '<a href="', ''],
  'open comments': ['', '<!--', ''],
  'almost closed comments': ['<!--', '--', ''],
  'open pictures': ['', '<img ', ''],
  'open embedded pictures': ['', "'data:image/png;base64,", ''],
  'many attributes': ['<p ', 'a=b ', '>'],
  ampersands: ['', '&', ''],
  'unfinished names': ['', '&CounterClockwiseContourIntegra', ''],
  'unfinished numbers': ['&#', '0', ''],
  lists: ['', '<ul><li>', ''],
  paragraphs: ['', '<p>', ''],
  'paragraphs in bold': ['', '<p><b>', ''],
  links: ['', '<a><p>', ''],
  'left-out content': ['<svg>', '<svg></math>', ''],
  scripts: ['<script>', '</scrip', ''],
  'white space': ['<p', ' \n', '>'],
};

const stepsFor = ([start, repeated, end]: [string, string, string], length: number) =>
  countSteps(() => storedText(`${start}${repeated.repeat(Math.ceil(length / repeated.length))}${end}`));

test.each(Object.entries(TEXTS))('twice the length takes twice the steps: %s', async (_name, text) => {
  const once = await stepsFor(text, LENGTH);
  const twice = await stepsFor(text, 2 * LENGTH);
  expect(once).toBeGreaterThan(0);
  expect(twice / once).toBeLessThan(LINEAR);
});

test('many pictures take twice the steps of half as many', async () => {
  const stepsOf = (count: number) =>
    countSteps(() => storedText(`<p>x${`<img src="${PIXEL}">`.repeat(count)}</p>`));
  expect((await stepsOf(100)) / (await stepsOf(50))).toBeLessThan(LINEAR);
});
