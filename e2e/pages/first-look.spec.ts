import { makeNumberedFilm, middleOfFrame } from '../../test-kit/numbered-film.ts';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { untilDrawn } from '../kit/pictures.ts';
import { arriveWithContent, waitForRenderer } from '../kit/rendered-pages.ts';

test('with scripts off an opened picture has its ring and leads to its neighbours', async ({
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
  await untilDrawn(delivery);
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

  // The freelancer who looks as the client does has a bar above it.
  await context.clearCookies();
  await signIn(context, freelancer);
  await arriveWithContent(page, `/projects/${project}?view=client&version=${version}&file=${tall}`);
  await look.getByRole('link', { name: 'Close' }).click();
  await expect(page).toHaveURL(`/projects/${project}?view=client`);
  await context.close();
});

test('a film plays before the code is there, and goes on in the viewer', async ({
  page,
  context,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'first-look-film');
  const film = makeNumberedFilm('25');
  const { id } = await uploadFile(delivery.freelancer, delivery.version, film.name, film.bytes);
  await untilDrawn(delivery);
  await signIn(context, delivery.customer);
  await waitForRenderer(context, '/dashboard');
  const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/*.js', (route) => void mayGo.then(() => route.continue()));
  const moment = middleOfFrame(film, 13);
  const address = `/projects/${delivery.project}?version=${delivery.version}&file=${id}`;
  await arriveWithContent(page, `${address}&t=${moment}`, { waitUntil: 'commit' });
  const first = page.getByTestId('first-look').locator('video');
  await expect
    .poll(() => first.evaluate((video: HTMLVideoElement) => Math.round(video.currentTime * 1000)))
    .toBe(moment);
  await first.evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    video.currentTime = 1;
  });

  letGo();
  const viewed = page.getByRole('dialog').locator('video');
  await expect(viewed).toBeVisible();
  await expect(first).toHaveCount(0);
  await expect.poll(() => viewed.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeCloseTo(1, 1);
});
