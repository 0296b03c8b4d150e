import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DATA_ELEMENT_ID, TAKEN_OVER } from '@vitrin/shared/rules/rendered-pages.ts';

/** Waits until React has taken over a server-rendered page, if it is one. */
export async function waitForTakeover(page: Page): Promise<void> {
  await page.waitForFunction(
    ([id, name]) => document.getElementById(id) === null || document.documentElement.hasAttribute(name),
    [DATA_ELEMENT_ID, TAKEN_OVER] as const,
  );
}

/** Makes `goto` and `reload` in this browser wait until React has taken over the page, unless they set `waitUntil`. */
export function awaitTakeovers(browser: Browser): void {
  const openContext = browser.newContext.bind(browser);
  browser.newContext = async (options): Promise<BrowserContext> => {
    const context = await openContext(options);
    if (options?.javaScriptEnabled !== false) context.on('page', awaitTakeover);
    return context;
  };
}

function awaitTakeover(page: Page): void {
  const open = page.goto.bind(page);
  page.goto = async (address, options) => {
    const answer = await open(address, options);
    if (options?.waitUntil === undefined) await waitForTakeover(page);
    return answer;
  };
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    const answer = await reload(options);
    if (options?.waitUntil === undefined) await waitForTakeover(page);
    return answer;
  };
}
