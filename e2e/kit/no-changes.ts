import type { BrowserContext, Page } from '@playwright/test';

/** A page, or those of a context, hear of no changes, for tests of what a page does by itself. */
export async function hearNoChanges(where: BrowserContext | Page): Promise<void> {
  await where.addInitScript(() => {
    class SilentSource extends EventTarget {
      close(): void {}
    }
    Object.assign(globalThis, { EventSource: SilentSource });
  });
}
