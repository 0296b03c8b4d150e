import { type Locator, expect } from '@playwright/test';

/**
 * Waits until a dialog has taken the focus. It does so a moment after it is there, to its first control: a key that is
 * pressed on another one meanwhile may close it.
 */
export async function expectFocusIn(dialog: Locator): Promise<void> {
  await expect(dialog.locator(':focus')).toBeVisible();
}
