import type { Browser, BrowserContext } from '@playwright/test';

/**
 * Adds every Content-Security-Policy violation on any page of this browser to `violations`. Chromium reports them on
 * the console, also for documents that may not run scripts.
 */
export function noteViolations(browser: Browser, violations: string[]): void {
  const openContext = browser.newContext.bind(browser);
  browser.newContext = async (options): Promise<BrowserContext> => {
    const context = await openContext(options);
    context.on('console', (message) => {
      const text = message.text();
      if (text.includes('Content Security Policy')) violations.push(`${message.location().url}: ${text}`);
    });
    return context;
  };
}
