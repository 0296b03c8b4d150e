import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { summerFilm } from '../../test-kit/story/story.ts';
import { makePdf } from '../../test-kit/make-pdf.ts';
import type { Product } from '../../test-kit/product.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { type Delivery, openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { expectLayersAccessible } from '../kit/open-layers.ts';

const SIZE = { width: 600, height: 400 };
/** Rectangle on the newer poster that the older one lacks. */
const MARK = { left: 412, top: 96, width: 23, height: 17 };

/** Draws a teal picture, with an orange rectangle if it has the mark. */
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

type FilePage = { results: { name: string; thumbnail_large: string | null }[] };

type Compared = Delivery & { newer: number };

/**
 * Delivery that all tests of this file share, because none of them changes it; the first test to need it creates it.
 */
let prepared: { product: Product; compared: Promise<Compared> } | undefined;

function comparedIn(product: Product): Promise<Compared> {
  if (prepared?.product !== product) prepared = { product, compared: prepareVersions(product) };
  return prepared.compared;
}

/** Rectangle on the third page of the newer pdf, in points. */
const PDF_MARK = { left: 100, top: 200, width: 50, height: 30 };

/**
 * Creates a delivery of two versions. Both have a poster, a pdf and a film; the newer one also has a flyer, and one
 * page more in its pdf.
 */
async function prepareVersions(product: Product): Promise<Compared> {
  const delivery = await prepareDelivery(product, 'compare');
  const { freelancer, version } = delivery;
  const form = new FormData();
  form.set('version_number', '2.0');
  form.set('project', String(delivery.project));
  const { id: newer } = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', form);
  const pdf = (...pages: (typeof PDF_MARK | undefined)[]) => makePdf({ pages });
  const files: [version: number, name: string, bytes: Buffer<ArrayBuffer>][] = [
    [version, 'Poster.png', await poster(false)],
    [newer, 'poster-v2.png', await poster(true)],
    [newer, 'flyer.png', await poster(false)],
    [version, 'brand.pdf', await pdf(undefined, undefined, undefined)],
    [newer, 'brand-v2.pdf', await pdf(undefined, undefined, PDF_MARK, undefined)],
    [version, 'summer.mp4', summerFilm()],
    [newer, 'summer-v2.mp4', summerFilm()],
  ];
  for (const [target, name, bytes] of files) await uploadFile(freelancer, target, name, bytes);
  return { ...delivery, newer };
}

/** Waits until the large thumbnails of these files exist in either version: only files with thumbnails are compared. */
async function waitForThumbnails(
  { freelancer, version, newer }: Compared,
  older: readonly string[],
  newest: readonly string[],
): Promise<void> {
  for (const [id, names] of [
    [version, older],
    [newer, newest],
  ] as const)
    await expect
      .poll(
        async () => {
          const address = `/api/files/?version=${id}`;
          const { results } = await freelancer.expectCall<FilePage>(200, 'GET', address);
          return results.flatMap(({ name, thumbnail_large }) => (thumbnail_large === null ? [] : [name]));
        },
        { timeout: 300_000 },
      )
      .toEqual(expect.arrayContaining([...names]));
}

async function compare(page: Page, name: string): Promise<Locator> {
  await page.getByRole('link', { name: `Open ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Compare with another version' }).click();
  await expect(dialog.getByRole('heading', { name: `Compare ${name}` })).toBeVisible();
  return dialog;
}

test('a client compares two versions of a picture by keyboard and by dragging, and can share the comparison @before-release', async ({
  page,
  product,
}) => {
  const delivery = await comparedIn(product);
  await openProject(page, delivery, 'customer');
  const dialog = await compare(page, 'poster-v2.png');
  const newer = dialog.getByRole('img', { name: 'Version 2.0: poster-v2.png' });
  await expect(dialog.getByRole('img', { name: 'Version 1.0: Poster.png' })).toBeVisible();
  await expect(newer).toBeVisible();
  await expect(page).toHaveURL(/[?&]with=\d+/);

  const slider = dialog.getByRole('slider', { name: 'Line between the versions' });
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', '52% from the left: Version 1.0');
  await page.keyboard.press('End');
  await expect(slider).toHaveValue('100');
  await dragLine(page, newer, { from: 1, to: 0.25 });
  expect(Math.abs(Number(await slider.inputValue()) - 25)).toBeLessThan(1);
  await page.keyboard.press('2');
  await expect(dialog.getByRole('button', { name: 'Side by side', pressed: true })).toBeVisible();
  await expect(slider).toHaveCount(0);
  await page.keyboard.press('3');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByRole('slider', { name: 'Opacity of Version 2.0' })).toHaveValue('48');

  // The address opens the comparison for the freelancer too. "Back" leads to the file and restores the focus of the
  // button.
  const address = page.url();
  await signIn(page, delivery.freelancer);
  await page.goto(address);
  await expect(slider).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(slider).toHaveCount(0);
  await expect(dialog.getByRole('img', { name: 'poster-v2.png' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Compare with another version' })).toBeFocused();
  await expect(page).not.toHaveURL(/with=/);
});

/** Drags the line between two pictures; `from` and `to` are shares of their width. */
async function dragLine(page: Page, picture: Locator, { from, to }: { from: number; to: number }) {
  const box = await picture.boundingBox();
  if (!box) throw new Error('The picture is not drawn');
  const y = box.y + box.height / 4;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, y, { steps: 5 });
  await page.mouse.up();
}

test('@phone viewer and comparison of each kind of file are accessible, with each menu open as well @before-release', async ({
  page,
  product,
  isMobile,
}) => {
  const delivery = await comparedIn(product);
  await waitForThumbnails(delivery, ['brand.pdf', 'summer.mp4'], ['brand-v2.pdf', 'summer-v2.mp4']);
  await openProject(page, delivery, 'customer');
  const dialog = page.getByRole('dialog');
  const more = dialog.getByRole('button', { name: 'More', exact: true });
  const compareButton = dialog.getByRole('button', { name: 'Compare with another version' });
  for (const name of ['poster-v2.png', 'brand-v2.pdf', 'summer-v2.mp4']) {
    await page.getByRole('link', { name: `Open ${name}` }).press('Enter');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.waitForLoadState('networkidle');
    await expectAccessibleAsItStands(page);
    if (isMobile) {
      await more.press('Enter');
      await expectAccessibleAsItStands(page);
    }
    expect(await expectLayersAccessible(page)).toBeGreaterThan(0);
    await compareButton.press('Enter');
    await expect(dialog.getByRole('heading', { name: `Compare ${name}` })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectAccessibleAsItStands(page);
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('heading', { name: `Compare ${name}` })).toBeHidden();
    await expect(isMobile ? more : compareButton).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('differences are marked at their place, and equal pictures are reported as equal @before-release', async ({
  page,
  product,
}) => {
  const delivery = await comparedIn(product);
  await openProject(page, delivery, 'customer');
  const dialog = await compare(page, 'poster-v2.png');
  await expect(dialog.getByRole('slider')).toBeVisible();
  await page.keyboard.press('4');
  await expect(dialog.getByText('Less than 1% of the picture differs, in 1 place.')).toBeVisible();
  const mark = dialog.locator('svg rect');
  const found = await mark.evaluate((rect) =>
    ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name))),
  );
  expect(found).toEqual([MARK.left, MARK.top, MARK.width, MARK.height]);
  // The outline is also at its place over the picture on the screen.
  const [outline, picture] = await Promise.all([
    mark.boundingBox(),
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
  await expect(dialog.getByText('No differences.')).toBeVisible();
});

test('two pdfs are compared page by page, also beyond the end of the shorter one @before-release', async ({
  page,
  product,
}) => {
  const delivery = await comparedIn(product);
  await waitForThumbnails(delivery, ['brand.pdf'], ['brand-v2.pdf']);
  await openProject(page, delivery, 'customer');
  const dialog = await compare(page, 'brand-v2.pdf');
  const number = dialog.getByLabel('Page', { exact: true });
  await expect(number).toHaveValue('1');
  await page.keyboard.press('4');
  await expect(dialog.getByText('No differences.')).toBeVisible();

  await page.keyboard.press('PageDown');
  await expect(number).toHaveValue('2');
  await dialog.getByRole('button', { name: 'Next page' }).click();
  await expect(number).toHaveValue('3');
  await expect(dialog.getByText('1% of the picture differs, in 1 place.')).toBeVisible();
  const found = await dialog.locator('svg rect').evaluate((rect) => {
    const [, , width = 0] = (rect.closest('svg')?.getAttribute('viewBox') ?? '').split(' ').map(Number);
    const numbers = ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name)));
    return { numbers, width };
  });
  // A5 is 419.53 points wide.
  const expected = [PDF_MARK.left, PDF_MARK.top, PDF_MARK.width, PDF_MARK.height].map(
    (each) => (each * found.width) / 419.53,
  );
  for (const [at, shown] of found.numbers.entries())
    expect(Math.abs(shown - (expected[at] ?? 0))).toBeLessThanOrEqual(1.5);
  await expectAccessibleAsItStands(page);

  await number.fill('4');
  await number.press('Enter');
  await expect(dialog.getByText('Version 1.0 has no page 4.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('document', { name: /brand-v2\.pdf/ })).toBeVisible();
});

test('a file without a counterpart by name is compared with one chosen by hand @before-release', async ({
  page,
  product,
}) => {
  const delivery = await comparedIn(product);
  await openProject(page, delivery, 'customer');
  const dialog = await compare(page, 'flyer.png');
  await expect(dialog.getByText('Which file do you want to compare it with?')).toBeVisible();
  await expectAccessibleAsItStands(page);
  await dialog.getByRole('button', { name: 'Poster.png' }).click();
  await expect(dialog.getByRole('img', { name: 'Version 1.0: Poster.png' })).toBeVisible();
  await expectAccessibleAsItStands(page);
  await page.goBack();
  await expect(dialog.getByRole('img', { name: 'flyer.png', exact: true })).toBeVisible();

  const url = new URL(page.url());
  url.searchParams.set('with', '99999');
  await page.goto(url.href);
  await expect(dialog.getByText('The file to compare with is no longer there.')).toBeVisible();
});

test('two films stay within a frame of each other after twenty jumps and after playing @before-release', async ({
  page,
  product,
}) => {
  const delivery = await comparedIn(product);
  await openProject(page, delivery, 'customer');
  const dialog = await compare(page, 'summer-v2.mp4');
  await expect(dialog.getByRole('button', { name: 'Play both' })).toBeEnabled();
  const time = dialog.getByRole('slider', { name: 'Time of both videos' });
  const length = Number(await time.getAttribute('max'));
  const films = dialog.locator('video');
  const apart = () =>
    films.evaluateAll((both) => {
      const [one = 0, other = 0] = both.map((film) => (film as HTMLVideoElement).currentTime);
      return Math.abs(one - other);
    });
  const areReady = () =>
    films.evaluateAll((both) =>
      both.every((film) => !(film as HTMLVideoElement).seeking && (film as HTMLVideoElement).readyState > 1),
    );
  for (let jump = 1; jump <= 20; jump += 1) {
    await time.fill(((length * ((jump * 7) % 20)) / 20).toFixed(2));
    await expect.poll(areReady, { intervals: [20] }).toBe(true);
    expect(await apart()).toBeLessThan(1 / 25);
  }
  await time.fill('0');
  await page.keyboard.press('k');
  await expect(dialog.getByRole('button', { name: 'Pause both' })).toBeVisible();
  await expect.poll(async () => Number(await time.inputValue())).toBeGreaterThan(0.5);
  await page.keyboard.press('k');
  await expect(dialog.getByRole('button', { name: 'Play both' })).toBeVisible();
  await expect.poll(areReady).toBe(true);
  expect(await apart()).toBeLessThan(1 / 25);
  await expectAccessibleAsItStands(page);
});
