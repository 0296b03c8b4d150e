import { setTimeout } from 'node:timers/promises';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { makePdf } from '../../../../../test-kit/make-pdf.ts';
import { makeOpen, makeReadOnly } from '../../../database/read-only/switch.ts';
import { listedFile, uploadTo } from '../../../testing/forms.ts';
import { listen } from '../../../testing/live-server.ts';
import { USUAL_STORE, versionOnStore } from '../../../testing/version-on-store.ts';

const { setup, owner, versionId } = await versionOnStore();

const PAGES = 40;
/** A black bar over the whole width of a page of A5, at this height in points. */
const bar = (top: number) => ({ left: 0, top, width: 420, height: 60 });

/** A document with a bar on its third page and another one on its last, after the jobs for its upload. */
async function deliverPdf(name: string): Promise<ProjectFile & { bytes: Buffer }> {
  const pages = Array.from({ length: PAGES }, (_, at) => (at === 2 ? bar(100) : undefined));
  pages[PAGES - 1] = bar(400);
  const bytes = await makePdf({ pages });
  const { id } = await uploadTo(owner.browser, versionId, bytes, name);
  await setup.runJobs();
  return { ...(await listedFile(owner.browser, versionId, id)), bytes };
}

/** Height at which a page is dark in its middle, as a share; null where it is white. */
async function darkAt(page: Buffer): Promise<number | null> {
  const { data, info } = await sharp(page).greyscale().raw().toBuffer({ resolveWithObject: true });
  const rows = Array.from({ length: info.height }, (_, y) => data[y * info.width + (info.width >> 1)] ?? 255);
  const dark = rows.findIndex((light) => light < 60);
  return dark < 0 ? null : dark / info.height;
}

const file = await deliverPdf('guide.pdf');
const addressOf = (page: string) => `${file.thumbnail_large}&page=${encodeURIComponent(page)}`;

test(`a page of a document is drawn on request, on the ${USUAL_STORE} store`, async () => {
  for (const [page, wanted] of [
    ['3', 100 / 595],
    [String(PAGES), 400 / 595],
  ] as const) {
    const { statusCode, headers, rawPayload } = await owner.browser.get(addressOf(page));
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, no-cache',
    ]);
    expect(headers['content-security-policy']).toContain('sandbox');
    expect((await sharp(rawPayload).metadata()).height).toBe(1600);
    expect(await darkAt(rawPayload)).toBeCloseTo(wanted, 2);
  }
  const small = await owner.browser.get(`${file.thumbnail}&page=3`);
  expect((await sharp(small.rawPayload).metadata()).height).toBe(480);
  const first = await owner.browser.get(addressOf('1'));
  expect(first.rawPayload).toEqual((await owner.browser.get(file.thumbnail_large ?? '')).rawPayload);
});

test('a page has its own tag, answers HEAD and ranges, and is the same for every request', async () => {
  const twice = await Promise.all([owner.browser.get(addressOf('7')), owner.browser.get(addressOf('7'))]);
  const [{ headers, rawPayload }] = twice;
  expect(twice[1].rawPayload).toEqual(rawPayload);
  const { etag = '' } = headers;
  expect((await owner.browser.get(addressOf('3'))).headers.etag).not.toBe(etag);
  expect((await owner.browser.get(addressOf('7'), { 'if-none-match': etag })).statusCode).toBe(304);
  const head = await owner.browser.request({ method: 'HEAD', url: addressOf('7') });
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(rawPayload.length)]);
  const part = await owner.browser.get(addressOf('7'), { range: 'bytes=4-11' });
  expect([part.statusCode, part.rawPayload]).toEqual([206, rawPayload.subarray(4, 12)]);
});

test.each([String(PAGES + 1), '0', '-1', '1.5', '01', '3 ', '1e1', 'Infinity', '\u0663', '999999'])(
  'a document has no page %s',
  async (page) => {
    expect((await owner.browser.get(addressOf(page))).statusCode).toBe(404);
  },
);

test('a file that is not a document has no pages', async () => {
  const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#abcdef' } })
    .png()
    .toBuffer();
  const { id } = await uploadTo(owner.browser, versionId, picture, 'flat.png');
  await setup.runJobs();
  const { thumbnail_large } = await listedFile(owner.browser, versionId, id);
  expect((await owner.browser.get(`${thumbnail_large}&page=2`)).statusCode).toBe(404);
});

test('only those who see the file see its pages, drawn or not', async () => {
  await owner.browser.get(addressOf('9'));
  const { browser } = await setup.createFreelancer();
  for (const page of ['9', '10']) {
    expect((await browser.get(addressOf(page))).statusCode).toBe(404);
    expect((await setup.createBrowser().get(addressOf(page))).statusCode).toBe(401);
  }
});

test('a page that cannot be drawn is missing, and is retried', async () => {
  const broken = await deliverPdf('broken.pdf');
  const { storage_key } = await setup.db
    .selectFrom('files')
    .select('storage_key')
    .where('id', '=', broken.id)
    .executeTakeFirstOrThrow();
  const { storage } = setup.context;
  await storage.delete([storage_key]);
  expect((await owner.browser.get(`${broken.thumbnail_large}&page=5`)).statusCode).toBe(404);
  await storage.write(storage_key, bytesOf(broken.bytes));
  expect((await owner.browser.get(`${broken.thumbnail_large}&page=5`)).statusCode).toBe(200);
});

test('pages that no reader waits for any more are not drawn', async () => {
  const live = await listen(setup.app);
  const begun = vi.spyOn(setup.context.storage, 'localPath');
  onTestFinished(() => begun.mockRestore());
  await owner.browser.get(addressOf('19'));
  const callsOfOne = begun.mock.calls.length;
  const requests = ['20', '21', '22', '23', '24', '25', '26', '27'].map((page) =>
    live.open(owner.browser, 'GET', addressOf(page)).on('error', () => {}),
  );
  for (const request of requests) request.end();
  await setTimeout(200);
  for (const request of requests) request.destroy();
  const pages = await Promise.all(['27', '28'].map((page) => owner.browser.get(addressOf(page))));
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  // The two and the one before, and of the others those that had begun.
  expect(begun.mock.calls.length / callsOfOne).toBeGreaterThanOrEqual(3);
  expect(begun.mock.calls.length / callsOfOne).toBeLessThan(7);
});

test('pages are drawn while the installation is read only', async () => {
  const { app, db } = setup;
  await makeReadOnly(db, { state: 'read-only', move: null, moved_to: null }, { mayBeServed: false });
  await app.readOnly.refresh();
  try {
    expect((await owner.browser.get(addressOf('31'))).statusCode).toBe(200);
  } finally {
    await makeOpen(db);
    await app.readOnly.refresh();
  }
});
