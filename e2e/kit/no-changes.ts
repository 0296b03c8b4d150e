import type { BrowserContext, Page } from '@playwright/test';

/** Cuts a page, or those of a context, off from changes, for tests of the page's own requests. */
export async function blockChanges(where: BrowserContext | Page): Promise<void> {
  await where.addInitScript(() => {
    class SilentSource extends EventTarget {
      close(): void {}
    }
    Object.assign(globalThis, { EventSource: SilentSource });
  });
}
