import { expect, test } from 'vitest';
import { createStructureCount } from './json-structure.ts';

const LIMITS = { depth: 20, parts: 5000 };

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const list = (length: number) => JSON.stringify(Array.from({ length }, () => 1));

/** Checks the text in pieces of `size` bytes. */
function isTooIntricate(json: string, size = Number.POSITIVE_INFINITY): boolean {
  const bytes = Buffer.from(json);
  const structure = createStructureCount(LIMITS);
  for (let start = 0; start < bytes.length; start += size)
    if (structure.isTooIntricate(bytes.subarray(start, start + size))) return true;
  return false;
}

test.each([
  ['an empty text', '', false],
  ['a text of brackets', JSON.stringify({ name: '[{,"\\'.repeat(10_000) }), false],
  ['a text of brackets and other letters', JSON.stringify({ name: '[ş{😀,'.repeat(10_000) }), false],
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
  if (json.length > 200_000) return;
  for (const size of [1, 2, 3, 1000]) expect(isTooIntricate(json, size)).toBe(isRefused);
});

test.each(['[', '{"a":', '1,', '[],', '"\\"",'])(
  '%j again and again is refused after as many steps as half of it',
  (piece) => {
    const steps = [10_000, 20_000].map((times) => {
      const bytes = Buffer.from(piece.repeat(times));
      let read = 0;
      const counted = new Proxy<ArrayLike<number>>(
        { length: bytes.length },
        {
          get(target, name) {
            if (name === 'length') return target.length;
            read += 1;
            return bytes[Number(name)];
          },
        },
      );
      expect(createStructureCount(LIMITS).isTooIntricate(counted)).toBe(true);
      return read;
    });
    expect(steps[0]).toBeGreaterThan(0);
    expect(steps[1]).toBe(steps[0]);
  },
);
