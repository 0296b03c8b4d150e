import { type Locator, expect } from '@playwright/test';

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
