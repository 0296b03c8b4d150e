import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { makePdf } from '../../test-kit/make-pdf.ts';
import { makeNumberedFilm, middleOfFrame } from '../../test-kit/numbered-film.ts';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { waitForThumbnails } from '../kit/pictures.ts';
import { arriveWithContent, waitForRenderer } from '../kit/rendered-pages.ts';

test('without scripts an opened picture shows its ring and links to its neighbours @before-release', async ({
  browser,
  product,
  locale,
}) => {
  const delivery = await prepareDelivery(product, 'first-look-neighbours');
  const { freelancer, project, version } = delivery;
  const poster = { palette: PALETTES.cafe, title: 'A', line: 'B' };
  const first = await posterPng({ ...poster, width: 900, height: 1400 });
  const { id: tall } = await uploadFile(freelancer, version, 'tall.png', first);
  await uploadFile(freelancer, version, 'wide.png', await posterPng({ ...poster, width: 1600, height: 900 }));
  await waitForThumbnails(delivery);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url, locale });
  await signIn(context, delivery.customer);
  await waitForRenderer(context, '/dashboard');
  const page = await context.newPage();
  await arriveWithContent(page, `/projects/${project}?version=${version}&file=${tall}&at=620,370`);
  const look = page.getByTestId('first-look');
  const picture = await look.locator('img').boundingBox();
  const ring = await look.locator('img + span').boundingBox();
  if (!picture || !ring) throw new Error('The place is not shown');
  expect((ring.x + ring.width / 2 - picture.x) / picture.width).toBeCloseTo(0.62, 2);
  expect((ring.y + ring.height / 2 - picture.y) / picture.height).toBeCloseTo(0.37, 2);
  expect(picture.width / picture.height).toBeCloseTo(900 / 1400, 2);

  await look.getByRole('link', { name: 'Next' }).click();
  await expect(look.locator('p')).toHaveText('wide.png');
  await expect(look.getByRole('link', { name: 'Next' })).toHaveCount(0);
  await expect(look.locator('img + span')).toHaveCount(0);
  await look.getByRole('link', { name: 'Previous' }).click();
  await expect(look.locator('p')).toHaveText('tall.png');
  await arriveWithContent(page, `/projects/${project}?version=${version}&file=${tall}&at=9999,370`);
  await expect(look.locator('p')).toHaveText('tall.png');
  await expect(look.locator('img + span')).toHaveCount(0);

  // A freelancer with the client's view has a bar above the picture.
  await context.clearCookies();
  await signIn(context, freelancer);
  await arriveWithContent(page, `/projects/${project}?view=client&version=${version}&file=${tall}`);
  await look.getByRole('link', { name: 'Close' }).click();
  await expect(page).toHaveURL(`/projects/${project}?view=client`);
  await context.close();
});

test('without scripts a link to a page of a document shows that page with its ring @before-release', async ({
  browser,
  product,
  locale,
}) => {
  const delivery = await prepareDelivery(product, 'first-look-page');
  const { project, version } = delivery;
  // One page is black and the others white; the ring must be over the black page.
  const black = { left: 0, top: 0, width: 500, height: 700 };
  const bytes = await makePdf({ pages: [undefined, undefined, undefined, black], turned: 90 });
  const { id } = await uploadFile(delivery.freelancer, version, 'guide.pdf', bytes);
  await waitForThumbnails(delivery);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url, locale });
  await signIn(context, delivery.customer);
  await waitForRenderer(context, '/dashboard');
  const page = await context.newPage();
  const address = `/projects/${project}?version=${version}&file=${id}`;
  const look = page.getByTestId('first-look');
  const ring = look.locator('img + span');
  for (const size of [
    { width: 360, height: 740 },
    { width: 768, height: 1024 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await arriveWithContent(page, `${address}&page=4&at=620,370`);
    const [drawn, marked] = [await look.locator('img').boundingBox(), await ring.boundingBox()];
    if (!drawn || !marked) throw new Error('The place is not shown');
    expect((marked.x + marked.width / 2 - drawn.x) / drawn.width).toBeCloseTo(0.62, 2);
    expect((marked.y + marked.height / 2 - drawn.y) / drawn.height).toBeCloseTo(0.37, 2);
    expect(drawn.width / drawn.height).toBeCloseTo(595 / 420, 1);
    expect(await lightIn(page, drawn)).toBeLessThan(60);
  }
  // A page that does not exist is ignored: the first one is shown, as for an address without a place.
  for (const query of ['', '&page=5&at=620,370', '&page=999999999']) {
    await arriveWithContent(page, address + query);
    await expect(ring).toHaveCount(0);
    const drawn = await look.locator('img').boundingBox();
    if (!drawn) throw new Error('The first page is not shown');
    expect(await lightIn(page, drawn)).toBeGreaterThan(200);
  }
  await context.close();
});

type Area = { x: number; y: number; width: number; height: number };

/** Returns the mean lightness in the middle of an area of the window, from 0 (black) to 255 (white). */
async function lightIn(page: Page, { x, y, width, height }: Area): Promise<number> {
  const clip = { x: x + width / 4, y: y + height * 0.6, width: width / 2, height: height / 5 };
  const { channels } = await sharp(await page.screenshot({ clip })).stats();
  return channels[0]?.mean ?? Number.NaN;
}

test('a film plays before the code is loaded, and continues in the viewer @before-release', async ({
  page,
  context,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'first-look-film');
  const film = makeNumberedFilm('25');
  const { id } = await uploadFile(delivery.freelancer, delivery.version, film.name, film.bytes);
  await waitForThumbnails(delivery);
  await signIn(context, delivery.customer);
  await waitForRenderer(context, '/dashboard');
  const { promise: mayLoad, resolve: letScriptsLoad } = Promise.withResolvers<void>();
  await page.route('**/*.js', (route) => void mayLoad.then(() => route.continue()));
  const moment = middleOfFrame(film, 13);
  const address = `/projects/${delivery.project}?version=${delivery.version}&file=${id}`;
  const frame = page.waitForResponse((answer) => answer.url().endsWith(`&moment=${moment}`));
  await arriveWithContent(page, `${address}&t=${moment}`, { waitUntil: 'commit' });
  // The frame is sent as a picture, independently of the film.
  expect((await frame).status()).toBe(200);
  const first = page.getByTestId('first-look').locator('video');
  await expect(first).toHaveAttribute('poster', new RegExp(`&moment=${moment}$`));
  await expect
    .poll(() => first.evaluate((video: HTMLVideoElement) => Math.round(video.currentTime * 1000)))
    .toBe(moment);
  await first.evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    video.currentTime = 1;
  });

  letScriptsLoad();
  const viewed = page.getByRole('dialog').locator('video');
  await expect(viewed).toBeVisible();
  await expect(first).toHaveCount(0);
  await expect.poll(() => viewed.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeCloseTo(1, 1);
});
