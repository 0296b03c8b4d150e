import { expect, test } from 'vitest';
import { z } from 'zod';
import { jsonInSlices } from './large-answers.ts';
import { compileSerializer } from './serializer.ts';

const Leaf = z.object({ id: z.int(), name: z.string().optional(), note: z.string().nullable() });
const Branch = z.object({ id: z.int(), leaves: z.array(Leaf), last: z.string() });
const Tree = z.object({
  name: z.string(),
  leaves: z.array(Leaf),
  branches: z.array(Branch),
  end: z.boolean(),
});

const compiled = (schema: z.ZodType) =>
  compileSerializer({ schema, method: 'GET', url: '/' }) as (value: unknown) => string;
const leaves = (count: number, note: string | null = null) =>
  Array.from({ length: count }, (_none, id) => ({ id, note, secret: 'never sent' }));
const branch = (id: number, count: number) => ({ id, leaves: leaves(count), last: '"leaves":[]' });

const TREES = [
  { name: 'empty', leaves: [], branches: [], end: true },
  { name: '"leaves":[]', leaves: leaves(1), branches: [branch(1, 0)], end: true },
  { name: 'ü', leaves: leaves(3000), branches: [], end: false },
  { name: 'b', leaves: [], branches: [branch(1, 3), branch(2, 2000), branch(3, 0)], end: false },
  { name: 'c', leaves: leaves(5), branches: [branch(1, 1500), branch(2, 1500)], end: true },
  { name: 'd', leaves: leaves(30, '😀'.repeat(40_000)), branches: [branch(1, 1)], end: true },
  { name: 'e'.repeat(600_000), leaves: leaves(1), branches: [branch(1, 1)], end: true },
];

test.each(TREES)('$leaves.length leaves are written to the same bytes as at once', async (tree) => {
  const bytes = await jsonInSlices(tree, Tree, compiled);
  expect(bytes.equals(Buffer.from(compiled(Tree)(tree)))).toBe(true);
});

test('between two turns no more than 500 objects are written, and half a million characters', async () => {
  for (const tree of [TREES[2], TREES[4], TREES[5]]) {
    const state = { isOver: false, objects: 0, most: 0, longest: 0 };
    const turn = () => {
      state.objects = 0;
      if (!state.isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await jsonInSlices(tree, Tree, (schema) => (value) => {
      const json = compiled(schema)(value);
      state.objects += json.split('"id"').length - 1;
      state.most = Math.max(state.most, state.objects);
      state.longest = Math.max(state.longest, json.length);
      return json;
    });
    state.isOver = true;
    expect(state.most).toBeLessThanOrEqual(500);
    expect(state.longest).toBeLessThan(600_000);
  }
});
