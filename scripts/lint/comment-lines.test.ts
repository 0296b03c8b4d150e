import { expect, it } from 'vitest';
import { countLines, countWorkspace } from './comment-lines.ts';

/**
 * Comments give the reason and not the story: at most this share of a workspace's lines, in percent. The public types
 * of engine and shared carry the docstrings that the other workspaces rely on.
 */
const MOST_PERCENT = { server: 6, web: 6, engine: 9, shared: 12 };

const LEAST_LINES = { server: 30_000, web: 30_000, engine: 7000, shared: 4000 };

it.each(['server', 'web', 'engine', 'shared'] as const)('bounds the share of comment lines in %s', (name) => {
  const { lines, comments } = countWorkspace(name);
  expect(lines).toBeGreaterThan(LEAST_LINES[name]);
  expect((100 * comments) / lines).toBeLessThanOrEqual(MOST_PERCENT[name]);
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
