import type { BrowserContext, Page } from '@playwright/test';
import { DATA_ELEMENT_ID } from '@vitrin/shared/rules/rendered-pages.ts';
import { expect } from './fixtures.ts';

/** Waits until the server sends pages with content: the first request starts the process that renders them. */
export async function waitForRenderer(context: BrowserContext, address: string): Promise<void> {
  await expect.poll(async () => (await context.request.get(address)).text()).toContain(DATA_ELEMENT_ID);
}

/** Opens an address until the page comes with its content: a busy server sends the page without it. */
export async function arriveWithContent(
  page: Page,
  address: string,
  { beforeVisit = () => {}, waitUntil }: { beforeVisit?: () => void; waitUntil?: 'commit' } = {},
): Promise<void> {
  await expect(async () => {
    // Leaving the page discards the requests that it has not sent yet.
    await page.goto('about:blank');
    beforeVisit();
    const answer = await page.goto(address, waitUntil && { waitUntil });
    expect(await answer?.text()).toContain(DATA_ELEMENT_ID);
  }).toPass();
}

/**
 * Returns the CSS module classes of a rendered page that none of its linked style sheets defines: their elements would
 * be unstyled at first, and move once a script loads the sheet.
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

/** Matches a class of a CSS module, as web/vite.config.ts names it. */
const MODULE_CLASS = /(?<![\w-])[a-z][a-zA-Z0-9]*_[\w-]{4}(?![\w-])/g;
