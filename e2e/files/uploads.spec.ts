import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startS3Server } from '../../test-kit/s3-server.ts';
import { startProduct } from '../../test-kit/product.ts';
import { downloadEntryOf } from '../kit/arrange.ts';
import {
  addFiles,
  download,
  fileIn,
  letUploadsRun,
  openProject,
  prepareDelivery,
  sha256Of,
  signIn,
  slowUploads,
} from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { logInOnScreen } from '../kit/people.ts';
import { specFolder } from '../kit/spec-folder.ts';

const MIB = 1024 ** 2;

const folder = specFolder();

const trayOf = (page: Page) => page.getByRole('region', { name: 'Uploads' });

/** Progress bar of one file in the tray. */
const barOf = (page: Page, name: string) =>
  trayOf(page).getByRole('progressbar', { name: new RegExp(`^${name}`) });

async function percentOf(page: Page, name: string): Promise<number> {
  return Number(await barOf(page, name).getAttribute('aria-valuenow'));
}

async function expectWhole(page: Page, file: string): Promise<void> {
  const name = path.basename(file);
  const own = page.getByRole('link', { name: new RegExp(`^(Open|Download) ${name}`) }).last();
  await expect(own).toBeVisible({ timeout: 30_000 });
  const isDownload = (await own.getAttribute('aria-label'))?.startsWith('Download');
  const link = isDownload ? own : await downloadEntryOf(page, name);
  expect(await download(page, () => link.click())).toEqual({ name, sha256: sha256Of(file) });
}

test('an upload resumes by itself after the server was killed and restarted @before-release', async ({
  page,
}) => {
  let product = await startProduct();
  const { dataDir, url } = product;
  const port = new URL(url).port;
  try {
    const delivery = await prepareDelivery(product, 'killed');
    // After a kill only synced bytes remain; a request syncs every 16 MiB.
    const file = fileIn(folder(), 'killed.bin', randomBytes(32 * MIB));
    await signIn(page, delivery.freelancer);
    await page.goto(`${url}/projects/${delivery.project}`);
    await slowUploads(page, 8 * MIB);
    await addFiles(page, [file]);
    await expect.poll(() => percentOf(page, 'killed.bin'), { intervals: [100] }).toBeGreaterThan(60);
    await product.kill();
    await expect(trayOf(page)).toContainText('No connection. Resumes automatically.');

    await letUploadsRun(page);
    let sentAfter = 0;
    page.on('request', (request) => {
      const offset = request.headers()['upload-offset'];
      if (request.method() === 'PATCH' && offset !== undefined) sentAfter = Number(offset);
    });
    product = await startProduct({ dataDir, env: { PORT: port } });
    await expect(trayOf(page)).toContainText('1 file uploaded', { timeout: 40_000 });
    expect(sentAfter).toBeGreaterThanOrEqual(16 * MIB);
    await expectWhole(page, file);
  } finally {
    await product.remove();
  }
});

test('an upload to object storage resumes after a kill and a reload when the same file is chosen again @before-release', async ({
  page,
}) => {
  const s3 = await startS3Server();
  let product = await startProduct({ env: s3.environment });
  const { dataDir, url } = product;
  try {
    const delivery = await prepareDelivery(product, 'killed-s3');
    const file = fileIn(folder(), 'killed-s3.bin', randomBytes(30 * MIB));
    await signIn(page, delivery.freelancer);
    await page.goto(`${url}/projects/${delivery.project}`);
    await slowUploads(page, 8 * MIB);
    await addFiles(page, [file]);
    // Parts of 8 MiB exist until they are joined at the end. Once the second one exists, the first is recorded.
    await expect.poll(() => s3.partBytes(), { timeout: 60_000, intervals: [100] }).toBeGreaterThan(8 * MIB);
    await product.kill();
    await expect(trayOf(page)).toContainText('No connection. Resumes automatically.');
    page.once('dialog', (question) => void question.accept());
    await page.goto('about:blank');
    await letUploadsRun(page);

    product = await startProduct({ dataDir, env: { ...s3.environment, PORT: new URL(url).port } });
    await page.goto(`${url}/projects/${delivery.project}`);
    await expect(trayOf(page)).toContainText('1 unfinished upload');
    const patch = page.waitForRequest((request) => request.method() === 'PATCH');
    await trayOf(page).getByLabel('Choose the file again').last().setInputFiles(file);
    expect(Number((await patch).headers()['upload-offset'])).toBeGreaterThanOrEqual(8 * MIB);
    await expect(trayOf(page)).toContainText('1 file uploaded', { timeout: 60_000 });
    await expectWhole(page, file);
  } finally {
    await product.remove();
    await s3.stop();
  }
});

test('an upload resumes after a reload when the same file is chosen again', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'reload');
  const file = fileIn(folder(), 'reload.bin', randomBytes(10 * MIB));
  const other = fileIn(folder(), 'other.bin', randomBytes(MIB));
  await openProject(page, delivery, 'freelancer');
  await slowUploads(page, MIB);
  await addFiles(page, [file]);
  await expect.poll(() => percentOf(page, 'reload.bin')).toBeGreaterThan(30);
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await letUploadsRun(page);

  const tray = trayOf(page);
  await expect(tray).toContainText('1 unfinished upload');
  await expect(tray).toContainText('reload.bin');
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).toContain('/api/uploads/');
  expect(stored).not.toContain('reload.bin');
  expect(await percentOf(page, 'reload.bin')).toBeGreaterThan(25);
  await tray.getByLabel('Choose the file again').last().setInputFiles(other);
  await expect(tray.getByRole('alert')).toContainText('other.bin is not one of the unfinished files');
  const patch = page.waitForRequest((request) => request.method() === 'PATCH');
  await tray.getByLabel('Choose the file again').last().setInputFiles(file);
  expect(Number((await patch).headers()['upload-offset'])).toBeGreaterThan(2 * MIB);
  await expect(tray).toContainText('1 file uploaded', { timeout: 30_000 });
  await expectWhole(page, file);
});

test('an upload survives a change of screen, a screen that fails to load, a lost connection and a pause @before-release', async ({
  page,
  context,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'offline');
  const file = fileIn(folder(), 'offline.bin', randomBytes(10 * MIB));
  await openProject(page, delivery, 'freelancer');
  await slowUploads(page, MIB / 2);
  await addFiles(page, [file]);
  await page.getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('heading', { name: 'Clients' })).toBeVisible();
  await expect.poll(() => percentOf(page, 'offline.bin')).toBeGreaterThan(10);
  await expect(trayOf(page)).toContainText(/MB\/s|KB\/s/);
  await expect(trayOf(page)).toContainText(/s left/);

  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  page.on('dialog', (question) => void question.accept());
  // The slowed connection still answers while offline, so the code of this screen is blocked here.
  await page.route(/assets\/AnalyticsScreen/, (route) => route.abort());
  await context.setOffline(true);
  await expect(trayOf(page)).toContainText('No connection. Resumes automatically.', { timeout: 30_000 });
  // A click on a screen that is not loaded yet stays on the page, with its upload.
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByText('This part could not be loaded.')).toBeVisible();
  await expect(barOf(page, 'offline.bin')).toBeVisible();
  await page.unroute(/assets\/AnalyticsScreen/);
  await context.setOffline(false);
  // Going online lifts the limit, so it is set again.
  await slowUploads(page, MIB / 2);
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await expect.poll(() => percentOf(page, 'offline.bin'), { timeout: 30_000 }).toBeGreaterThan(20);
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);

  await page.getByRole('button', { name: 'Pause the upload of offline.bin' }).click();
  await expect(trayOf(page)).toContainText('1 upload paused');
  await letUploadsRun(page);
  await page.getByRole('button', { name: 'Resume the upload of offline.bin' }).click();
  await expect(trayOf(page)).toContainText('1 file uploaded', { timeout: 30_000 });
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Clients' })).toBeVisible();
  await page.goBack();
  await expectWhole(page, file);
});

test('a cancelled upload leaves nothing behind @before-release', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'cancel');
  const file = fileIn(folder(), 'cancel.bin', randomBytes(8 * MIB));
  await openProject(page, delivery, 'freelancer');
  await slowUploads(page, MIB / 4);
  await addFiles(page, [file]);
  await expect.poll(() => percentOf(page, 'cancel.bin')).toBeGreaterThan(5);
  const gone = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Cancel the upload of cancel.bin' }).click();
  expect((await gone).status()).toBe(204);
  await expect(trayOf(page)).toBeHidden();
  await page.reload();
  await expect(page.getByText('No files yet')).toBeVisible();
  await expect(trayOf(page)).toBeHidden();
});

test('a logout during an upload asks once; staying continues the upload @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'logout');
  const file = fileIn(folder(), 'logout.bin', randomBytes(10 * MIB));
  await openProject(page, delivery, 'freelancer');
  await slowUploads(page, MIB);
  await addFiles(page, [file]);
  await expect.poll(() => percentOf(page, 'logout.bin')).toBeGreaterThan(5);
  const logout = page.getByRole('button', { name: 'Logout', exact: true });
  const question = page.getByRole('dialog', { name: 'Log out while files are uploading?' });
  await logout.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  const percent = await percentOf(page, 'logout.bin');
  await expect.poll(() => percentOf(page, 'logout.bin')).toBeGreaterThan(percent);

  const askedByBrowser: string[] = [];
  page.on('dialog', async (dialog) => {
    askedByBrowser.push(dialog.type());
    await dialog.dismiss();
  });
  // The load of the next page is aborted once, as by Escape.
  await page.route(new URL('/', page.url()).href, (route) => route.abort('aborted'), { times: 1 });
  const stopped = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest());
  await logout.click();
  await question.getByRole('button', { name: 'Logout' }).click();
  await stopped;
  // The page is still open; its next refused request leads there again.
  await page.getByRole('link', { name: 'Clients' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  expect(askedByBrowser).toEqual([]);

  await page.goto('/login');
  await logInOnScreen(page, 'logout');
  await openProject(page, delivery);
  await expect(trayOf(page)).toContainText('1 unfinished upload');
});
