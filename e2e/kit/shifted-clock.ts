import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Language } from './words.ts';

/** Words for the future and for long ago, which cannot describe anything that was created just now. */
const WRONG_TIMES: Record<Language, RegExp> = {
  en: /\bin (?:\d+|an?) \w+|tomorrow|next (?:week|month)|\d+ hours? ago|yesterday|\d+ days? ago/i,
  tr: /\d+ \S+ sonra|yarın|öbür gün|(?:gelecek|önümüzdeki) \S+|\d+ saat önce|dün|evvelsi gün|\d+ gün önce/i,
};

/** Opens a browser context with a clock that is `ahead` milliseconds ahead of the server's; negative if behind. */
export async function browserWith(browser: Browser, baseURL: string, ahead: number): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, locale: 'en' });
  await shiftClock(context, ahead);
  return context;
}

/** Sets the browser's clock `ahead` milliseconds ahead of the server's; negative if behind. */
export async function shiftClock(context: BrowserContext, ahead: number): Promise<void> {
  await context.addInitScript((shift) => {
    const now = Date.now.bind(Date);
    class ShiftedDate extends Date {
      constructor(...given: [] | [string | number | Date]) {
        if (given.length === 0) super(now() + shift);
        // The other forms of the constructor take up to seven numbers.
        else super(...(given as [number]));
      }
      static override now() {
        return now() + shift;
      }
    }
    globalThis.Date = ShiftedDate as DateConstructor;
  }, ahead);
}

/**
 * Expects every time on the screen to follow the server's clock, by which all content was created just now. Returns the
 * number of times.
 */
export async function expectTimesOfServer(page: Page, language: Language, name: string): Promise<number> {
  const times = await page.locator('main time[datetime*="T"]').allInnerTexts();
  for (const text of times) expect(text, name).not.toMatch(WRONG_TIMES[language]);
  return times.length;
}
