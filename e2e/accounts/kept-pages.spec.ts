import type { Page } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, findChromium } from '../../test-kit/programs/find-chromium.ts';
import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

// The back/forward cache needs the full Chromium, as the headless shell has none, and must not be turned off by
// Playwright.
test.use({
  launchOptions: {
    executablePath: findChromium() ?? '',
    args: [...CHROMIUM_ARGUMENTS],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/** Returns the address of a page on another site. */
function elsewhere(url: string): string {
  const other = new URL('/healthz', url);
  other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return other.href;
}

/** Marks the page when the browser restores it from its cache; a page that is loaded again has no mark. */
async function noteReturn(page: Page): Promise<void> {
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset['kept'] = String(persisted);
    }),
  );
}

for (const role of ['customer', 'freelancer'] as const)
  test(`the browser restores a ${role}'s page from its cache after a visit to another site @before-release`, async ({
    page,
    product,
  }) => {
    const delivery = await prepareDelivery(product, `kept-${role}`);
    await signIn(page, delivery[role]);
    await openProject(page, delivery);
    await page.waitForLoadState('networkidle');
    await noteReturn(page);
    await page.goto(elsewhere(product.url));
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-kept', 'true');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summer campaign');
  });

test('a page that is restored after a logout shows no project', async ({ page, context, product, t }) => {
  const delivery = await prepareDelivery(product, 'kept-out');
  await openProject(page, delivery, 'customer');
  await page.waitForLoadState('networkidle');
  await page.goto(elsewhere(product.url));
  const second = await context.newPage();
  await second.goto('/dashboard');
  await second.getByRole('button', { name: t('shell.logout') }).click();
  await expect(second).toHaveURL('/');
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).not.toHaveURL(/projects/);
  await expect(page.getByText('Summer campaign')).toHaveCount(0);
});
