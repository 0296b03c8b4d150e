import { expect, test, vi } from 'vitest';
import { isTooIntricate } from './json-structure.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const list = (length: number) => JSON.stringify(Array.from({ length }, () => 1));

test.each([
  ['an empty text', '', false],
  ['a text of brackets', JSON.stringify({ name: '[{,"\\'.repeat(10_000) }), false],
  ['a long text', JSON.stringify({ description: 'x'.repeat(1_000_000) }), false],
  ['20 brackets', nested(20), false],
  ['21 brackets', nested(21), true],
  ['21 objects', '{"a":'.repeat(21), true],
  ['many short lists', `[${'[[]],'.repeat(1000)}1]`, false],
  ['more short lists', `[${'[[]],'.repeat(2000)}1]`, true],
  ['a list of 5,000', list(5000), false],
  ['a list of 5,001', list(5001), true],
  ['a text that never ends', `"${'['.repeat(100)}`, false],
])('%s', (_what, json, isRefused) => {
  expect(isTooIntricate(json)).toBe(isRefused);
});

test.each(['[', '{"a":', '1,', '[],', '"\\"",'])(
  '%j again and again is refused after as many steps as half of it',
  (piece) => {
    const steps = [10_000, 20_000].map((times) => {
      const charCodeAt = vi.spyOn(String.prototype, 'charCodeAt');
      expect(isTooIntricate(piece.repeat(times))).toBe(true);
      const { length } = charCodeAt.mock.calls;
      charCodeAt.mockRestore();
      return length;
    });
    expect(steps[1]).toBe(steps[0]);
  },
);
