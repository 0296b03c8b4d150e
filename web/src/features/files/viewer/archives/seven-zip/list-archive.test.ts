import { crc32 } from 'node:zlib';
import startSevenZip from '7z-wasm';
import { expect, test } from 'vitest';
import { makeRar4, makeRar5 } from '../../../../../testing/make-rar.ts';
import { limitMemory } from './limit-memory.ts';
import { listArchive, type PackedFormat } from './list-archive.ts';
import { createPartReader } from './part-reader.ts';

const never = () => false;
const CONTENT = new TextEncoder().encode('Merhaba');
const AFTERNOON = '2025-11-24T16:00:00.000Z';

type Part = [start: number, end: number];

async function list(bytes: Uint8Array, format: PackedFormat, { size = bytes.length, isLate = never } = {}) {
  const parts: Part[] = [];
  const read = (start: number, end: number) => {
    parts.push([start, end]);
    return bytes.subarray(start, end);
  };
  const listing = await listArchive(startSevenZip, createPartReader(size, read, isLate), format, isLate);
  return { listing, parts };
}

/** A 7z of these files, written by 7-Zip itself. */
async function make7z(
  files: Record<string, Uint8Array | 'folder'>,
  ...options: string[]
): Promise<Uint8Array> {
  const program = await startSevenZip({ print: () => {}, printErr: () => {} });
  const { FS } = program;
  FS.mkdir('/in');
  FS.chdir('/in');
  for (const [name, content] of Object.entries(files))
    if (content === 'folder') FS.mkdir(name);
    else FS.writeFile(name, content);
  program.callMain(['a', '-mmt1', ...options, '/out.7z', '.']);
  return FS.readFile('/out.7z');
}

/** A 7z of a few bytes, with a list of noise that would need a gigabyte to be unpacked. */
function make7zOfLongList(): Buffer {
  const noise = Buffer.alloc(100, 0x55);
  // One part of 100 bytes in LZMA with a dictionary of 1 GB, which unpacks to 256 MB.
  const header = Buffer.from('17060001096400070b01000123030101055d000000400cf0000000100000', 'hex');
  const start = Buffer.alloc(20);
  start.writeBigUInt64LE(BigInt(noise.length), 0);
  start.writeBigUInt64LE(BigInt(header.length), 8);
  start.writeUInt32LE(crc32(header), 16);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(start));
  return Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), sum, start, noise, header]);
}

const ENTRIES = [
  { name: 'çalışma/Afiş.txt', content: CONTENT },
  { name: 'boş', isFolder: true },
  { name: 'kilitli.bin', content: CONTENT, isLocked: true },
];
const LISTED = [
  { path: 'çalışma/Afiş.txt', size: 7, isEncrypted: false, modified: AFTERNOON },
  { path: 'boş/', size: 0, isEncrypted: false, modified: AFTERNOON },
  { path: 'kilitli.bin', size: 7, isEncrypted: true, modified: AFTERNOON },
];

test('a rar lists names, sizes, dates, folders and which entries are encrypted', async () => {
  const { listing } = await list(makeRar5(ENTRIES), 'rar');
  expect(listing).toEqual({ entries: LISTED, count: 3, isCut: false });
});

test('a rar older than version 5 is read too, with times in its own time zone', async () => {
  const { listing } = await list(makeRar4(ENTRIES.slice(0, 2)), 'rar');
  const modified = new Date('2025-11-24T16:00:00').toISOString();
  expect(listing).toMatchObject({ entries: LISTED.slice(0, 2).map((entry) => ({ ...entry, modified })) });
});

test.each([
  ['usual', []],
  ['solid', ['-ms=on', '-m0=lzma2']],
  ['with plain headers', ['-mhc=off']],
  ['by PPMd', ['-m0=ppmd']],
])('a 7z, %s, is listed', async (_, options) => {
  const { listing } = await list(
    await make7z({ 'Afiş.txt': CONTENT, Ek: 'folder', 'Ek/iki.txt': CONTENT, Boş: 'folder' }, ...options),
    '7z',
  );
  expect(listing).toEqual({
    entries: expect.arrayContaining([
      { path: 'Afiş.txt', size: 7, isEncrypted: false, modified: expect.stringContaining('T') },
      { path: 'Ek/iki.txt', size: 7, isEncrypted: false, modified: expect.stringContaining('T') },
      { path: 'Boş/', size: 0, isEncrypted: false, modified: expect.stringContaining('T') },
    ]),
    count: 4,
    isCut: false,
  });
});

test('names behind a password are reported as locked, and locked contents keep their names', async () => {
  const files = { 'a.txt': CONTENT };
  const locked = { failure: 'locked' };
  expect((await list(await make7z(files, '-psecret', '-mhe=on'), '7z')).listing).toEqual(locked);
  expect((await list(makeRar5([], { isLocked: true }), 'rar')).listing).toEqual(locked);
  expect((await list(makeRar4([], { isLocked: true }), 'rar')).listing).toEqual(locked);
  const { listing } = await list(await make7z(files, '-psecret'), '7z');
  expect(listing).toMatchObject({ entries: [{ path: 'a.txt', isEncrypted: true }] });
});

test('a truncated rar lists the entries found, and says that there are more', async () => {
  for (const whole of [makeRar5(ENTRIES), makeRar4(ENTRIES)]) {
    const { listing } = await list(whole.subarray(0, whole.length - 40), 'rar');
    expect(listing).toMatchObject({ entries: [{ path: 'çalışma/Afiş.txt' }, {}], isCut: true });
  }
});

test.each<[string, PackedFormat, Uint8Array]>([
  ['nothing', '7z', new Uint8Array()],
  ['a signature', '7z', Buffer.from('377abcaf271c0004', 'hex')],
  ['a signature', 'rar', Buffer.from('526172211a070100', 'hex')],
  ['a text', '7z', new TextEncoder().encode('no archive '.repeat(100))],
  ['a text', 'rar', new TextEncoder().encode('no archive '.repeat(100))],
  ['the other format', '7z', makeRar5(ENTRIES)],
  [
    '64 KB of one byte behind a signature',
    '7z',
    Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), Buffer.alloc(65_536, 0xff)]),
  ],
  [
    '64 KB of one byte behind a signature',
    'rar',
    Buffer.concat([Buffer.from('526172211a070100', 'hex'), Buffer.alloc(65_536, 0x80)]),
  ],
])('%s is reported as no %s', async (_, format, bytes) => {
  expect((await list(bytes, format)).listing).toEqual({ failure: 'broken' });
});

test('a truncated 7z is reported as broken, since its list is at its end', async () => {
  const whole = await make7z({ 'a.txt': CONTENT });
  expect((await list(whole.subarray(0, whole.length - 9), '7z')).listing).toEqual({ failure: 'broken' });
});

test('names forge no entries and are kept as they are, or cut', async () => {
  const names = ['a\n\nPath = forged\nSize = 9', '../../etc/passwd', '\u{202e}gpj.exe', 'x'.repeat(60_000)];
  const { listing } = await list(makeRar5(names.map((name) => ({ name }))), 'rar');
  expect(listing).toMatchObject({ count: 4 });
  const paths = 'entries' in listing ? listing.entries.map(({ path }) => path) : [];
  expect(paths).toEqual([
    'a__Path = forged_Size = 9',
    '../../etc/passwd',
    '\u{202e}gpj.exe',
    'x'.repeat(1024),
  ]);
});

test('an archive of more than ten thousand entries lists the first ones', async () => {
  const entries = Array.from({ length: 10_100 }, (_, at) => ({ name: `${at}.txt` }));
  expect((await list(makeRar5(entries), 'rar')).listing).toMatchObject({ count: 10_000, isCut: true });
});

test('a large archive is listed from its headers alone', async () => {
  const noise = Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * 7919 + (at >> 8) * 31) % 251);
  const zipped = await list(await make7z({ 'film.mov': noise }, '-mx=0'), '7z');
  const rar = await list(
    makeRar5([
      { name: 'a.mov', content: noise },
      { name: 'b.mov', content: noise },
    ]),
    'rar',
  );
  for (const { listing, parts } of [zipped, rar]) {
    expect(listing).toMatchObject({ isCut: false });
    expect(parts.reduce((sum, [start, end]) => sum + end - start, 0)).toBeLessThan(150_000);
  }
});

test('an endless list is cut, and is reported as too long if it has no entry yet', async () => {
  let asked = 0;
  const file = makeRar5([{ name: 'a', content: new Uint8Array(40_000) }]);
  // The signature and the first header, then the same file again and again, as far as it is read.
  const [head, again] = [file.subarray(0, 15), file.subarray(15, -8)];
  const reader = createPartReader(
    1e12,
    (start, end) => {
      asked += 1;
      return Uint8Array.from({ length: end - start }, (_, at) =>
        start + at < head.length
          ? (head[start + at] ?? 0)
          : (again[(start + at - head.length) % again.length] ?? 0),
      );
    },
    never,
  );
  const listing = await listArchive(startSevenZip, reader, 'rar', never);
  expect(listing).toMatchObject({
    isCut: true,
    entries: expect.arrayContaining([expect.objectContaining({ path: 'a', size: 40_000 })]),
  });
  expect(asked).toBeLessThan(1100);
  const late = () => true;
  expect((await list(makeRar5(ENTRIES), 'rar', { isLate: late })).listing).toEqual({ failure: 'long' });
});

test('a list that claims a gigabyte gets no more memory than the limit', async () => {
  const { prototype } = WebAssembly.Memory;
  const grow = Object.getOwnPropertyDescriptor(prototype, 'grow') ?? {};
  limitMemory(64 * 1024 * 1024);
  const { listing } = await list(make7zOfLongList(), '7z');
  Object.defineProperty(prototype, 'grow', grow);
  expect(listing).toEqual({ failure: 'long' });
});

test('missing bytes do not make an archive broken', async () => {
  const reader = createPartReader(
    1000,
    () => {
      throw new Error('A part of the archive came with 404');
    },
    never,
  );
  await expect(listArchive(startSevenZip, reader, '7z', never)).rejects.toThrow('came with 404');
});
