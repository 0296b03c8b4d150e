import type { BrowserContext, Page } from '@playwright/test';

/**
 * Replaces the stream of changes in a page, or in all pages of a context, by one without events, so that a test sees
 * only the page's own requests.
 */
export async function blockChanges(where: BrowserContext | Page): Promise<void> {
  await where.addInitScript(() => {
    class SilentSource extends EventTarget {
      close(): void {}
    }
    Object.assign(globalThis, { EventSource: SilentSource });
  });
}
