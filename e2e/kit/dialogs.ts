import { type Locator, type Page, expect } from '@playwright/test';

/**
 * Waits until a dialog has taken the focus. It does so a moment after it is there, to its first control: a key that is
 * pressed on another one meanwhile may close it.
 */
export async function expectFocusIn(dialog: Locator): Promise<void> {
  await expect(dialog.locator(':focus')).toBeVisible();
}

/** Opens a dialog by a button that the server has sent, and that does nothing before React has taken it over. */
export async function openDialog(dialog: Locator, press: () => Promise<void>): Promise<void> {
  await expect(async () => {
    if (!(await dialog.isVisible())) await press();
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass();
}

/** Opens a screen and waits for the parts of the shell that come late: they keep the focus, and announce changes. */
export async function openWhole(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('#announced-changes').waitFor({ state: 'attached' });
}
