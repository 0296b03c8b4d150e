import { type Delivery, download, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { hearNoChanges } from '../kit/no-changes.ts';
import { untilDrawn } from '../kit/pictures.ts';
import { arriveWithContent, waitForRenderer } from '../kit/rendered-pages.ts';
import { waitForTakeover } from '../kit/takeover.ts';
import type { Product } from '../../test-kit/product.ts';

/** A project with one picture, whose page the server can render at once. */
async function prepareWork(product: Product, name: string): Promise<Delivery> {
  const delivery = await prepareDelivery(product, name);
  const form = new FormData();
  form.set('version', String(delivery.version));
  form.set('file', new File([PIXEL], 'poster.png', { type: 'image/png' }));
  await delivery.freelancer.expectCall(201, 'POST', '/api/files/', form);
  await untilDrawn(delivery);
  return delivery;
}

/**
 * Pictures of the work, the report that it is looked at, and what the freelancer is told once the page stands
 * (specification 11.2): nothing else on the screen waits for these.
 */
const SHOWN =
  /^\/api\/(files\/\d+\/(thumbnail|content)|seen|projects\/\d+\/(activity|brought-receipts)|versions\/\d+\/(receivers|notices))\/$/;

type Invited = { username: string; reset_token: string | null };

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('screens arrive with their content, and React takes them over without a word or a call @phone', async ({
  page,
  context,
  product,
}, { project }) => {
  const { freelancer, customer, project: id } = await prepareWork(product, `taken-over-${project.name}`);
  await hearNoChanges(context);
  const said: string[] = [];
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  page.on('pageerror', ({ message }) => said.push(message));
  const screens = [
    [customer, [`/projects/${id}`, '/projects', '/dashboard']],
    [freelancer, [`/projects/${id}`, '/projects', '/dashboard']],
  ] as const;
  for (const [session, addresses] of screens) {
    await signIn(context, session);
    await waitForRenderer(context, '/dashboard');
    for (const address of addresses) {
      const asked: string[] = [];
      page.removeAllListeners('request');
      page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
      await arriveWithContent(page, address, { beforeVisit: () => asked.splice(0) });
      await page.waitForLoadState('networkidle');
      const calls = asked.filter((path) => path.startsWith('/api/') && !SHOWN.test(path));
      expect(calls, address).toEqual([]);
      // The shell reacts: React has taken the page over.
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(said, address).toEqual([]);
    }
  }
});

test("an invitation's page takes over what was typed before React was there", async ({
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
  const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/*.js', (route) => void mayGo.then(() => route.continue()));
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const password = page.locator('input[name=password]');
  await password.fill('typed-early-1');
  await password.press('Enter');
  await page.getByRole('button', { name: /work/ }).click();
  expect(page.url()).toContain(address);
  letGo();
  await waitForTakeover(page);
  await expect(page.locator('input[name=password_confirm]')).toBeVisible();
  await expect(password).toHaveValue('typed-early-1');
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([]);
  await page.locator('input[name=password_confirm]').fill('typed-early-1');
  await page.getByRole('button', { name: /work/ }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/customer-register'));
});

test('with scripts off a client sees the work and downloads it', async ({ browser, product, locale }) => {
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
  await context.close();
});
