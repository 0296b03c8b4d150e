import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { turnsDuring } from '../testing/turns-during.ts';
import { unzip } from '../testing/unzip.ts';
import { layOutZip } from './zip-layout.ts';

const GIB = 1024 ** 3;

test('while 1,000 files are laid out, others get their turn', async () => {
  const files = Array.from({ length: 1000 }, () => ({ name: 'a', size: 1, crc32: 1, modified: new Date(0) }));
  expect(await turnsDuring(() => layOutZip(files))).toBeGreaterThanOrEqual(3);
});

test('sizes and offsets beyond 4 GiB are written in Zip64 records', async () => {
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
