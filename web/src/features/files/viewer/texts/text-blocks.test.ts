import { expect, test } from 'vitest';
import { blocksOf } from './text-blocks.ts';

test.each([
  ['nothing', ''],
  ['a line', 'one'],
  ['a thousand lines', Array.from({ length: 1000 }, (_, at) => `line ${at}\n`).join('')],
  ['one line of a million letters', 'a'.repeat(1_000_000)],
  ['letters of two halves each', '😀'.repeat(30_000)],
  ['only ends of lines', '\n'.repeat(5000)],
])('%s is shown whole, in blocks that are drawn quickly', (_, text) => {
  const blocks = blocksOf(text);
  expect(blocks.map((block) => block.text).join('')).toBe(text);
  for (const { text: part, lines } of blocks) {
    expect(part.length).toBeGreaterThan(0);
    expect(part.length).toBeLessThanOrEqual(20_000);
    expect(lines).toBeLessThanOrEqual(200);
    expect(part.isWellFormed()).toBe(true);
  }
});
