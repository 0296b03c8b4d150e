import type { Page } from '@playwright/test';
import { TAKEN_OVER } from '@vitrin/shared/rules/rendered-pages.ts';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import { prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { hearNoChanges } from '../kit/no-changes.ts';
import { untilDrawn } from '../kit/pictures.ts';
import { arriveWithContent, waitForRenderer } from '../kit/rendered-pages.ts';

/** Most that may move while a page comes, as browsers measure it: the part of the screen times the way. */
const MOST_SHIFT = 0.02;

/** Sum of layout shifts without user input, with the elements that moved. */
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
                const places = [before, now].map(({ x, y, width, height }) => `${x},${y} ${width}x${height}`);
                return `${places.join(' to ')}: ${node?.outerHTML?.slice(0, 120) ?? 'text'}`;
              }),
            );
          }
        }).observe({ type: 'layout-shift', buffered: true });
        // Entries come in a task after the observer was made.
        requestAnimationFrame(() => setTimeout(() => resolve({ sum, moved }), 100));
      }),
  );
}

test('nothing moves while a page with slow pictures loads @phone', async ({
  page,
  context,
  product,
}, testInfo) => {
  await hearNoChanges(context);
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
  await untilDrawn(delivery);
  for (const [session, address] of [
    [customer, `/projects/${project}`],
    [customer, '/dashboard'],
    [freelancer, `/projects/${project}`],
    [freelancer, '/dashboard'],
  ] as const) {
    await signIn(context, session);
    await waitForRenderer(context, address);
    // A busy machine paints in the middle of a page's text, which moves; what a page moves by itself, it moves each time.
    await expect(async () => {
      const { sum, moved } = await visit(page, address);
      expect(sum, `${address}: ${moved.join('\n')}`).toBeLessThan(MOST_SHIFT);
    }).toPass({ timeout: 120_000 });
  }
});

/** Layout shifts of a page that gets its pictures only after it is hydrated. */
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
