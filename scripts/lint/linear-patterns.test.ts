import { expect, test } from 'vitest';
import { dynamicPatternViolation, patternViolation } from './linear-patterns.ts';

const violation = ({ source, flags }: RegExp, file = 'server/src/http/answers/paging.ts') =>
  patternViolation(file, source, flags);

/** The first three blocked the process for seconds; each is reported with the reason. */
test.each([
  [/^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i, /quadratic or worse.*\\s\* and \\s\* can share/],
  [/^[\p{L}\p{N}\p{M}.-]*[^\0-\x7f][\p{L}\p{N}\p{M}.-]*$/u, /can share one stretch/],
  [/<[^>]*>/g, /\[\^>\]\* is tried again from every place/],
  [/[. ]+$/, /\[\. \]\+ is tried again/],
  [/^(a+)+$/, /exponential.*repeats a\+/],
  [/^(?:a|a)*b$/, /begin with the same characters/],
  [/<img [^>]*>/g, /can run over what stands before it/],
  [/<!--plan-->([\s\S]*?)<!--/, /can run over/],
  [/^(?:x(?:\w|\d))*$/, /begin with the same characters/],
  [/a.*b.*c/s, /can share/],
])('%s is refused', (pattern, reason) => {
  expect(violation(pattern)).toMatch(reason);
});

test.each([
  /^\d{4}-\d{2}-\d{2}$/,
  /^[\p{L}\p{N}\p{M}.-]*$/u,
  /[?&](?:token|key)=[^&#]*/g,
  /"(?:[^"\\]|\\.)*"/g,
  /^utf-8'[^']*'(.+)$/i,
  /\s+/g,
  /<img [^<>]*>/g,
  /^<img [^>]*>/,
  /https?:\/\/\S+/,
  /\{\{(\w+)\}\}/g,
  /^(?:foo|foot)bar$/,
])('%s takes linear time', (pattern) => {
  expect(violation(pattern)).toBeUndefined();
});

test.each([
  ['server/src/http/answers/paging.test.ts', false],
  ['server/src/testing/forms.ts', false],
  ['scripts/build.ts', false],
  ['shared/src/rules/texts/names.ts', true],
  ['web/src/lib/search.ts', true],
])('%s is checked: %s', (file, isChecked) => {
  expect(violation(/<[^>]*>/, file) !== undefined).toBe(isChecked);
  expect(dynamicPatternViolation(file) !== undefined).toBe(isChecked);
});
