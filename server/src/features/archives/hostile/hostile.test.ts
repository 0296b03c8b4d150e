import sharp from 'sharp';
import { test } from 'vitest';
import type { Entry } from '../../../testing/archives/changed-archive.ts';
import { hostileArchives } from '../../../testing/archives/hostile-archives.ts';
import { FORMAT_VERSION } from '../carried/records.ts';

const { archive, entries, changed, withData, replaced, expectRefusal } = await hostileArchives();

const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
const isFile = ([name]: Entry) => name.startsWith('files/');

test.each<[string, () => Promise<Buffer>, RegExp]>([
  ['nothing at all', async () => Buffer.alloc(0), /end of this archive is missing/],
  ['no archive', async () => Buffer.alloc(5000, 'x'), /end of this archive is missing/],
  ['a cut off one', async () => archive.subarray(0, archive.length / 2), /end of this archive is missing/],
  [
    'one with bytes in front',
    async () => Buffer.concat([Buffer.from('x'), archive]),
    /not an archive that Vitrin/,
  ],
  [
    'one that lies about a size',
    async () => flipped((bytes) => bytes.indexOf('PK\u0001\u0002') + 24),
    /not an archive that Vitrin/,
  ],
  [
    'one with a compressed entry',
    async () => flipped((bytes) => bytes.indexOf('PK\u0001\u0002') + 10),
    /not an archive that Vitrin/,
  ],
  ['one of a month beyond the last year', async () => beyondLastYear(), /not an archive that Vitrin/],
  ['one with a header that differs', async () => flipped(() => 8), /not an archive that Vitrin/],
  ['one with a flipped byte in a file', () => flippedInFile(), /is damaged in this archive/],
  [
    'a name that climbs',
    () => changed((all) => [...all, ['../../etc/passwd', Buffer.from('x')]]),
    /names its files/,
  ],
  [
    'a climbing file',
    () => changed((all) => [...all, ['files/1 x/../x', Buffer.from('x')]]),
    /names its files/,
  ],
  [
    'names of 64 KB',
    () => changed((all) => [...all, ['x'.repeat(65_000), Buffer.alloc(0)]]),
    /names its files/,
  ],
  ['one name twice', () => changed((all) => [...all, ...all.slice(-1)]), /names its files/],
  [
    'a file that no record names',
    () => changed((all) => [...all, ['files/a/b/c', Buffer.from('x')]]),
    /contradict/,
  ],
  [
    'a manifest that does not fit',
    () =>
      changed(
        (all) => all,
        (text) => text.replace(/"size":\d+/, '"size":7'),
      ),
    /list of contents/,
  ],
  [
    'a manifest of the future',
    () =>
      changed(
        (all) => all,
        (text) => text.replace(`"version":${FORMAT_VERSION}`, `"version":${FORMAT_VERSION + 1}`),
      ),
    /later release/,
  ],
  [
    'a manifest of something else',
    () =>
      changed(
        (all) => all,
        (text) => text.replace('vitrin-archive', 'other'),
      ),
    /not an archive/,
  ],
  ['no records', () => changed((all) => all.filter(([name]) => name !== 'data.jsonl')), /not an archive/],
  ['deep JSON', () => replaced('"unwanted_notices":[', `"unwanted_notices":[${deep},`), /contradict/],
  ['a record without an end', () => withData((text) => text + 'x'.repeat(2_000_000)), /contradict/],
  [
    'records that are no text',
    () =>
      changed((all) =>
        all.map((each): Entry => (each[0] === 'data.jsonl' ? [each[0], Buffer.alloc(99, 255)] : each)),
      ),
    /contradict/,
  ],
  [
    'a field that nobody knows',
    () => replaced('"record":"project"', '"record":"project","owner_id":1'),
    /contradict/,
  ],
  [
    'a project of nobody’s customer',
    () => replaced(/"customer":\d+,"status"/, '"customer":999999,"status"'),
    /contradict/,
  ],
  [
    'a milestone twice',
    () => withData((text) => text.replace(/.*"record":"milestone".*\n/, (line) => line + line)),
    /contradict/,
  ],
  [
    'two customers of one name',
    () =>
      withData((text) => {
        const names = [...text.matchAll(/"record":"customer".*?"username":"([^"]+)"/g)];
        return text.replace(`"username":"${names[1]?.[1]}"`, `"username":"${names[0]?.[1]?.toUpperCase()}"`);
      }),
    /contradict/,
  ],
  [
    'a day that no month has',
    () => replaced(/"created_at":"\d{4}-\d\d-\d\d/, '"created_at":"2025-02-30'),
    /contradict/,
  ],
  ['an hour that no day has', () => replaced(/"hour":"([\d-]+)T\d\d"/, '"hour":"$1T77"'), /contradict/],
  ['a sum that no database adds to', () => replaced(/"amount":\d+/, '"amount":2147483647'), /contradict/],
  ['a logo of endless width', () => replaced(/"width":\d+/, '"width":99999999999'), /contradict/],
  ['a logo that is no png', () => withLogo(jpeg()), /is not a picture/],
  [
    'a delivery of endless ranges',
    () => replaced(/"ranges":"[^"]*"/, `"ranges":"${'1-2 '.repeat(2000)}1-2"`),
    /contradict/,
  ],
  ['a file of another size', () => replaced(/"size":200000/, '"size":200001'), /contradict/],
  [
    'a picture that is none',
    () =>
      changed((all) =>
        all.map((each): Entry =>
          each[0].startsWith('pictures/') ? [each[0], Buffer.alloc(each[1].length, 'x')] : each,
        ),
      ),
    /is not a picture/,
  ],
])('%s is refused in a sentence, and nothing is left behind', async (_, make, sentence) => {
  await expectRefusal(await make(), sentence);
});

const jpeg = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();

async function withLogo(logo: Promise<Buffer>): Promise<Buffer> {
  const bytes = await logo;
  return changed((all) => all.map((each): Entry => (each[0] === 'logo.png' ? [each[0], bytes] : each)));
}

async function flipped(positionOf: (bytes: Buffer) => number): Promise<Buffer> {
  const bytes = Buffer.from(archive);
  const position = positionOf(bytes);
  bytes[position] = (bytes[position] ?? 0) ^ 8;
  return bytes;
}

function beyondLastYear(): Buffer {
  const bytes = Buffer.from(archive);
  bytes.writeUInt16LE(0xffff, bytes.indexOf('PK\u0001\u0002') + 14);
  return bytes;
}

async function flippedInFile(): Promise<Buffer> {
  const [, content = Buffer.alloc(0)] =
    entries.filter(isFile).toSorted((one, other) => other[1].length - one[1].length)[0] ?? [];
  return flipped((bytes) => bytes.indexOf(content) + 1000);
}
