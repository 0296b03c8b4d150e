import type { Page } from '@playwright/test';

const KEY = 'counted-presses';

/**
 * Counts presses of pointer and keys on every page that this tab loads from now on; returns a function that reads the
 * count.
 */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript((key) => {
    const count = ({ isTrusted }: Event) => {
      if (isTrusted) sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key)) + 1));
    };
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, count, true);
  }, KEY);
  return () => page.evaluate((key) => Number(sessionStorage.getItem(key)), KEY);
}
