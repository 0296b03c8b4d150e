import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '../../test-kit/free-port.ts';
import { startProduct } from '../../test-kit/product.ts';
import { expect, test } from '../kit/fixtures.ts';
import { logInOnScreen, registerOnScreen } from '../kit/people.ts';

const PARENT = 'studio.localhost';
/** Cookies as Django sets them for a whole domain; the last two have the form of Vitrin's own. */
const COOKIES = [
  ['sessionid', 'k3v9w0q8z7x6c5v4b3n2m1l0k9j8h7g6', '/'],
  ['csrftoken', 'N'.repeat(32), '/'],
  ['sessionid', 'f'.repeat(43), '/api'],
  ['csrftoken', 'f'.repeat(59), '/projects'],
] as const;

test('a user can work despite cookies that another subdomain sets for the whole domain, and those cookies stay @before-release', async ({
  browser,
  t,
}) => {
  const neighbour = createServer((_request, answer) => {
    const cookies = COOKIES.map(([name, value, path]) => `${name}=${value}; Domain=${PARENT}; Path=${path}`);
    answer.setHeader('set-cookie', cookies).end('A neighbour.');
  }).listen(0);
  await once(neighbour, 'listening');
  const address = neighbour.address();
  const neighbourPort = typeof address === 'object' ? address?.port : undefined;
  const port = await freePort();
  const origin = `http://vitrin.${PARENT}:${port}`;
  const product = await startProduct({ env: { PORT: String(port), PUBLIC_URL: origin } });
  const context = await browser.newContext({ baseURL: origin, locale: 'en-US' });
  const page = await context.newPage();
  const theirs = async () =>
    (await context.cookies()).filter(({ domain }) => domain === `.${PARENT}`).map(({ value }) => value);

  await page.goto(`http://shop.${PARENT}:${neighbourPort}/`);
  expect(await theirs()).toHaveLength(COOKIES.length);
  await registerOnScreen(page, product, 'neighboured');
  await page.goto('/projects');
  await page
    .getByRole('button', { name: t('projects.new') })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: t('projects.createTitle') });
  await form.getByRole('textbox', { name: t('projects.name') }).fill('Beside neighbours');
  await form.getByRole('button', { name: t('projects.create') }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Beside neighbours' })).toBeVisible();
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(page).toHaveURL('/');
  expect(await theirs()).toHaveLength(COOKIES.length);
  await page.goto('/login');
  await logInOnScreen(page, 'neighboured');

  // A program on another port of the same host has replaced the session cookie by its own.
  await context.addCookies([{ name: 'sessionid', value: 'another-program', url: origin }]);
  await page.goto('/');
  await expect(page).toHaveURL('/');
  const values = (await context.cookies()).map(({ value }) => value);
  expect(values).toContain('another-program');
  await context.close();
  await product.remove();
  neighbour.close();
});
