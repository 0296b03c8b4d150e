import { type Locator, type Page, expect } from '@playwright/test';

/**
 * Clicks and expects what shows for a moment only. Once the control is there the page's clock stands still, but for
 * the few frames that the moment takes to come, so that it cannot be gone before it was looked for.
 */
export async function expectForAMoment(page: Page, control: Locator, thing: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await control.click();
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(thing).toBeVisible({ timeout: 1 });
  }).toPass();
}
