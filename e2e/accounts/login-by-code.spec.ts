import { inviteCustomer, PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { openApiSession } from '../../test-kit/api-session.ts';
import { waitForMail, waitForMailText } from '../../test-kit/outbox.ts';
import type { Product } from '../../test-kit/product.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use(TURKISH_ON_PHONES);

const CODE = /\b\d{6}\b/;

/** A client with a verified address and one project; resolves to the address of the project. */
async function prepareClient(product: Product, username: string, email: string): Promise<string> {
  const freelancer = await registerFreelancer(product, `studio-${username}`);
  const { id, reset_token } = await inviteCustomer(freelancer, username);
  const client = openApiSession(product.url);
  const form = { reset_token, password: PASSWORD, password_confirm: PASSWORD, email };
  await client.expectCall(200, 'POST', '/api/users/reset_password/', form);
  const { link } = await waitForMail(product.dataDir, email, '/verify-email');
  const key = link.searchParams.get('key');
  await client.expectCall(200, 'POST', '/_allauth/browser/v1/auth/email/verify', { key });
  const named = { name: 'Summer campaign', customer_id: id };
  const project = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/projects/', named);
  return `/projects/${project.id}`;
}

test('a client on a new device comes to the project by one typed field and a mailed code @phone', async ({
  page,
  product,
  isMobile,
  t,
  serverText,
}) => {
  const place = isMobile ? 'phone' : 'desk';
  const email = `returns-${place}@example.com`;
  const address = await prepareClient(product, `returns-${place}`, email);

  await page.goto(address);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel(t('auth.identifier')).fill(email);
  await page.getByRole('button', { name: t('code.ask') }).click();
  const field = page.getByLabel(t('code.label'));
  await expect(field).toBeFocused();
  await expect(page.getByText(t('code.lead', { email }))).toBeVisible();
  await expectAccessibleAsItStands(page);
  const code = CODE.exec(await waitForMailText(product.dataDir, email, CODE))?.[0] ?? '';

  // Neither a reload nor the way back and forth loses the code that this browser waits for.
  await page.reload();
  await expect(field).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel(t('auth.password'), { exact: true })).toBeVisible();
  await page.goForward();

  await field.fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: t('actions.login') }).click();
  await expect(page.getByRole('alert')).toHaveText(serverText('auth.incorrect_code', { left: 2 }));
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: t('actions.login') }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { name: 'Summer campaign' })).toBeVisible();
});

test('a tab that waits for a code continues when another tab has used it', async ({ page, product, t }) => {
  const email = 'two-tabs@example.com';
  await prepareClient(product, 'two-tabs', email);
  await page.goto('/login');
  await page.getByLabel(t('auth.identifier')).fill(email);
  await page.getByRole('button', { name: t('code.ask') }).click();
  await expect(page.getByLabel(t('code.label'))).toBeVisible();
  const code = CODE.exec(await waitForMailText(product.dataDir, email, CODE))?.[0] ?? '';
  const other = await page.context().newPage();
  await other.goto('/login?step=code');
  await other.getByLabel(t('code.label')).fill(code);
  await other.getByRole('button', { name: t('actions.login') }).click();
  await expect(other).not.toHaveURL(/login/);
  await expect(page).not.toHaveURL(/login/);
});

/** Called slow 4G by Chromium's developer tools: bytes a second and milliseconds. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 0.9 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 0.9 * 1024 * 1024) / 8,
};

test('a client on a new phone with slow 4G types one address and no password, and the mailed code', async ({
  page,
  product,
  t,
}) => {
  const email = 'slow-phone@example.com';
  const address = await prepareClient(product, 'slow-phone', email);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.emulateNetworkConditions', SLOW_4G);
  const typed: string[] = [];
  const type = async (label: string, text: string) => {
    typed.push(label);
    await page.getByLabel(label).fill(text);
  };
  const begunAt = performance.now();
  await page.goto(address);
  await type(t('auth.identifier'), email);
  await page.getByRole('button', { name: t('code.ask') }).click();
  const field = page.getByLabel(t('code.label'));
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  // A phone offers the code of the mail above its keyboard.
  await field.fill(CODE.exec(await waitForMailText(product.dataDir, email, CODE))?.[0] ?? '');
  await page.getByRole('button', { name: t('actions.login') }).click();
  await expect(page.getByRole('heading', { name: 'Summer campaign' })).toBeVisible();
  const seconds = ((performance.now() - begunAt) / 1000).toFixed(1);
  expect(typed).toEqual([t('auth.identifier')]);
  test.info().annotations.push({ type: 'figure', description: `${seconds} s on slow 4G` });
  console.log(`A returning client on slow 4G: ${typed.length} typed field, 0 passwords, ${seconds} s`);
});
