import { prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { expectNoZoom } from '../kit/password-manager.ts';

test('what a page preloads is used, and nothing is fetched twice', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'preloads');
  await signIn(page, delivery.customer);
  const warnings: string[] = [];
  page.on('console', (message) => message.text().includes('preload') && warnings.push(message.text()));
  for (const address of ['/dashboard', `/projects/${delivery.project}`]) {
    const asked: string[] = [];
    page.removeAllListeners('request');
    page.on('request', (request) => void asked.push(request.url()));
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const assets = asked.filter((url) => url.includes('/assets/'));
    expect(assets.length).toBeGreaterThan(5);
    expect(assets.filter((url, place) => assets.indexOf(url) !== place)).toEqual([]);
  }
  expect(warnings).toEqual([]);
});

test('the account screen never scrolls sideways, however long the names, nor zooms in on a phone @phone', async ({
  page,
  product,
  isMobile,
}, { project }) => {
  const delivery = await prepareDelivery(product, `${project.name}-${'w'.repeat(110)}`);
  await signIn(page, delivery.freelancer);
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 2 }).last()).toBeVisible();
  await page.waitForLoadState('networkidle');
  // Not `innerWidth`: on phones it grows with overflowing content, because the page is zoomed out.
  const { width = 0 } = page.viewportSize() ?? {};
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  if (isMobile) await expectNoZoom(page);
});
