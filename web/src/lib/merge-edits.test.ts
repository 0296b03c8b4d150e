import { expect, test } from 'vitest';
import { mergeEdits } from './merge-edits.ts';

const base = { name: 'Campaign', description: '<p>Old</p>' };

test('a field that only the other user changed gets their value', () => {
  const merged = mergeEdits(base, { ...base, name: 'Mine' }, { ...base, description: '<p>Theirs</p>' });
  expect(merged).toEqual({
    values: { name: 'Mine', description: '<p>Theirs</p>' },
    conflicts: [],
    taken: ['description'],
  });
});

test('a field that both changed keeps the input and is reported', () => {
  const merged = mergeEdits(base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs' });
  expect(merged).toEqual({ values: { ...base, name: 'Mine' }, conflicts: ['name'], taken: [] });
});

test('the same change on both sides is no conflict', () => {
  const same = { ...base, name: 'Same' };
  expect(mergeEdits(base, same, same)).toEqual({ values: same, conflicts: [], taken: [] });
});
