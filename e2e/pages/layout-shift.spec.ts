import type { Page } from '@playwright/test';
import { TAKEN_OVER } from '@vitrin/shared/rules/rendered-pages.ts';
import { deliverManyPictures } from '../../test-kit/large/many-pictures.ts';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import { prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { blockChanges } from '../kit/no-changes.ts';
import { waitForThumbnails } from '../kit/pictures.ts';
import { arriveWithContent, waitForRenderer } from '../kit/rendered-pages.ts';

/** Largest layout shift of a page load, as browsers score it: the share of the screen that moves times its distance. */
const MOST_SHIFT = 0.02;

/** Returns the sum of layout shifts without user input, and the elements that moved. */
function shiftsOf(page: Page): Promise<{ sum: number; moved: string[] }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        const moved: string[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
            sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
          })[]) {
            if (entry.hadRecentInput) continue;
            sum += entry.value;
            moved.push(
              ...entry.sources.map(({ node, previousRect: before, currentRect: now }) => {
                const boxes = [before, now].map(({ x, y, width, height }) => `${x},${y} ${width}x${height}`);
                return `${boxes.join(' to ')}: ${node?.outerHTML?.slice(0, 120) ?? 'text'}`;
              }),
            );
          }
        }).observe({ type: 'layout-shift', buffered: true });
        // The observer receives the entries in a later task.
        requestAnimationFrame(() => setTimeout(() => resolve({ sum, moved }), 100));
      }),
  );
}

test('nothing moves while a page with slow pictures loads @phone @before-release', async ({
  page,
  context,
  product,
}, testInfo) => {
  await blockChanges(context);
  const delivery = await prepareDelivery(product, `still-${testInfo.project.name}`);
  const { freelancer, customer, project, version } = delivery;
  for (const [width, height] of [
    [900, 1400],
    [1400, 900],
    [800, 800],
  ] as const) {
    const bytes = await posterPng({ palette: PALETTES.cafe, title: 'Poster', line: 'Summer', width, height });
    const form = new FormData();
    form.set('version', String(version));
    form.set('file', new File([new Uint8Array(bytes)], `Poster ${width}.png`));
    await freelancer.expectCall(201, 'POST', '/api/files/', form);
  }
  await waitForThumbnails(delivery);
  for (const [session, address] of [
    [customer, `/projects/${project}`],
    [customer, '/dashboard'],
    [freelancer, `/projects/${project}`],
    [freelancer, '/dashboard'],
  ] as const) {
    await signIn(context, session);
    await waitForRenderer(context, address);
    // A busy machine may paint a page half-way through its HTML, which then shifts; the page's own shifts occur on
    // every attempt.
    await expect(async () => {
      const { sum, moved } = await visit(page, address);
      expect(sum, `${address}: ${moved.join('\n')}`).toBeLessThan(MOST_SHIFT);
    }).toPass({ timeout: 120_000 });
  }
});

test('nothing moves while a phone scrolls through sections with hundreds of pictures @before-release', async ({
  page,
  context,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await blockChanges(context);
  const size = { pictures: 400, sections: SECTIONS };
  const { customer, project } = await deliverManyPictures(product, 'scrolled', size);
  const address = `/projects/${project}`;
  await signIn(context, customer);
  await waitForRenderer(context, address);
  // Opens it with its first files, and as a late server sends it: a page with another parameter is never rendered.
  for (const open of [() => arriveWithContent(page, address), () => page.goto(`${address}?late=1`)])
    await expect(async () => {
      const { sum, moved } = await scrollThrough(page, open);
      expect(sum, moved.join('\n')).toBeLessThan(MOST_SHIFT);
    }).toPass({ timeout: 120_000 });
});

test('a row of pictures has the same height before and after it comes into view @before-release', async ({
  page,
  context,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await blockChanges(context);
  const { customer, project } = await deliverManyPictures(product, 'rows', { pictures: 120, sections: 5 });
  await signIn(context, customer);
  await page.goto(`/projects/${project}`);
  // The first picture leads the page, above its section.
  await expect(page.locator('a[id^=file-]')).toHaveCount(120);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await scroll(page, { from: 0, screens: Infinity });
  expect(await height()).toBe(before);
});

const SECTIONS = 6;
/** Number of cards that all sections show at first. */
const CARDS = SECTIONS * 24;

/** Returns the layout shifts of a page that is scrolled while its list of files loads, and then to its end. */
async function scrollThrough(page: Page, open: () => Promise<unknown>): ReturnType<typeof shiftsOf> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/files/?version=*', async (route) => {
    await promise;
    await route.fallback();
  });
  await open();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await scroll(page, { from: 0, screens: 2 });
  resolve();
  const cards = page.locator('a[id^=file-]');
  await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(CARDS);
  await scroll(page, { from: 2, screens: Infinity });
  const shifts = await shiftsOf(page);
  // The next visit of this address would restore the scroll position.
  await page.evaluate(() => scrollTo(0, 0));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return shifts;
}

async function scroll(page: Page, part: { from: number; screens: number }): Promise<void> {
  await page.evaluate(async ({ from, screens }) => {
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    for (let half = 2 * from; half <= 2 * (from + screens); half += 1) {
      const y = (half * innerHeight) / 2;
      if (y >= document.documentElement.scrollHeight) return;
      scrollTo(0, y);
      await painted();
    }
  }, part);
}

/** Returns the layout shifts of a page that receives its pictures only after React has taken over. */
async function visit(page: Page, address: string): ReturnType<typeof shiftsOf> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/thumbnail/**', async (route) => {
    await promise;
    await route.fallback();
  });
  await arriveWithContent(page, address, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForFunction((name) => document.documentElement.hasAttribute(name), TAKEN_OVER);
  resolve();
  await page.waitForLoadState('networkidle');
  const shifts = await shiftsOf(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return shifts;
}
