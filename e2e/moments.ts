import { type Locator, type Page, expect } from '@playwright/test';

/**
 * Does something and expects what shows for a moment only. From then on the page's clock stands still, but for the
 * few frames that it takes to come, so that it cannot be gone before it was looked for.
 */
export async function expectForAMoment(page: Page, act: () => Promise<void>, thing: Locator): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await act();
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(thing).toBeVisible({ timeout: 1 });
  }).toPass();
}
