import { expect, test } from 'vitest';
import { createRecentHints, hintsOfVersions } from './hints.ts';

test('the last 2000 hints are kept; a reader from before them reads everything again', () => {
  const recent = createRecentHints(1000);
  const start = recent.position();
  recent.add(hintsOfVersions([1]), 2000);
  const first = recent.position();
  recent.add(hintsOfVersions([2]), 20_000);
  const since = (from: Parameters<typeof recent.since>[0]) => {
    const hints = recent.since(from, 30_000);
    return hints === 'unknown' ? hints : [...hints.projects.keys()].length;
  };
  expect([since({ id: start }), since({ id: first }), since({ ageSeconds: 28 })]).toEqual([2, 1, 2]);
  recent.add(hintsOfVersions(Array.from({ length: 1999 }, (_, index) => 100 + index)), 25_000);
  expect([since({ id: start }), since({ ageSeconds: 28 })]).toEqual(['unknown', 'unknown']);
  expect([since({ id: first }), since({ ageSeconds: 8 })]).toEqual([2000, 1999]);
});
