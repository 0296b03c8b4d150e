import type { Locator } from '@playwright/test';
import { TAKEN_OVER } from '@vitrin/shared/rules/rendered-pages.ts';
import { type Delivery, download, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { blockChanges } from '../kit/no-changes.ts';
import { waitForThumbnails } from '../kit/pictures.ts';
import { arriveWithContent, bareClassesOf, waitForRenderer } from '../kit/rendered-pages.ts';
import { waitForTakeover } from '../kit/takeover.ts';
import type { Product } from '../../test-kit/product.ts';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';

/** Creates a project with one picture, ready to be rendered by the server. */
async function prepareWork(product: Product, name: string): Promise<Delivery> {
  const delivery = await prepareDelivery(product, name);
  const form = new FormData();
  form.set('version', String(delivery.version));
  form.set('file', new File([PIXEL], 'poster.png', { type: 'image/png' }));
  await delivery.freelancer.expectCall(201, 'POST', '/api/files/', form);
  await waitForThumbnails(delivery);
  return delivery;
}

/**
 * Requests that a rendered page may send: for pictures of the work, the report of a look, and those of a freelancer's
 * page once it is shown (specification 11.2). Nothing else on the screen waits for them.
 */
const SHOWN =
  /^\/api\/(files\/\d+\/(thumbnail|content)|seen|projects\/\d+\/(activity|brought-receipts)|versions\/\d+\/(receivers|notices))\/$/;

type Invited = { username: string; reset_token: string | null };

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('screens arrive with their content, and React takes them over without errors or API calls @phone-before-release', async ({
  page,
  context,
  product,
}, { project }) => {
  const { freelancer, customer, project: id } = await prepareWork(product, `taken-over-${project.name}`);
  await blockChanges(context);
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', ({ message }) => errors.push(message));
  const screens = [
    [customer, [`/projects/${id}`, '/projects', '/dashboard']],
    [freelancer, [`/projects/${id}`, '/projects', '/dashboard']],
  ] as const;
  for (const [session, addresses] of screens) {
    await signIn(context, session);
    await waitForRenderer(context, '/dashboard');
    for (const address of addresses) {
      const requested: string[] = [];
      page.removeAllListeners('request');
      page.on('request', (request) => void requested.push(new URL(request.url()).pathname));
      await arriveWithContent(page, address, { beforeVisit: () => requested.splice(0) });
      await page.waitForLoadState('networkidle');
      const calls = requested.filter((path) => path.startsWith('/api/') && !SHOWN.test(path));
      expect(calls, address).toEqual([]);
      // The header reacts, so React has taken over the page.
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(errors, address).toEqual([]);
    }
  }
});

test('a rendered page links the style sheets of all its content @before-release', async ({
  context,
  product,
}) => {
  const { freelancer, customer, project: id } = await prepareWork(product, 'dressed');
  await freelancer.expectCall(201, 'POST', '/api/users/', { username: 'dressed-invited' });
  const { results } = await freelancer.expectCall<{ results: Invited[] }>(200, 'GET', '/api/users/');
  const token = results.find(({ username }) => username === 'dressed-invited')?.reset_token ?? '';
  const shared = [`/projects/${id}`, '/projects', '/dashboard'];
  const screens = [
    ['client', customer, shared],
    ['freelancer', freelancer, [...shared, `/projects/${id}?view=client`]],
    // The server loads some parts late, and renders them from the second page on.
    ['client again', customer, shared],
  ] as const;
  const bare: Record<string, string[]> = {};
  for (const [who, session, addresses] of screens) {
    await signIn(context, session);
    for (const address of addresses) bare[`${who} ${address}`] = await bareClassesOf(context, address);
  }
  await context.clearCookies();
  bare['invitation'] = await bareClassesOf(context, `/customer-register?token=${token}`);
  expect(Object.entries(bare).filter(([, classes]) => classes.length > 0)).toEqual([]);
});

test('style sheets loaded later override those of the page @before-release', async ({
  page,
  context,
  product,
}) => {
  const { freelancer, project: id } = await prepareWork(product, 'styled-late');
  await signIn(context, freelancer);
  await waitForRenderer(context, '/dashboard');
  await arriveWithContent(page, `/projects/${id}`);
  await page.getByRole('button', { name: 'Add milestone' }).click();
  // The page's own sheets remove the borders of all buttons; those of the editor add some to its toolbar.
  await expect(page.getByRole('button', { name: 'Bold' })).toHaveCSS('border-top-width', '1px');
});

test('a tap at the moment React takes over is handled in the page', async ({ page, context, product }) => {
  const { customer, project: id } = await prepareWork(product, 'tap-at-takeover');
  await signIn(context, customer);
  await waitForRenderer(context, '/dashboard');
  await page.addInitScript((takenOver) => {
    addEventListener('click', ({ defaultPrevented }) => {
      document.documentElement.dataset['handled'] = String(defaultPrevented);
    });
    new MutationObserver((_, attributes) => {
      if (!document.documentElement.hasAttribute(takenOver)) return;
      attributes.disconnect();
      document.querySelector<HTMLElement>('[data-lead] a')?.click();
    }).observe(document, { attributes: true, subtree: true, attributeFilter: [takenOver] });
  }, TAKEN_OVER);
  await arriveWithContent(page, `/projects/${id}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-handled', 'true');
});

test('a tap before scripts are loaded stays in the product and shows the tapped file @phone-before-release', async ({
  page,
  context,
  product,
  t,
}, { project }) => {
  const { freelancer, customer, project: id, version } = await prepareWork(product, `tap-${project.name}`);
  await uploadFile(freelancer, version, 'notes.txt', Buffer.from('Words'));
  await signIn(context, customer);
  await waitForRenderer(context, '/dashboard');
  await page.route('**/*.js', (route) => route.abort());
  for (const [name, pictures] of [
    ['poster.png', 1],
    ['notes.txt', 0],
  ] as const) {
    await arriveWithContent(page, `/projects/${id}`, { waitUntil: 'commit' });
    await page.getByRole('link', { name: t('files.open', { name }) }).click();
    await expect(page).toHaveURL(new RegExp(`/projects/${id}\\?version=${version}&file=\\d+$`));
    const close = page.getByRole('link', { name: t('actions.close'), exact: true });
    // A busy server may send the page without its content.
    await expect(async () => {
      if (!(await close.isVisible())) await page.reload({ waitUntil: 'commit' });
      await expect(close).toBeInViewport({ timeout: 5000 });
    }).toPass();
    await expect(page.locator('img[sizes="100vw"]')).toHaveCount(pictures);
    const { name: downloaded } = await download(page, () =>
      page.getByRole('link', { name: t('files.downloadShort'), exact: true }).click(),
    );
    expect(downloaded).toBe(name);
    await close.click();
    await expect(page).toHaveURL(`/projects/${id}?`);
    await expect(close).toHaveCount(0);
  }
});

test('the page of an invitation keeps input typed before React is loaded @before-release', async ({
  page,
  context,
  product,
}, { project }) => {
  const { freelancer } = await prepareWork(product, `typed-${project.name}`);
  const username = `typed-client-${project.name}`;
  await freelancer.expectCall(201, 'POST', '/api/users/', { username });
  const { results } = await freelancer.expectCall<{ results: Invited[] }>(200, 'GET', '/api/users/');
  const token = results.find((customer) => customer.username === username)?.reset_token ?? '';
  const address = `/customer-register?token=${token}`;
  await waitForRenderer(context, address);
  const { promise: mayLoad, resolve: letScriptsLoad } = Promise.withResolvers<void>();
  await page.route('**/*.js', (route) => void mayLoad.then(() => route.continue()));
  const requested: string[] = [];
  page.on('request', (request) => void requested.push(new URL(request.url()).pathname));
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const password = page.locator('input[name=password]');
  await password.fill('typed-early-1');
  await password.press('Enter');
  await page.getByRole('button', { name: /work/ }).click();
  expect(page.url()).toContain(address);
  letScriptsLoad();
  await waitForTakeover(page);
  await expect(password).toHaveValue('typed-early-1');
  expect(requested.filter((path) => path.startsWith('/api/'))).toEqual([]);
  await page.getByRole('button', { name: /work/ }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/customer-register'));
});

for (const role of ['customer', 'freelancer'] as const)
  test(`the address of a file shows it to a ${role} before any script, and the viewer replaces it in place @phone-before-release`, async ({
    page,
    context,
    product,
    t,
  }, { project }) => {
    const delivery = await prepareWork(product, `first-look-${role}-${project.name}`);
    const { freelancer, project: id, version } = delivery;
    const poster = await posterPng({
      palette: PALETTES.cafe,
      title: 'A',
      line: 'B',
      width: 900,
      height: 1400,
    });
    const { id: file } = await uploadFile(freelancer, version, 'tall.png', poster);
    await waitForThumbnails(delivery);
    await signIn(context, delivery[role]);
    await waitForRenderer(context, '/dashboard');
    const { promise: mayLoad, resolve: letScriptsLoad } = Promise.withResolvers<void>();
    await page.route('**/*.js', (route) => void mayLoad.then(() => route.continue()));
    await arriveWithContent(page, `/projects/${id}?version=${version}&file=${file}`, { waitUntil: 'commit' });
    const close = page.getByRole('link', { name: t('actions.close') });
    await expect(close).toBeInViewport();
    const first = page.locator('img[sizes="100vw"]');
    await expect(first).toBeInViewport({ ratio: 1 });
    await expect
      .poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const before = await boxOf(first);

    letScriptsLoad();
    const viewer = page.getByRole('dialog');
    const picture = viewer.getByRole('img', { name: 'tall.png' });
    await expect(picture).toBeVisible();
    await expect(close).toHaveCount(0);
    const after = await boxOf(picture);
    for (const [at, side] of after.entries())
      expect(Math.abs(side - (before[at] ?? Number.NaN)), String([before, after])).toBeLessThanOrEqual(3);
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(page).toHaveURL(`/projects/${id}`);
  });

test('without scripts a client sees the work and downloads it', async ({ browser, product, locale }) => {
  const delivery = await prepareWork(product, 'without-scripts');
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url, locale });
  await signIn(context, delivery.customer);
  await waitForRenderer(context, '/dashboard');
  const page = await context.newPage();
  await arriveWithContent(page, `/projects/${delivery.project}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summer campaign');
  await expect(page.getByText('poster.png')).toBeVisible();
  const { name } = await download(page, () =>
    page.getByRole('link', { name: 'Download poster.png' }).click(),
  );
  expect(name).toBe('poster.png');
  await page.getByRole('link', { name: 'Open poster.png' }).click();
  await expect(page.locator('img[sizes="100vw"]')).toBeInViewport();
  await page.getByRole('link', { name: 'Close' }).click();
  await expect(page.locator('img[sizes="100vw"]')).toHaveCount(0);
  await context.close();
});

/** Returns left, top, width and height of the drawn part of a picture that is fitted into its element. */
function boxOf(picture: Locator): Promise<number[]> {
  return picture.evaluate((image: HTMLImageElement) => {
    const { left, top, width, height } = image.getBoundingClientRect();
    const scale = Math.min(width / image.naturalWidth, height / image.naturalHeight);
    const [drawnWidth, drawnHeight] = [image.naturalWidth * scale, image.naturalHeight * scale];
    return [left + (width - drawnWidth) / 2, top + (height - drawnHeight) / 2, drawnWidth, drawnHeight];
  });
}
