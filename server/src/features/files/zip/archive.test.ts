import { expect, test, vi } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';
import { openArchive } from './archive.ts';
import { layOutZip } from '@vitrin/engine/zip/zip-layout.ts';

const FILES = 2000;
/** Parts that go out as one piece; each file has three: a head, its bytes, a line of the directory. */
const JOINED_PARTS = 32;

test('an archive of small files is sent in few pieces, and other work runs between them', async () => {
  const setup = await createTestApp();
  const bytes = Buffer.alloc(100, 'x');
  const modified = setup.context.now();
  const names = Array.from({ length: FILES }, (_, index) => ({
    name: `${index}.txt`,
    size: bytes.length,
    crc32: 0,
    modified,
  }));
  const layout = await layOutZip(names);
  const archive = { layout, files: names.map(() => ({ bytes, size: bytes.length })) };
  let turns = 0;
  let isSent = false;
  const takeTurn = () => {
    turns += 1;
    if (!isSent) setImmediate(takeTurn);
  };
  const source = await openArchive(
    setup.context,
    archive,
    { start: 0, end: layout.size - 1 },
    {
      tenant: 'server',
    },
  );
  setImmediate(takeTurn);
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  isSent = true;
  const whole = layout.segments.flatMap((segment) => ('bytes' in segment ? segment.bytes : bytes));
  expect(Buffer.concat(pieces).equals(Buffer.concat(whole))).toBe(true);
  expect(pieces.length).toBeLessThanOrEqual((3 * FILES) / JOINED_PARTS + 1);
  expect(turns).toBeGreaterThanOrEqual(pieces.length / 2);
  await setup.close();
});

test('100 files are checked before the first byte of a part, and its own first ones if it begins later', async () => {
  const setup = await createTestApp();
  const modified = setup.context.now();
  const names = Array.from({ length: 300 }, (_, index) => ({
    name: `${index}`,
    size: 100,
    crc32: 0,
    modified,
  }));
  const layout = await layOutZip(names);
  const archive = { layout, files: names.map((_name, index) => ({ id: index, key: `${index}`, size: 100 })) };
  const size = vi.fn<(key: string) => Promise<number>>(async () => 100);
  const context = { ...setup.context, storage: { ...setup.context.storage, size } };
  const end = layout.size - 1;
  await openArchive(context, archive, { start: 0, end }, { tenant: 'server' });
  expect(size.mock.calls.map(([key]) => Number(key))).toEqual(Array.from({ length: 100 }, (_, at) => at));
  size.mockReset().mockResolvedValue(99);
  const later = openArchive(context, archive, { start: Math.floor(end / 2), end }, { tenant: 'server' });
  await expect(later).rejects.toThrow('files.bytes_missing');
  expect(Number(size.mock.calls[0]?.[0])).toBeGreaterThan(100);
  await setup.close();
});
