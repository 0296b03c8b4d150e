import type { Browser, BrowserContext } from '@playwright/test';

/**
 * Records into `violations` what a Content-Security-Policy refuses on any page of this browser. Chromium reports it on
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
