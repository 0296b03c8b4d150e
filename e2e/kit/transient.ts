import { type Locator, type Page, expect } from '@playwright/test';

/**
 * Clicks and expects something that shows only briefly. The page's clock is stopped before the click and advanced by a
 * few frames, so that the thing cannot vanish before it is found.
 */
export async function expectTransient(page: Page, control: Locator, thing: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await control.click();
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(thing).toBeVisible({ timeout: 1 });
  }).toPass();
}
