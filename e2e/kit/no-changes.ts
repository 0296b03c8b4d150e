import type { BrowserContext } from '@playwright/test';

/** Pages of this context hear of no changes, for tests of what a page does by itself. */
export async function hearNoChanges(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    class SilentSource extends EventTarget {
      close(): void {}
    }
    Object.assign(globalThis, { EventSource: SilentSource });
  });
}
