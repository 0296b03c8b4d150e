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
    // Requests that the last page has not sent yet are not sent later.
    await page.goto('about:blank');
    beforeVisit();
    const answer = await page.goto(address, waitUntil && { waitUntil });
    expect(await answer?.text()).toContain(DATA_ELEMENT_ID);
  }).toPass();
}

/**
 * The classes of our own styles that a server's page has and that no style sheet it links knows: their elements would be
 * drawn bare, and move once a script brings their sheet.
 */
export async function bareClassesOf(context: BrowserContext, address: string): Promise<string[]> {
  let html = '';
  await expect(async () => {
    html = await (await context.request.get(address)).text();
    expect(html).toContain(DATA_ELEMENT_ID);
  }).toPass();
  const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const styles = await Promise.all(
    sheets.map(async (link) => (await context.request.get(/href="([^"]+)"/.exec(link)?.[1] ?? '')).text()),
  );
  const defined = new Set(styles.join('\n').match(MODULE_CLASS));
  const classes = (html.match(/ class="[^"]*"/g) ?? []).flatMap((each) => each.match(MODULE_CLASS) ?? []);
  expect(classes.length, address).toBeGreaterThan(20);
  return [...new Set(classes.filter((each) => !defined.has(each)))];
}

/** A class of a CSS module, as web/vite.config.ts names it. */
const MODULE_CLASS = /(?<![\w-])[a-z][a-zA-Z0-9]*_[\w-]{4}(?![\w-])/g;
