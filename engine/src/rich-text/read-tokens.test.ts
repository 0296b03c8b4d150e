import { expect, test } from 'vitest';
import { mostInATurn } from '../testing/turns.ts';
import { readTokens } from './read-tokens.ts';

test('no more than 4 KB of a text are read between two turns', async () => {
  const part = '<b>words</b>';
  const most = await mostInATurn((count) =>
    readTokens(part.repeat(20_000), {
      text: () => {},
      startTag: () => {},
      endTag: () => count(part.length),
    }),
  );
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(4 * 1024 + part.length);
});
