import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import type { ApiSession } from '../../test-kit/api-session.ts';
import type { Delivery } from '../../test-kit/delivery.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { expect } from './fixtures.ts';

export { type Delivery, prepareDelivery } from '../../test-kit/delivery.ts';

/**
 * Signs in a browser context, or that of a page, by setting the session's cookies. Leaves the page first: while it has
 * no session it would go to the login by itself.
 */
export async function signIn(browser: BrowserContext | Page, session: ApiSession): Promise<void> {
  const context = 'context' in browser ? browser.context() : browser;
  const url = session.origin;
  if ('context' in browser && browser.url() !== 'about:blank') await browser.goto('about:blank');
  await context.clearCookies();
  await context.addCookies(Array.from(session.cookies, ([name, value]) => ({ name, value, url })));
}

/** Uploads a file to the newest version and returns the address that opens it. */
export async function deliverFile(
  { freelancer, project, version }: Delivery,
  name: string,
  bytes: Buffer<ArrayBuffer>,
): Promise<string> {
  const { id } = await uploadFile(freelancer, version, name, bytes);
  return `/projects/${project}?version=${version}&file=${id}`;
}

/** Opens the project's screen, signed in as `who` if given, and waits for its heading. */
export async function openProject(
  page: Page,
  delivery: Delivery,
  who?: 'freelancer' | 'customer',
): Promise<void> {
  if (who) await signIn(page, delivery[who]);
  await page.goto(`/projects/${delivery.project}`);
  await expect(page.getByRole('heading', { name: 'Summer campaign' })).toBeVisible();
}

/** Adds files to the newest version by their paths, which keeps their modification times. */
export async function addFiles(page: Page, files: string[]): Promise<void> {
  await page.getByLabel('Add files').last().setInputFiles(files);
}

/** Writes `bytes` under `name` in a folder and returns the path. */
export function fileIn(folder: string, name: string, bytes: Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

export function sha256Of(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Clicks and returns the name and hash of the downloaded file. */
export async function download(
  page: Page,
  click: () => Promise<void>,
): Promise<{ name: string; sha256: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: download.suggestedFilename(), sha256: sha256Of(await download.path()) };
}

/** DevTools session that limits each page: only the session that set a limit can lift it. */
const limiting = new WeakMap<Page, CDPSession>();

/** Limits the browser's upload speed, so that an upload takes long enough to be interrupted. */
export async function slowUploads(page: Page, bytesPerSecond: number): Promise<void> {
  const devTools = limiting.get(page) ?? (await page.context().newCDPSession(page));
  limiting.set(page, devTools);
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

/** Lifts the limit that `slowUploads` has set. */
export async function letUploadsRun(page: Page): Promise<void> {
  await slowUploads(page, -1);
}

/** Swipes with one finger across the middle of the screen, from one x to another. */
export async function swipe(page: Page, { from, to }: { from: number; to: number }): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] });
  await touch('touchStart', from);
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', from + ((to - from) * step) / 8);
  await touch('touchEnd');
}
