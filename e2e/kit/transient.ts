import { type Locator, type Page, expect } from '@playwright/test';

/**
 * Clicks and expects an element that shows only briefly. Stops the page's clock before the click and advances it by a
 * few frames at a time, so that the element cannot vanish before it is found.
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
