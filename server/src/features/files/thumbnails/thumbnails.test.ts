import { crc32, deflateSync, inflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { OBJECT_KEYS } from '../rows.ts';
import { listedFile, uploadTo } from '../../../testing/forms.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { makeThumbnail } from './thumbnails.ts';
import { USUAL_STORE, versionOnStore } from '../../../testing/version-on-store.ts';

const { setup, owner, versionId } = await versionOnStore();

describe(`on the ${USUAL_STORE} store`, () => {
  /** Uploads a file, runs the jobs and returns the file as the list shows it. */
  async function uploadAndDraw(bytes: Buffer, name: string): Promise<ProjectFile> {
    const { id, thumbnail } = await uploadTo(owner.browser, versionId, bytes, name);
    expect(thumbnail).toBeNull();
    await setup.runJobs();
    return listedFile(owner.browser, versionId, id);
  }

  async function pictureAt(address: string | null) {
    const response = await owner.browser.get(address ?? '');
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(response.headers['cache-control']).toBe('private, no-cache');
    return { ...(await sharp(response.rawPayload).metadata()), etag: response.headers.etag ?? '' };
  }

  // First, because all incompletely drawn files are drawn again.
  test('pictures from before the medium size are drawn again', async () => {
    const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#abcdef' } })
      .png()
      .toBuffer();
    const { id } = await uploadAndDraw(picture, 'old.png');
    const missing = { thumbnail_medium_key: null, thumbnail_medium_bytes: null, tint: null };
    await setup.db.updateTable('files').set(missing).where('id', '=', id).execute();
    await enqueue(setup.context, 'redraw-thumbnails', { after: 0 });
    await setup.runJobs();
    const file = await listedFile(owner.browser, versionId, id);
    expect((await pictureAt(file.thumbnail_medium)).width).toBe(20);
    expectColour(file.tint, '#abcdef');
  });

  test('a photograph has its upright size from the upload on, before it is drawn', async () => {
    const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c8643c' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { thumbnail, width, height } = await uploadTo(owner.browser, versionId, photo, 'new.jpg');
    expect({ thumbnail, width, height }).toEqual({ thumbnail: null, width: 200, height: 300 });
  });

  test('a photograph gets three upright pictures without its metadata', async () => {
    const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#c8643c' } })
      .withExif({ IFD0: { Artist: 'Somebody', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const file = await uploadAndDraw(photo, 'photo.jpg');
    const time = Date.parse(file.created_at);
    expect(file.thumbnail).toBe(`/api/files/${file.id}/thumbnail/?t=${time}`);
    expect(file.thumbnail_large).toBe(`/api/files/${file.id}/thumbnail/?size=large&t=${time}`);
    const small = await pictureAt(file.thumbnail);
    expect([small.width, small.height]).toEqual([320, 480]);
    const large = await pictureAt(file.thumbnail_large);
    expect([large.width, large.height]).toEqual([1067, 1600]);
    expect(file.thumbnail_medium).toBe(`/api/files/${file.id}/thumbnail/?size=medium&t=${time}`);
    const medium = await pictureAt(file.thumbnail_medium);
    expect([medium.width, medium.height]).toEqual([640, 960]);
    expect([file.width, file.height]).toEqual([2000, 3000]);
    expectColour(file.tint, '#c8643c');
    for (const picture of [small, medium, large])
      expect([picture.exif, picture.icc, picture.xmp]).toEqual([undefined, undefined, undefined]);
    const again = await owner.browser.get(file.thumbnail ?? '', { 'if-none-match': small.etag });
    expect(again.statusCode).toBe(304);
  });

  test('a picture that browsers do not show has one with all its pixels', async () => {
    const scan = await sharp({ create: { width: 2000, height: 1200, channels: 3, background: '#c8643c' } })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const file = await uploadAndDraw(scan, 'scan.tif');
    expect(file.picture).toBe(`/api/files/${file.id}/thumbnail/?size=whole&t=${Date.parse(file.created_at)}`);
    const response = await owner.browser.get(file.picture ?? '');
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 2000, height: 1200 });
    await owner.browser.delete(`/api/files/${file.id}/`);
    await setup.runJobs();
    expect((await owner.browser.get(file.picture ?? '')).statusCode).toBe(404);
  });

  test('a small picture is not enlarged', async () => {
    const icon = await sharp({ create: { width: 20, height: 10, channels: 4, background: '#fff0' } })
      .png()
      .toBuffer();
    const file = await uploadAndDraw(icon, 'icon.png');
    const { width, height, hasAlpha } = await pictureAt(file.thumbnail_large);
    expect([width, height, hasAlpha]).toEqual([20, 10, true]);
    expect([file.width, file.height, file.tint]).toEqual([20, 10, '#ffffff']);
    expect(file.picture).toBe(file.file);
  });

  test.each([
    ['a picture of a billion pixels', bombPng(40_000, 30_000)],
    ['a small file of 49 million pixels whose decoding takes a gigabyte', hugeAvif()],
    ['a picture that ends in the middle', randomJpeg().subarray(0, 400)],
    ['a picture of nothing', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a pdf that is none', Buffer.from('%PDF-1.7\nnothing follows')],
    ['a form that only the program of Adobe draws', pdfPage('/AcroForm<</Fields[]/XFA 4 0 R>>')],
    ['a film that is none', Buffer.from('0000001c667479706d703432000000006d70343269736f6d', 'hex')],
  ])('%s keeps its icon, and its job does not fail', async (_, bytes) => {
    const file = await uploadAndDraw(bytes, 'broken');
    expect([file.thumbnail, file.thumbnail_medium, file.thumbnail_large]).toEqual([null, null, null]);
    expect(file.tint).toBeNull();
    expect((await owner.browser.get(`/api/files/${file.id}/thumbnail/`)).statusCode).toBe(404);
    expect((await owner.browser.get(file.file)).rawPayload.equals(bytes)).toBe(true);
    const given = await setup.db
      .selectFrom('jobs')
      .select('last_error')
      .where('kind', '=', 'make-thumbnail')
      .execute();
    expect(given).toEqual([]);
  });

  test.each([
    ['png', AbortSignal.abort(), ['make-slow-thumbnail']],
    ['svg', AbortSignal.timeout(0), ['make-slow-thumbnail']],
    ['png', new AbortController().signal, []],
  ] as const)('a picture (%s) goes on in another lane once its turn is over', async (format, over, jobs) => {
    const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#abcdef' } })
      .png()
      .toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>');
    const { id } = await uploadTo(owner.browser, versionId, format === 'png' ? png : svg, `turn.${format}`);
    await setup.db.deleteFrom('jobs').where('kind', '=', 'make-thumbnail').execute();
    await makeThumbnail(setup.context, id, over);
    const waiting = setup.db.selectFrom('jobs').select('kind').where('kind', 'like', 'make-%');
    expect((await waiting.execute()).map(({ kind }) => kind)).toEqual(jobs);
    await setup.runJobs();
    expect((await listedFile(owner.browser, versionId, id)).thumbnail).not.toBeNull();
  });

  test('a pdf shows its first page', async () => {
    const file = await uploadAndDraw(pdfPage(), 'page.pdf');
    expect((await pictureAt(file.thumbnail)).height).toBe(480);
    expect(file.pages).toBe(1);
  });

  test('the pictures of a deleted file are deleted with it', async () => {
    const picture = await sharp({ create: { width: 2000, height: 10, channels: 3, background: '#fff' } })
      .tiff()
      .toBuffer();
    const file = await uploadAndDraw(picture, 'a.tif');
    const keys = await setup.db
      .selectFrom('files')
      .select(OBJECT_KEYS)
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    // Only films and sounds have a preview, and a web size is made on request.
    const { preview_key, web_key, ...drawn } = keys;
    expect([preview_key, web_key]).toEqual([null, null]);
    await owner.browser.delete(`/api/files/${file.id}/`);
    await setup.runJobs();
    for (const key of Object.values(drawn)) {
      expect(key).not.toBeNull();
      expect(await setup.context.storage.size(key ?? '')).toBeUndefined();
    }
  });
});

/** Pictures of thumbnails are lossy. */
function expectColour(tint: string | null, expected: string): void {
  expect(tint).toMatch(/^#[\da-f]{6}$/);
  const [given, wanted] = [tint ?? '', expected].map((colour) => Buffer.from(colour.slice(1), 'hex'));
  for (const [channel, value] of (wanted ?? []).entries())
    expect(Math.abs((given?.[channel] ?? 0) - value)).toBeLessThan(5);
}

/** A PNG with a size in its header that its bytes do not have. */
function bombPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(1_000_000));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** 7000 x 7000 pixels of one colour, as sharp writes them. */
function hugeAvif(): Buffer {
  const deflated = [
    'Y2BgkEkrqSxILMtMY2BgYMjNTDMEsXMzE0H8a7mpJYkMEKCYkZJTBGUzFGQmlzCgAaXMnPxkEMPFgYGRgREs9gtKMzBLMDAwKGdm',
    '5oGtAYuKZualpTJBeYllBoYgJl9BZkkuXElYZkFRAQMDg0VmQXI+AwMDT2KZoXOjPViTSGZxQSrEcOkICGYQKMisyARbx8HBwcDA',
    'IJZZkAtzPyMDI3MjEzMDA7NCbkpiiRADF5f9Z7P1W8smCFzINGpnE5BoOXrysq/JoWMHGhiSzp/S+vbVK2RJRe7yS5FrqzctlJvx',
    'Z15Ih7zcxeDfLnpqYgodj46dOpQnLdTv5Nu1/m3AcoblN5LfXVa6IXkx7Cr3pkMSB9mezv5rydgekFLzzlgkznvSsY3rm1Pnel1K',
    'iN3i5X9V/EF2Iood6aevbg1/+LtDkrHi8zuvLPFGjanWbPt/7lM85zV5wzbxSXaH3lfd950Vv/1zt/P9z6+/xs+Ov5rbPW3Tx0vN',
    'zRM3nUtqfPs/86OOtN8a694VCycpJaaovXnVnoBkxcXgA89d269W/OF927d9ovuuIvWwyFPJRybNnem1KvOHLM+Cj6tVM5dWJywM',
    'spnZKpG0pXOr27bUfQwfxbg/qyR+KpxrFmJSfjRH4tOZyXM5mGa6XxM47m3I8DDq/ClN/uPT5NbkqQjdPPN0zs9tZ94Zrzz2uaw+',
    'VO3IzjRfifR1oh4vvh0sdUyYocamO+FG/qNQsZOz2BZFijVuXfVnipc542W5l5UxkxhP397s7em0sflDz+44K/Udq081DG3Xx9LU',
    '9YG0cblGAgA=',
  ].join('');
  return inflateRawSync(Buffer.from(deflated, 'base64'));
}

/** A random beginning of a JPEG, which is all that the test needs. */
function randomJpeg(): Buffer {
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb004300', 'hex'),
    Buffer.alloc(64, 16),
    Buffer.from('ffc0000b080800080001011100', 'hex'),
    Buffer.alloc(500, 7),
  ]);
}

function pdfPage(form = ''): Buffer {
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${form}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 600]/Contents 4 0 R>>',
    '<</Length 22>>stream\n1 0 0 rg 0 0 99 99 re f\nendstream',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R>>\n%%EOF`);
}
