import { randomBytes } from 'node:crypto';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import sharp from 'sharp';
import { type Delivery, fileIn, openProject, prepareDelivery } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { drop, openMilestoneForm, paste, saveMilestone } from '../kit/rich-text.ts';
import { specFolder } from '../kit/spec-folder.ts';

const folder = specFolder();

test('pictures can be added by button, paste and drop, only as PNG and JPEG, and are shrunk @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'pictures');
  await openProject(page, delivery, 'freelancer');
  const { form, text } = await openMilestoneForm(page);
  const pictures = text.locator('img');
  const square = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#0f5c55' } });

  const chosen = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Insert image' }).click();
  await (
    await chosen
  ).setFiles([
    fileIn(folder(), 'small.png', await square(20).png().toBuffer()),
    fileIn(folder(), 'other.png', await square(25).png().toBuffer()),
  ]);
  await expect(pictures).toHaveCount(2);
  await text.pressSequentially('Two of them.');
  await expect(pictures).toHaveCount(2);

  // Noise, which no encoder can compress well.
  const noise = randomBytes(2000 * 1500 * 3);
  const large = await sharp(noise, { raw: { width: 2000, height: 1500, channels: 3 } })
    .jpeg()
    .toBuffer();
  expect(large.length).toBeGreaterThan(1024 * 1024);
  await paste(text, { file: { bytes: large, name: 'large.jpg', type: 'image/jpeg' } });
  await expect(pictures).toHaveCount(3);

  await drop(text, { bytes: await square(30).jpeg().toBuffer(), name: 'dropped.jpg', type: 'image/jpeg' });
  await expect(pictures).toHaveCount(4);

  for (const refused of [
    { bytes: Buffer.from('GIF89a'), name: 'a.gif', type: 'image/gif' },
    { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), name: 'a.svg', type: 'image/svg+xml' },
    { bytes: Buffer.from('no picture at all'), name: 'a.png', type: 'image/png' },
  ]) {
    await text.pressSequentially('.');
    await expect(form.getByText('Only PNG and JPEG images can be inserted.')).toBeHidden();
    await paste(text, { file: refused });
    await expect(form.getByText('Only PNG and JPEG images can be inserted.')).toBeVisible();
  }
  await expect(pictures).toHaveCount(4);

  const kept = await saveMilestone(form, delivery);
  // The dropped picture is the first, because it was dropped at the top of the text.
  expect(await picturesOf(kept, delivery)).toEqual([
    { alt: 'dropped.jpg', format: 'jpeg', width: 30, isSmall: true },
    { alt: 'small.png', format: 'png', width: 20, isSmall: true },
    { alt: 'other.png', format: 'png', width: 25, isSmall: true },
    { alt: 'large.jpg', format: 'jpeg', width: 1600, isSmall: true },
  ]);
  await expect(page.getByRole('img', { name: 'dropped.jpg' })).toBeVisible();
});

test('a failed upload of a picture keeps the typed text, and saving waits for an upload under way @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'uploading');
  await openProject(page, delivery, 'freelancer');
  const { form, text } = await openMilestoneForm(page);
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0f5c55' } })
    .png()
    .toBuffer();
  const picture = { file: { bytes, name: 'a.png', type: 'image/png' } };
  await text.pressSequentially('Before it. ');

  await page.route('**/api/pictures/', (route) => route.abort());
  await paste(text, picture);
  await expect(form.getByText(/^The image was not uploaded: Network error/)).toBeVisible();
  await expect(text).toHaveText('Before it.');
  await page.unroute('**/api/pictures/');

  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/api/pictures/', async (route) => {
    await held;
    await route.continue();
  });
  await paste(text, picture);
  await expect(form.getByText('Uploading the image…')).toBeVisible();
  await text.pressSequentially('Typed meanwhile.');
  await form.getByRole('button', { name: 'Add milestone' }).click();
  goOn();
  await expect(form).toBeHidden();
  const shown = page.getByRole('img', { name: 'a.png' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
  const { results } = await delivery.freelancer.expectCall<{ results: Milestone[] }>(
    200,
    'GET',
    `/api/milestones/?project=${delivery.project}`,
  );
  const kept = results.at(-1)?.description ?? '';
  expect(kept).toMatch(
    /Before it\. .*<img src="\/api\/pictures\/\d+\/" alt="a\.png"[^>]*>.*Typed meanwhile\./,
  );
});

test('a picture copied from one text is shown in the other @before-release', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'copied');
  await openProject(page, delivery, 'freelancer');
  const bytes = await sharp({ create: { width: 50, height: 30, channels: 3, background: '#0f5c55' } })
    .jpeg()
    .toBuffer();
  const first = await openMilestoneForm(page);
  await paste(first.text, { file: { bytes, name: 'first.jpg', type: 'image/jpeg' } });
  await expect(first.text.locator('img')).toHaveCount(1);
  const [original = ''] = addressesIn(await saveMilestone(first.form, delivery));

  const second = await openMilestoneForm(page);
  // HTML as the browser copies it from a page: with the picture's absolute address.
  const address = new URL(original, page.url()).href;
  await paste(second.text, { html: `<p>again <img src="${address}" alt="second"></p>` });
  const [copy = ''] = addressesIn(await saveMilestone(second.form, delivery));
  expect(copy).toMatch(/^\/api\/pictures\/\d+\/$/);
  expect(copy).not.toBe(original);
  const shown = page.getByRole('img', { name: 'second' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(50);
});

function addressesIn(html: string): string[] {
  return [...html.matchAll(/<img src="([^"]+)"/g)].map(([, address = '']) => address);
}

/** Returns format and width of each stored picture; `isSmall` means at most 1 MB. */
async function picturesOf(html: string, { freelancer }: Delivery) {
  const pictures = [];
  for (const [tag] of html.matchAll(/<img[^>]+>/g)) {
    const [, address = ''] = /src="(\/api\/pictures\/\d+\/)"/.exec(tag) ?? [];
    const [, alt] = /alt="([^"]*)"/.exec(tag) ?? [];
    const bytes = await freelancer.expectCall<Buffer>(200, 'GET', address);
    const { format, width } = await sharp(bytes).metadata();
    pictures.push({ alt, format, width, isSmall: bytes.length > 0 && bytes.length <= 1024 * 1024 });
  }
  return pictures;
}
