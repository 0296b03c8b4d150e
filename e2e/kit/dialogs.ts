import { type Locator, type Page, expect } from '@playwright/test';

/**
 * Waits until the focus is inside the dialog. It focuses its first control shortly after it appears; a key pressed
 * before that may close it.
 */
export async function expectFocusIn(dialog: Locator): Promise<void> {
  await expect(dialog.locator(':focus')).toBeVisible();
}

/** Opens a dialog by a server-rendered button, which does nothing until React has taken over the page. */
export async function openDialog(dialog: Locator, press: () => Promise<void>): Promise<void> {
  await expect(async () => {
    if (!(await dialog.isVisible())) await press();
    await expect(dialog).toBeVisible({ timeout: 2000 });
  }).toPass();
}

/** Opens a screen and waits for the parts of the shell that load late, which keep the focus and announce changes. */
export async function openWhole(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('#announced-changes').waitFor({ state: 'attached' });
}
