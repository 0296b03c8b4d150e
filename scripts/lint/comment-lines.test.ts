import { expect, it } from 'vitest';
import { countLines, countWorkspace } from './comment-lines.ts';

/** Comments give the reason and not the story: at most this share of the server's lines. */
const MOST_PERCENT = 6;

it(`holds comments to ${MOST_PERCENT} % of the server's lines`, () => {
  const { lines, comments } = countWorkspace('server/src');
  expect(lines).toBeGreaterThan(30_000);
  expect((100 * comments) / lines).toBeLessThanOrEqual(MOST_PERCENT);
});

it.each([
  ['const a = 1; // behind code\n', { lines: 1, comments: 0 }],
  ['// one\n// two\nconst a = 1;\n', { lines: 3, comments: 2 }],
  ['/** one */\nconst a = 1;\n', { lines: 2, comments: 1 }],
  ['  /**\n   * two\n   */\n  const a = 1;\n', { lines: 4, comments: 3 }],
  ["const all = '**/*.ts';\nconst a = 1;\n", { lines: 2, comments: 0 }],
])('counts %j', (text, count) => {
  expect(countLines(text)).toEqual(count);
});
