import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { uploadFile } from '../../scripts/demo/seed.ts';
import { summerFilm } from '../../scripts/demo/story.ts';
import type { Product } from '../../test-kit/product.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { type Delivery, openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

// Two versions are uploaded and drawn first, which takes long on a busy machine.
test.describe.configure({ timeout: 180_000 });

const SIZE = { width: 600, height: 400 };
/** What the newer poster has and the older one has not. */
const MARK = { left: 412, top: 96, width: 23, height: 17 };

/** A teal picture; with the mark an orange rectangle is on it. */
async function poster(hasMark: boolean): Promise<Buffer<ArrayBuffer>> {
  const ground = sharp({ create: { ...SIZE, channels: 3, background: '#0f766e' } });
  const { left, top, ...size } = MARK;
  const mark = { input: { create: { ...size, channels: 3 as const, background: '#ea580c' } }, left, top };
  return Buffer.from(
    await ground
      .composite(hasMark ? [mark] : [])
      .png()
      .toBuffer(),
  );
}

type Compared = Delivery & { newer: number };

/** A delivery of two versions: of each, the poster, and of the newer one a flyer that the older has not. */
async function prepareVersions(product: Product, name: string): Promise<Compared> {
  const delivery = await prepareDelivery(product, name);
  const form = new FormData();
  form.set('version_number', '2.0');
  form.set('project', String(delivery.project));
  const { id } = await delivery.freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', form);
  await uploadFile(delivery.freelancer, delivery.version, 'Poster.png', await poster(false));
  await uploadFile(delivery.freelancer, id, 'poster-v2.png', await poster(true));
  await uploadFile(delivery.freelancer, id, 'flyer.png', await poster(false));
  return { ...delivery, newer: id };
}

async function compare(page: Page, name: string): Promise<Locator> {
  await page.getByRole('link', { name: `Open ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Compare with another version' }).click();
  await expect(dialog.getByRole('heading', { name: `Compare ${name}` })).toBeVisible();
  return dialog;
}

for (const role of ['freelancer', 'customer'] as const)
  test(`a ${role} compares two versions of a picture by keyboard, and shares the comparison`, async ({
    page,
    context,
    product,
  }) => {
    const delivery = await prepareVersions(product, `compare-${role}`);
    await signIn(context, delivery[role]);
    await openProject(page, delivery);
    const dialog = await compare(page, 'poster-v2.png');
    await expect(dialog.getByRole('img', { name: 'Version 1.0: Poster.png' })).toBeVisible();
    await expect(dialog.getByRole('img', { name: 'Version 2.0: poster-v2.png' })).toBeVisible();
    await expect(page).toHaveURL(/[?&]with=\d+/);

    const slider = dialog.getByRole('slider', { name: 'Line between the versions' });
    await page.keyboard.press('ArrowRight');
    await expect(slider).toHaveAttribute('aria-valuetext', '52% from the left are Version 1.0');
    await page.keyboard.press('End');
    await expect(slider).toHaveValue('100');
    await page.keyboard.press('2');
    await expect(dialog.getByRole('button', { name: 'Side by side', pressed: true })).toBeVisible();
    await expect(slider).toHaveCount(0);
    await page.keyboard.press('3');
    await page.keyboard.press('ArrowLeft');
    await expect(dialog.getByRole('slider', { name: 'Opacity of Version 2.0' })).toHaveValue('48');

    // The address shows the comparison to everybody who opens it; "back" leads to the file, and the button has the focus.
    await page.reload();
    await expect(slider).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(slider).toHaveCount(0);
    await expect(dialog.getByRole('img', { name: 'poster-v2.png' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Compare with another version' })).toBeFocused();
    await expect(page).not.toHaveURL(/with=/);
  });

test('the line between the pictures is dragged', async ({ page, context, product }) => {
  const delivery = await prepareVersions(product, 'compare-drag');
  await signIn(context, delivery.customer);
  await openProject(page, delivery);
  const dialog = await compare(page, 'poster-v2.png');
  const slider = dialog.getByRole('slider', { name: 'Line between the versions' });
  const box = await dialog.getByRole('img', { name: 'Version 2.0: poster-v2.png' }).boundingBox();
  if (!box) throw new Error('The picture is not drawn');
  const y = box.y + box.height / 4;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.25, y, { steps: 5 });
  await page.mouse.up();
  const value = Number(await slider.inputValue());
  expect(Math.abs(value - 25)).toBeLessThan(1);
});

test('what differs is found where it was put, and that nothing differs is said', async ({
  page,
  context,
  product,
}) => {
  const delivery = await prepareVersions(product, 'compare-difference');
  await signIn(context, delivery.customer);
  await openProject(page, delivery);
  const dialog = await compare(page, 'poster-v2.png');
  await expect(dialog.getByRole('slider')).toBeVisible();
  await page.keyboard.press('4');
  await expect(dialog.getByText('Less than 1% of the picture differs, in 1 place.')).toBeVisible();
  const place = dialog.locator('svg rect');
  const found = await place.evaluate((rect) =>
    ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name))),
  );
  expect(found).toEqual([MARK.left, MARK.top, MARK.width, MARK.height]);
  // The outline stands over the picture of the screen, too.
  const [outline, picture] = await Promise.all([
    place.boundingBox(),
    dialog.getByRole('img', { name: 'Version 2.0: poster-v2.png' }).boundingBox(),
  ]);
  if (!outline || !picture) throw new Error('Nothing is drawn');
  const onScreen = picture.x + (MARK.left / SIZE.width) * picture.width;
  expect(Math.abs(outline.x - onScreen)).toBeLessThan(3);
  await expectAccessibleAsItStands(page);

  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await compare(page, 'flyer.png');
  await dialog.getByRole('button', { name: 'Poster.png' }).click();
  await expect(dialog.getByRole('slider')).toBeVisible();
  await page.keyboard.press('4');
  await expect(dialog.getByText('Nothing differs.')).toBeVisible();
});

test('where no name says which file stands for another, one is chosen by hand', async ({
  page,
  context,
  product,
}) => {
  const delivery = await prepareVersions(product, 'compare-choose');
  await signIn(context, delivery.customer);
  await openProject(page, delivery);
  const dialog = await compare(page, 'flyer.png');
  await expect(dialog.getByText('Which file should stand beside it?')).toBeVisible();
  await expectAccessibleAsItStands(page);
  await dialog.getByRole('button', { name: 'Poster.png' }).click();
  await expect(dialog.getByRole('img', { name: 'Version 1.0: Poster.png' })).toBeVisible();
  await expectAccessibleAsItStands(page);
  await page.goBack();
  await expect(dialog.getByRole('img', { name: 'flyer.png', exact: true })).toBeVisible();

  const url = new URL(page.url());
  url.searchParams.set('with', '99999');
  await page.goto(url.href);
  await expect(dialog.getByText('The file to compare with is not there any more.')).toBeVisible();
});

test('two films are in step to the frame after twenty leaps, and after they have played', async ({
  page,
  context,
  product,
}) => {
  const delivery = await prepareVersions(product, 'compare-films');
  const { freelancer, version, newer } = delivery;
  for (const [place, name] of [
    [version, 'summer.mp4'],
    [newer, 'summer-v2.mp4'],
  ] as const)
    await uploadFile(freelancer, place, name, summerFilm());
  await signIn(context, delivery.customer);
  await openProject(page, delivery);
  const dialog = await compare(page, 'summer-v2.mp4');
  await expect(dialog.getByRole('button', { name: 'Play both' })).toBeEnabled();
  const time = dialog.getByRole('slider', { name: 'Time of both films' });
  const length = Number(await time.getAttribute('max'));
  const films = dialog.locator('video');
  const apart = () =>
    films.evaluateAll((both) => {
      const [one = 0, other = 0] = both.map((film) => (film as HTMLVideoElement).currentTime);
      return Math.abs(one - other);
    });
  const areThere = () =>
    films.evaluateAll((both) =>
      both.every((film) => !(film as HTMLVideoElement).seeking && (film as HTMLVideoElement).readyState > 1),
    );
  for (let leap = 1; leap <= 20; leap += 1) {
    await time.fill(((length * ((leap * 7) % 20)) / 20).toFixed(2));
    await expect.poll(areThere).toBe(true);
    expect(await apart()).toBeLessThan(1 / 25);
  }
  await time.fill('0');
  await page.keyboard.press('k');
  await expect(dialog.getByRole('button', { name: 'Pause both' })).toBeVisible();
  await expect.poll(async () => Number(await time.inputValue())).toBeGreaterThan(0.5);
  await page.keyboard.press('k');
  await expect(dialog.getByRole('button', { name: 'Play both' })).toBeVisible();
  await expect.poll(areThere).toBe(true);
  expect(await apart()).toBeLessThan(1 / 25);
  await expectAccessibleAsItStands(page);
});
