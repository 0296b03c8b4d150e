import { expect, test } from 'vitest';
import { readArchive } from './read-archive.ts';

type Given = { name: string; size?: number; flags?: number; extra?: Uint8Array };

/** A zip without contents: only its list is read. */
function zipOf(entries: Given[], { count = entries.length, start = 0 } = {}): Uint8Array {
  const list = entries.flatMap(({ name, size = 0, flags = 0x0800, extra = new Uint8Array() }) => {
    const path = [...new TextEncoder().encode(name)];
    const head = new DataView(new ArrayBuffer(46));
    head.setUint32(0, 0x02014b50, true);
    head.setUint16(8, flags, true);
    head.setUint32(24, size, true);
    head.setUint16(28, path.length, true);
    head.setUint16(30, extra.length, true);
    return [...new Uint8Array(head.buffer), ...path, ...extra];
  });
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(10, count, true);
  end.setUint32(12, list.length, true);
  end.setUint32(16, start, true);
  return Uint8Array.from([...list, ...new Uint8Array(end.buffer)]);
}

const open = (bytes: Uint8Array) =>
  readArchive(bytes.length, async (start, end) => bytes.subarray(start, end));

test('lists a zip with sizes and encrypted entries', async () => {
  const given = [
    { name: 'Afiş/çalışma.png', size: 2048 },
    { name: 'a.txt', flags: 1 },
  ];
  expect(await open(zipOf(given))).toEqual({
    count: 2,
    entries: [
      { path: 'Afiş/çalışma.png', size: 2048, isEncrypted: false },
      { path: 'a.txt', size: 0, isEncrypted: true },
    ],
  });
});

/** The field of Info-ZIP with a name in UTF-8, beside the checksum of the other name. */
function nameField(sum: number, name: string): Uint8Array {
  const text = new TextEncoder().encode(name);
  const head = new DataView(new ArrayBuffer(9));
  head.setUint16(0, 0x7075, true);
  head.setUint16(2, 5 + text.length, true);
  head.setUint8(4, 1);
  head.setUint32(5, sum, true);
  return Uint8Array.from([...new Uint8Array(head.buffer), ...text]);
}

test('a name in an extra field replaces another one if it belongs to it', async () => {
  const { entries } = await open(
    zipOf([
      // The sum of "abc" is 0x352441c2.
      { name: 'abc', flags: 0, extra: nameField(0x35_24_41_c2, 'çağ.txt') },
      { name: 'abc', flags: 0, extra: nameField(1, 'of another name') },
      { name: 'abc', flags: 0, extra: nameField(0x35_24_41_c2, 'çağ.txt').subarray(0, 11) },
    ]),
  );
  expect(entries.map(({ path }) => path)).toEqual(['çağ.txt', 'abc', 'abc']);
});

test('a comment after the list, even one with a signature in it, hides nothing', async () => {
  const zip = zipOf([{ name: 'a.txt' }]);
  const bytes = Uint8Array.from([...zip, ...new TextEncoder().encode('a comment of somebody')]);
  expect((await open(bytes)).entries).toHaveLength(1);
});

test.each([
  ['nothing', new Uint8Array()],
  ['a text', new TextEncoder().encode('PK, but no archive, for longer than an end is')],
  ['a zip that ends in the middle', zipOf([{ name: 'a.txt' }]).subarray(0, 40)],
  ['a list that lies outside', zipOf([{ name: 'a.txt' }], { start: 4_000_000 })],
])('%s is not an archive', async (_, bytes) => {
  await expect(open(bytes)).rejects.toThrow('archive');
});

test('a wrong count and a noisy list give the entries that exist', async () => {
  const bytes = zipOf([{ name: 'a.txt' }, { name: 'b.txt' }], { count: 65_000 });
  bytes.fill(0xff, 52, 90);
  const { entries } = await open(bytes);
  expect(entries.map(({ path }) => path)).toEqual(['a.txt']);
});

test('a list of more than two megabytes is read in part', async () => {
  const asked: number[] = [];
  const size = 10_000_000;
  const end = zipOf([]);
  const view = new DataView(end.buffer);
  view.setUint32(12, 9_000_000, true);
  view.setUint16(10, 60_000, true);
  const archive = await readArchive(size, async (start, stop) => {
    asked.push(stop - start);
    return stop === size ? end : new Uint8Array(stop - start);
  });
  expect(archive).toEqual({ entries: [], count: 60_000 });
  expect(asked[1]).toBe(2 * 1024 * 1024);
});
