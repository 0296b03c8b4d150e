import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { makePdf } from '../../test-kit/make-pdf.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { type Delivery, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use(TURKISH_ON_PHONES);

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

async function picture(background: string): Promise<Buffer<ArrayBuffer>> {
  const ground = { create: { width: 900, height: 600, channels: 3 as const, background } };
  return Buffer.from(await sharp(ground).png().toBuffer());
}

async function deliverFile(
  { freelancer, project }: Delivery,
  version: number,
  name: string,
  bytes: Buffer<ArrayBuffer>,
): Promise<{ id: number; address: string }> {
  const { id } = await uploadFile(freelancer, version, name, bytes);
  return { id, address: `/projects/${project}?version=${version}&file=${id}` };
}

const markOf = (page: Page) => page.getByTestId('place-mark');

/** Expects the ring at shares of the width and height of `ground`, once neither moves any more. */
async function expectMarkAt(page: Page, ground: Locator, wanted: { x: number; y: number }): Promise<void> {
  const mark = markOf(page).first();
  await expect(mark).toBeVisible();
  await expect(async () => {
    const [inner, outer] = await Promise.all([mark.boundingBox(), ground.boundingBox()]);
    if (!inner || !outer) throw new Error('The place is not shown');
    expect(Math.abs((inner.x + inner.width / 2 - outer.x) / outer.width - wanted.x)).toBeLessThan(0.01);
    expect(Math.abs((inner.y + inner.height / 2 - outer.y) / outer.height - wanted.y)).toBeLessThan(0.01);
  }).toPass({ intervals: [50] });
}

test('a link to a place in a comparison opens the comparison at that place @before-release', async ({
  page,
  product,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'places-with');
  const second = await delivery.freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', {
    project: delivery.project,
    version_number: '2.0',
  });
  const before = await deliverFile(delivery, delivery.version, 'poster.png', await picture('#0f766e'));
  const after = await deliverFile(delivery, second.id, 'poster.png', await picture('#ea580c'));
  for (const who of ['customer', 'freelancer'] as const) {
    await signIn(page, delivery[who]);
    await page.goto(`${after.address}&with=${before.id}&at=620,370`);
    const newer = page.getByRole('dialog').getByRole('img', {
      name: new RegExp(`${t('versions.name', { number: '2.0' })}.*poster\\.png`, 'u'),
    });
    await expectMarkAt(page, newer, { x: 0.62, y: 0.37 });
  }
});

test('a place on a rotated page of a pdf is relative to the page as shown, zoomed too, on every screen @before-release', async ({
  page,
  product,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'places-sideways');
  const bytes = await makePdf({ pages: [undefined, undefined, undefined], turned: 90 });
  const { address } = await deliverFile(delivery, delivery.version, 'sideways.pdf', bytes);
  await signIn(page, delivery.customer);
  const second = page.locator('.page[data-page-number="2"]');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto(`${address}&page=2&at=300,700`);
    await expectMarkAt(page, second, { x: 0.3, y: 0.7 });
    const box = await second.boundingBox();
    expect((box?.width ?? 0) > (box?.height ?? 0)).toBe(true);
    // A phone has no zoom button; it zooms by pinching.
    if (size.width < 1000) continue;
    await page.getByRole('button', { name: t('viewer.zoomIn') }).click();
    await expect.poll(async () => ((await second.boundingBox())?.width ?? 0) > (box?.width ?? 0)).toBe(true);
    await expectMarkAt(page, second, { x: 0.3, y: 0.7 });
  }
});

test('a question about a place opens the share sheet with the project, version, file and link @phone-before-release @before-release', async ({
  page,
  product,
  isMobile,
  t,
}) => {
  const delivery = await prepareDelivery(product, isMobile ? 'places-share-phone' : 'places-share');
  const { address } = await deliverFile(delivery, delivery.version, 'poster.png', await picture('#0f766e'));
  await signIn(page, delivery.customer);
  // The test browser has no share sheet. This one is refused once, as if the user closed it, and then accepted.
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(globalThis, { shared });
    navigator.share = (data) => {
      shared.push(data ?? {});
      return shared.length === 1 ? Promise.reject(new DOMException('', 'AbortError')) : Promise.resolve();
    };
  });
  await page.goto(`${address}&at=500,250`);
  await expect(markOf(page)).toBeVisible();
  for (let times = 0; times < 2; times += 1) {
    await page.getByRole('button', { name: t('places.tools') }).click();
    await page.getByRole('menuitem', { name: t('places.share'), exact: true }).click();
    await expect(page.getByText(t('places.shareFailed'))).toHaveCount(0);
  }
  const texts = await page.evaluate(() =>
    (globalThis as typeof globalThis & { shared: ShareData[] }).shared.map(({ text }) => text ?? ''),
  );
  expect(texts).toHaveLength(2);
  for (const text of texts) {
    const [opening, version, file, link] = text.split('\n');
    expect(opening).toBe(t('places.openingByClient'));
    expect(version).toBe(`Summer campaign, ${t('versions.name', { number: '1.0' })}`);
    expect(file).toContain('poster.png');
    expect(link).toContain(address);
    expect(text.length).toBeLessThanOrEqual(500);
  }
});

test('a page with a place loads without layout shift and marks the place in the address @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'places-still');
  const { address } = await deliverFile(delivery, delivery.version, 'poster.png', await picture('#0f766e'));
  await signIn(page, delivery.customer);
  await page.goto(`${address}&at=250,750`);
  await expectMarkAt(page, page.getByRole('dialog').locator('[data-place]'), { x: 0.25, y: 0.75 });
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            (list.getEntries() as (PerformanceEntry & { value: number })[]).reduce(
              (sum, { value }) => sum + value,
              0,
            ),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        // The observer is not called if nothing shifts; otherwise its entries come in a later task.
        requestAnimationFrame(() => setTimeout(resolve, 100, 0));
      }),
  );
  expect(moved).toBeLessThan(0.02);
});
