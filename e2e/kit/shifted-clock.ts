import type { Browser, BrowserContext } from '@playwright/test';

/** Opens a browser with a clock that is `ahead` milliseconds before the server's. */
export async function browserWith(browser: Browser, baseURL: string, ahead: number): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, locale: 'en' });
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
  return context;
}
