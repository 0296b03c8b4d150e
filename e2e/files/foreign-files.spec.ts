import { japanesePdf, japaneseZip, pdfBehindAnswer, screencast } from '../../test-kit/foreign-files.ts';
import { sampleFile } from '../../test-kit/sample-files/sample-file.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { openProject, prepareDelivery } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { pixelsOf } from '../kit/pictures.ts';

/** Files from other devices and programs, which browsers show badly or not at all. */
const FILES: [name: string, bytes: Buffer<ArrayBuffer>][] = [
  ['telephone.heic', sampleFile('halves-48mp.heic')],
  ['moving.avif', sampleFile('halves-moving.avif')],
  ['ten-bits.avif', sampleFile('halves-20mp.avif')],
  ['saved.pdf', pdfBehindAnswer()],
  ['invoice.pdf', japanesePdf()],
  ['screencast.mov', screencast()],
  ['plans.zip', japaneseZip()],
];
const DRAWN = FILES.map(([name]) => name).filter((name) => !['invoice.pdf', 'plans.zip'].includes(name));

test('files from phones, screen recorders and Japan are shown or named on their card and in the viewer @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'foreign');
  for (const [name, bytes] of FILES) await uploadFile(delivery.freelancer, delivery.version, name, bytes);
  await openProject(page, delivery, 'customer');
  const cards = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(cards).toHaveCount(FILES.length);
  // Thumbnails appear by themselves on an open page.
  for (const name of DRAWN)
    await expect(cards.filter({ hasText: name.split('.')[0] ?? '' }).locator('img')).toBeVisible();

  const viewer = page.getByRole('dialog');
  const open = async (name: string) => page.getByRole('link', { name: `Open ${name}` }).click();
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  };
  for (const [name, width] of [
    // The viewer shows its large thumbnail: a copy in full size would exceed the space allowed for so small a file.
    ['telephone.heic', 1600],
    ['moving.avif', 60],
    ['ten-bits.avif', 1600],
  ] as const) {
    await open(name);
    await expect.poll(() => pixelsOf(viewer.getByRole('img', { name }))).toBe(width);
    await close();
  }
  for (const [name, words] of [
    ['saved.pdf', /\w/],
    ['invoice.pdf', '請求書'],
  ] as const) {
    await open(name);
    await expect(viewer.locator('.textLayer').first()).toContainText(words);
    await close();
  }
  await open('plans.zip');
  const names = viewer.getByRole('document', { name: 'Contents of plans.zip' });
  await expect(names).toContainText('図面/請求書.txt');
  await expect(names).toContainText('図面.pdf');
  await close();
  await open('screencast.mov');
  const film = viewer.locator('video');
  await expect.poll(() => film.evaluate(({ videoWidth }: HTMLVideoElement) => videoWidth)).toBe(64);
});
