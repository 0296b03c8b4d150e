import { expect, test } from 'vitest';
import { mergeEdits } from './merge-edits.ts';

const base = { name: 'Campaign', description: '<p>Old</p>' };

test('what only the other changed is taken over', () => {
  const merged = mergeEdits(base, { ...base, name: 'Mine' }, { ...base, description: '<p>Theirs</p>' });
  expect(merged).toEqual({
    values: { name: 'Mine', description: '<p>Theirs</p>' },
    conflicts: [],
    taken: ['description'],
  });
});

test('what both changed keeps what was typed and is named', () => {
  const merged = mergeEdits(base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs' });
  expect(merged).toEqual({ values: { ...base, name: 'Mine' }, conflicts: ['name'], taken: [] });
});

test('the same change on both sides is no conflict', () => {
  const same = { ...base, name: 'Same' };
  expect(mergeEdits(base, same, same)).toEqual({ values: same, conflicts: [], taken: [] });
});
