import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeNumberedFilm, middleOfFrame } from '../../../../../test-kit/numbered-film.ts';
import { listedFile, uploadTo } from '../../../testing/forms.ts';
import { USUAL_STORE, versionOnStore } from '../../../testing/version-on-store.ts';

const { setup, owner, versionId } = await versionOnStore();

const film = makeNumberedFilm('29.97');
const { id } = await uploadTo(owner.browser, versionId, film.bytes, film.name);
await setup.runJobs();
const { thumbnail_large } = await listedFile(owner.browser, versionId, id);
const addressOf = (moment: string) => `${thumbnail_large}&moment=${encodeURIComponent(moment)}`;

/** The number that is drawn into a frame: each bit is a column, white above black for 1. */
async function numberIn(frame: Buffer): Promise<number> {
  const { data, info } = await sharp(frame).greyscale().raw().toBuffer({ resolveWithObject: true });
  const lightAt = (x: number, y: number) => data[Math.floor(y * info.height) * info.width + x] ?? 0;
  const bits = Array.from({ length: 8 }, (_, bit) => {
    const x = Math.floor((info.width * (bit + 0.5)) / 8);
    return lightAt(x, 0.25) > lightAt(x, 0.75) ? 2 ** bit : 0;
  });
  return bits.reduce((sum, bit) => sum + bit, 0);
}

test(`a film is drawn at the frame of a moment, on the ${USUAL_STORE} store`, async () => {
  const last = film.begins.length - 2;
  for (const frame of [0, 13, last]) {
    const { statusCode, headers, rawPayload } = await owner.browser.get(
      addressOf(String(middleOfFrame(film, frame))),
    );
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, no-cache',
    ]);
    expect(await numberIn(rawPayload)).toBe(frame);
  }
}, 120_000);

test.each(['-1', '1.5', '1e3', ' 1', '', 'NaN', '0x10', '999999999'])(
  'a film has no frame at %.20s',
  async (moment) => {
    expect((await owner.browser.get(addressOf(moment))).statusCode).toBe(404);
  },
);

test('a moment of 64 KB is refused', async () => {
  expect((await owner.browser.get(addressOf('9'.repeat(65_536)))).statusCode).toBe(400);
});

test('a picture has no moments, and others see none of a film', async () => {
  const red = { create: { width: 20, height: 10, channels: 3 as const, background: '#abcdef' } };
  const picture = await uploadTo(owner.browser, versionId, await sharp(red).png().toBuffer(), 'flat.png');
  await setup.runJobs();
  const listed = await listedFile(owner.browser, versionId, picture.id);
  expect((await owner.browser.get(`${listed.thumbnail_large}&moment=0`)).statusCode).toBe(404);
  const { browser } = await setup.createFreelancer();
  expect((await browser.get(addressOf('500'))).statusCode).toBe(404);
  expect((await setup.createBrowser().get(addressOf('500'))).statusCode).toBe(401);
});
