import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTar } from './read-tar.ts';

const LONG = `${'a-folder-with-a-name/'.repeat(7)}çalışma.psd`;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrin-tar-'));
  mkdirSync(path.join(folder, path.dirname(LONG)), { recursive: true });
  writeFileSync(path.join(folder, LONG), Buffer.alloc(3000, 7));
  writeFileSync(path.join(folder, 'Afiş.txt'), 'x');
  writeFileSync(path.join(folder, 'empty'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

const tar = (format: string, names: readonly string[] = ['Afiş.txt', LONG, 'empty']) =>
  execFileSync('tar', [`--format=${format}`, '-cf', '-', ...names], {
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  // In small pieces, as from a network.
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 700)
        controller.enqueue(Uint8Array.from(bytes.subarray(at, at + 700)));
      controller.close();
    },
  });
}

const LISTED = [
  { path: 'Afiş.txt', size: 1, isEncrypted: false },
  { path: LONG, size: 3000, isEncrypted: false },
  { path: 'empty', size: 0, isEncrypted: false },
];

test.each(['gnu', 'pax', 'ustar'])('a tar of the format %s is listed, packed or not', async (format) => {
  const bytes = tar(format);
  const listed = { entries: LISTED, count: 3, isCut: false };
  expect(await readTar(streamOf(bytes), false)).toEqual(listed);
  expect(await readTar(streamOf(gzipSync(bytes)), true)).toEqual(listed);
});

test('a truncated tar lists the entries found, and says that there are more', async () => {
  const noise = Uint8Array.from({ length: 40_000 }, (_, at) => (at * 7919) % 251);
  writeFileSync(path.join(folder, 'noise'), noise);
  const bytes = tar('gnu', ['Afiş.txt', 'noise', 'empty']);
  const found = {
    entries: [LISTED[0], { path: 'noise', size: 40_000, isEncrypted: false }],
    count: 2,
    isCut: true,
  };
  expect(await readTar(streamOf(bytes.subarray(0, 20_000)), false)).toEqual(found);
  const packed = gzipSync(bytes, { level: 0 });
  expect(await readTar(streamOf(packed.subarray(0, 20_000)), true)).toEqual(found);
});

test('a small packed tar is read up to 128 MB unpacked, and a negative size is refused', async () => {
  const long = header('L', 'x', '00000200000');
  const names = Buffer.concat([long, Buffer.alloc(64 * 1024)]);
  let read = 0;
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      controller.enqueue(Uint8Array.from(read === 0 ? header('0', 'first', '-7777777777') : names));
      read += names.length;
    },
  });
  expect(await readTar(endless, false)).toEqual({
    entries: [{ path: 'first', size: 0, isEncrypted: false }],
    count: 1,
    isCut: true,
  });
  expect(read).toBeLessThan(130 * 1024 * 1024);
});

/** The header of an entry of this kind, with its size as a raw text. */
function header(kind: string, name: string, size: string): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0);
  block.write(size, 124);
  block.fill(' ', 148, 156);
  block.write(kind, 156);
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

test.each([
  ['a text', Buffer.from('no archive '.repeat(100)), false],
  ['nothing', Buffer.alloc(0), false],
  ['zeros', Buffer.alloc(5000), false],
  ['another packed file', gzipSync('a table of numbers, '.repeat(100)), true],
  ['an unpacked file', Buffer.alloc(2000, 7), true],
])('%s is not a tar', async (_, bytes, isPacked) => {
  await expect(readTar(streamOf(bytes), isPacked)).rejects.toThrow('The archive has no list');
});
