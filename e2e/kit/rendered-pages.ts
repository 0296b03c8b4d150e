import type { BrowserContext, Page } from '@playwright/test';
import { DATA_ELEMENT_ID } from '@vitrin/shared/rules/rendered-pages.ts';
import { expect } from './fixtures.ts';

/** The first page starts the process that renders; until it runs, pages come without content. */
export async function waitForRenderer(context: BrowserContext, address: string): Promise<void> {
  await expect.poll(async () => (await context.request.get(address)).text()).toContain(DATA_ELEMENT_ID);
}

/**
 * Opens an address, again and again until it comes with its content: on a machine with much else to do the server may be
 * late with it, and sends a page without.
 */
export async function arriveWithContent(
  page: Page,
  address: string,
  { beforeVisit = () => {}, waitUntil }: { beforeVisit?: () => void; waitUntil?: 'commit' } = {},
): Promise<void> {
  await expect(async () => {
    // What the last page has not asked for yet, it does not ask for later.
    await page.goto('about:blank');
    beforeVisit();
    const answer = await page.goto(address, waitUntil && { waitUntil });
    expect(await answer?.text()).toContain(DATA_ELEMENT_ID);
  }).toPass();
}
