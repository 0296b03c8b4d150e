import type { CDPSession, Page } from '@playwright/test';
import sharp from 'sharp';
import { makePdf } from '../../test-kit/make-pdf.ts';
import { deliverFile, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

test.use({
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
  permissions: ['clipboard-read', 'clipboard-write'],
});

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
];
const WANTED = { x: 0.3, y: 0.4 };

/** Box of an element in pixels of the screen, and the factor of the pinch zoom. */
type Seen = { left: number; top: number; width: number; height: number; scale: number };

/** Returns the box of an element on the screen of a page that is zoomed by pinching. */
function seen(page: Page, selector: string): Promise<Seen> {
  return page.evaluate((wanted) => {
    const { left, top, width, height } =
      document.querySelector(wanted)?.getBoundingClientRect() ?? new DOMRect();
    const { offsetLeft = 0, offsetTop = 0, scale = 1 } = visualViewport ?? {};
    return {
      left: (left - offsetLeft) * scale,
      top: (top - offsetTop) * scale,
      width: width * scale,
      height: height * scale,
      scale,
    };
  }, selector);
}

/** Moves two fingers apart around a point of the screen. */
async function pinch(devTools: CDPSession, { x, y }: { x: number; y: number }): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...fingers: number[]) =>
    devTools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: fingers.map((by, id) => ({ x: x + by, y, id })),
    });
  await touch('touchStart', -30);
  await touch('touchStart', -30, 30);
  for (let by = 32; by <= 60; by += 4) await touch('touchMove', -by, by);
  await touch('touchEnd');
}

async function tap(devTools: CDPSession, point: { x: number; y: number }): Promise<void> {
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function press(page: Page, name: string): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name })
    .or(page.getByRole('menuitem', { name }))
    .first()
    .click();
}

function point({ left, top, width, height }: Seen): { x: number; y: number } {
  return { x: left + width * WANTED.x, y: top + height * WANTED.y };
}

async function picture(): Promise<Buffer<ArrayBuffer>> {
  const ground = { create: { width: 900, height: 600, channels: 3 as const, background: '#0f766e' } };
  return Buffer.from(await sharp(ground).png().toBuffer());
}

const blank = [undefined, undefined, undefined];
/** Selects a rendered page of a pdf, or an element with a picture. */
const READY = '[data-loaded="true"], :has(img)';
const KINDS = [
  [
    'a turned page of a pdf',
    'sideways.pdf',
    () => makePdf({ pages: blank, turned: 90 }),
    '.page[data-page-number="2"]',
  ],
  ['a picture', 'poster.png', picture, '[role="dialog"] [data-place]'],
] as const;

for (const [what, name, make, surface] of KINDS)
  test(`a link to a point of ${what}, made while zoomed by pinching, opens within 1 % of it @before-release`, async ({
    page,
    product,
  }) => {
    const delivery = await prepareDelivery(product, `places-pinched-${name.slice(0, 6)}`);
    const address = await deliverFile(delivery, name, await make());
    const from = name.endsWith('.pdf') ? `${address}&page=2` : address;
    const devTools = await page.context().newCDPSession(page);
    for (const size of SIZES) {
      await signIn(page, delivery.customer);
      await page.setViewportSize(size);
      await page.goto(from);
      await expect(page.locator(surface).and(page.locator(READY))).toBeVisible();
      const before = await seen(page, surface);
      await pinch(devTools, point(before));
      await expect.poll(async () => (await seen(page, surface)).width).toBeGreaterThan(before.width * 1.2);
      // On a phone the tools are in a menu of the bar, because a document has more of them.
      if (name.endsWith('.pdf') && size.width < 768) await press(page, 'More');
      await press(page, 'Link and question about this place');
      await press(page, 'Mark a point');
      await expect(page.getByRole('button', { name: 'Tap the point.' })).toBeFocused();
      await tap(devTools, point(await seen(page, surface)));
      await press(page, 'Copy link to this place');
      await expect(page.getByText('Link copied').first()).toBeVisible();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      const [, x, y] = /&at=(\d+),(\d+)$/.exec(link) ?? [];
      expect(Math.abs(Number(x) / 1000 - WANTED.x), link).toBeLessThan(0.01);
      expect(Math.abs(Number(y) / 1000 - WANTED.y), link).toBeLessThan(0.01);

      // The link opens at the same point for the freelancer, and the ring stays there during a pinch zoom.
      await signIn(page, delivery.freelancer);
      await page.goto(link);
      const mark = '[data-testid="place-mark"]';
      await expect(page.locator(mark)).toBeVisible();
      const expectThere = async () => {
        const [ring, ground] = [await seen(page, mark), await seen(page, surface)];
        expect((ring.left + ring.width / 2 - ground.left) / ground.width).toBeCloseTo(WANTED.x, 2);
        expect((ring.top + ring.height / 2 - ground.top) / ground.height).toBeCloseTo(WANTED.y, 2);
      };
      await expect(expectThere).toPass({ intervals: [50] });
      const opened = await seen(page, surface);
      await pinch(devTools, point(opened));
      await expect.poll(async () => (await seen(page, surface)).width).toBeGreaterThan(opened.width * 1.2);
      await expectThere();
    }
  });
