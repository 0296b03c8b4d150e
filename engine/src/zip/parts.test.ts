import { expect, test } from 'vitest';
import { partsOf, stretchesOf } from './parts.ts';
import { layOutZip } from './zip-layout.ts';

const modified = new Date('2026-11-20T10:00:00Z');

/** A file elsewhere, one without bytes, and one in memory. */
async function threeFiles() {
  const bytes = Buffer.from('made here');
  const layout = await layOutZip([
    { name: 'film.mov', size: 1000, crc32: 1, modified },
    { name: 'empty.txt', size: 0, crc32: 0, modified },
    { name: 'index.html', size: bytes.length, crc32: 2, modified },
  ]);
  return { layout, files: [{ key: 'film' }, { key: 'empty' }, { bytes, size: bytes.length }] };
}

test('the parts of an archive are all of its bytes, each once, between any two offsets', async () => {
  const archive = await threeFiles();
  const lengthOf = (start: number, end: number) =>
    [...partsOf(archive, { start, end })].reduce((sum, { from, to }) => sum + to - from, 0);
  const last = archive.layout.size - 1;
  for (const [start, end] of [
    [0, last],
    [10, 500],
    [38, 38],
    [1037, last - 1],
  ] as const)
    expect(lengthOf(start, end)).toBe(end - start + 1);
});

test('stretches say which bytes of which file lie in a part; a file without bytes goes with what stands before it', async () => {
  const archive = await threeFiles();
  const [film] = archive.layout.segments.filter((segment) => 'file' in segment);
  const start = film?.start ?? 0;
  expect([...stretchesOf(archive, { start: start + 10, end: start + 19 })]).toEqual([
    { file: { key: 'film' }, range: { start: 10, end: 19 } },
  ]);
  const all = [...stretchesOf(archive, { start: 0, end: archive.layout.size - 1 })];
  expect(all.map(({ range }) => range.end - range.start + 1)).toEqual([1000, 0, 'made here'.length]);
  expect([...stretchesOf(archive, { start: archive.layout.size - 5, end: archive.layout.size - 1 })]).toEqual(
    [],
  );
});
