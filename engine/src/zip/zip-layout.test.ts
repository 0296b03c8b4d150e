import { crc32 } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { unzip } from '../testing/unzip.ts';
import { layOutZip, zipNames } from './zip-layout.ts';

const GIB = 1024 ** 3;

test('names in an archive are unique in any case, and safe on Windows', async () => {
  expect(await zipNames(['a.txt', 'A.txt', 'a.txt', 'a (2).txt', 'what?.txt', 'dots...', '...'])).toEqual([
    'a.txt',
    'A (2).txt',
    'a (3).txt',
    'a (2) (2).txt',
    'what_.txt',
    'dots',
    'file',
  ]);
});

test('twice as many files of one name take twice the steps to number', async () => {
  const stepsFor = async (length: number) => {
    const steps = vi.spyOn(String.prototype, 'toLowerCase');
    const names = await zipNames(Array.from({ length }, () => 'plan.pdf'));
    const { length: taken } = steps.mock.calls;
    steps.mockRestore();
    expect(new Set(names).size).toBe(length);
    return taken;
  };
  expect(await stepsFor(2000)).toBeLessThanOrEqual(2 * (await stepsFor(1000)) + 10);
});

test.each([
  ['named', () => zipNames(Array.from({ length: 1000 }, (_, index) => `${index}.txt`))],
  [
    'laid out',
    () =>
      layOutZip(
        Array.from({ length: 1000 }, () => ({ name: 'a', size: 1, crc32: 1, modified: new Date(0) })),
      ),
  ],
])('while 1,000 files are %s, others get their turn', async (_what, work) => {
  let turns = 0;
  const count = () => {
    turns += 1;
    waiting = setImmediate(count);
  };
  let waiting = setImmediate(count);
  await work();
  clearImmediate(waiting);
  expect(turns).toBeGreaterThanOrEqual(3);
});

test('names in an archive can be written by any file system', async () => {
  const names = await zipNames(['CON', 'nul.txt', 'Com1.tar.gz', 'console.log', 'ş'.repeat(251) + '.txt']);
  expect(names.slice(0, 4)).toEqual(['CON_', 'nul_.txt', 'Com1_.tar.gz', 'console.log']);
  expect(names[4]).toMatch(/^ş+\.txt$/);
  const long = await zipNames(Array.from({ length: 120 }, () => '🎬'.repeat(126) + '.mp4'));
  expect(new Set(long).size).toBe(120);
  for (const name of long) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
});

test('sizes and places beyond 4 GiB stand in Zip64 records', async () => {
  const modified = new Date('2026-11-20T10:00:00Z');
  const { size, segments } = await layOutZip([
    { name: 'film.mov', size: 5 * GIB, crc32: 1, modified },
    { name: 'note.txt', size: 10, crc32: 2, modified },
  ]);
  const records = segments.flatMap((segment) => ('bytes' in segment ? [segment.bytes] : []));
  const tail = records.at(-1) ?? Buffer.alloc(0);
  expect(tail.readUInt32LE(0)).toBe(0x06064b50);
  expect(Number(tail.readBigUInt64LE(32))).toBe(2);
  const directoryStart = Number(tail.readBigUInt64LE(48));
  const directorySize = Number(tail.readBigUInt64LE(40));
  expect(directoryStart + directorySize + tail.length).toBe(size);
  const note = records[3] ?? Buffer.alloc(0);
  expect(note.readUInt32LE(42)).toBe(0xffffffff);
  const offset = Number(note.readBigUInt64LE(46 + 'note.txt'.length + 4));
  expect(segments.find(({ start }) => start === offset)).toBeDefined();
  expect(offset).toBeGreaterThan(5 * GIB);
});

test('more than 65,535 files are counted in Zip64 records', async () => {
  const bytes = Buffer.from('x');
  const modified = new Date('2026-11-20T10:00:00Z');
  const files = Array.from({ length: 65_600 }, (_, index) => ({
    name: `${index}.txt`,
    size: 1,
    crc32: crc32(bytes),
    modified,
  }));
  const { segments } = await layOutZip(files);
  const archive = Buffer.concat(segments.map((segment) => ('bytes' in segment ? segment.bytes : bytes)));
  expect(await unzip('-tq', archive)).toContain('No errors');
});
