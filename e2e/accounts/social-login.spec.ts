import type { Page } from '@playwright/test';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { freePort } from '../../test-kit/free-port.ts';
import { waitForMail } from '../../test-kit/outbox.ts';
import { startProduct } from '../../test-kit/product.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test as base } from '../kit/fixtures.ts';
import { type Installation, startWithProvider } from '../kit/identity-provider.ts';
import { expectFields } from '../kit/password-manager.ts';
import { LOCALES, wordsOf } from '../kit/words.ts';

let installed: Promise<Installation> | undefined;
const test = base.extend<{ installation: Installation }>({
  installation: async ({}, use) => use(await (installed ??= startWithProvider())),
  product: async ({ installation }, use) => use(installation.product),
  language: 'tr',
});
test.afterAll(async ({ installation }) => {
  await installation.product.remove();
  await installation.provider.stop();
});

const t = wordsOf('tr');
const identity = (name: string, email = `${name}@example.com`) => ({
  sub: `${name}-at-google`,
  email,
  email_verified: true,
  name,
});
const goToGoogle = async (page: Page) => {
  await page.goto('/login');
  await page.getByRole('button', { name: t('auth.continueWith', { provider: 'Google' }) }).click();
};

test('a new user signs in with Google, agrees to a new account and reaches the dashboard @phone-before-release', async ({
  page,
  installation,
}) => {
  installation.provider.control.identity = identity('gizem');
  await goToGoogle(page);
  await expect(page).toHaveURL('/account/provider/signup');
  await expect(page.getByText(t('auth.freelancerSignupLead', { provider: 'Google' }))).toBeVisible();
  await expectFields(page, [['username', t('auth.username')]]);
  const username = page.getByRole('textbox', { name: t('auth.username') });
  await expect(username).toHaveValue('gizem');
  await username.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/account');
  await expect(page.getByRole('main').getByText('gizem@example.com').first()).toBeVisible();
});

test('a login with Google leads a freelancer and a client to the screen that they opened @before-release', async ({
  page,
  context,
  installation: { product, provider },
}) => {
  const withGoogle = page.getByRole('button', { name: t('auth.continueWith', { provider: 'Google' }) });
  provider.control.identity = identity('wants');
  await page.goto('/analytics#activity');
  await expect(page).toHaveURL('/login');
  await withGoogle.click();
  await page.getByRole('button', { name: t('auth.createFreelancer'), exact: true }).click();
  await expect(page).toHaveURL('/analytics#activity');

  const { customer, project } = await prepareDelivery(product, 'google');
  const email = 'google-client@example.com';
  await customer.expectCall(200, 'POST', '/_allauth/browser/v1/account/email', { email });
  const { link } = await waitForMail(product.dataDir, email, '/verify-email');
  const key = link.searchParams.get('key');
  await customer.expectCall(200, 'POST', '/_allauth/browser/v1/auth/email/verify', { key });
  provider.control.identity = identity('google-client');
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(page).toHaveURL('/');
  // The provider remembers the previous person by a cookie.
  await context.clearCookies();
  await page.goto(`/projects/${project}`);
  await expect(page).toHaveURL('/login');
  await withGoogle.click();
  await expect(page).toHaveURL(`/projects/${project}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Summer campaign' })).toBeVisible();
});

test('a taken username is replaced by a proposal, which may be changed @before-release', async ({
  page,
  installation,
}) => {
  const name = 'deniz';
  await registerFreelancer(installation.product, name);
  installation.provider.control.identity = identity(name, `${name}@other.example`);
  await goToGoogle(page);
  await expect(page.getByRole('heading', { level: 1, name: t('auth.freelancerSignup') })).toBeVisible();
  await expect(page).toHaveURL('/account/provider/signup');
  await expectAccessibleAsItStands(page);
  const username = page.getByRole('textbox', { name: t('auth.username') });
  await expect(username).toHaveValue(`${name}2`);
  await username.fill(name);
  await page.getByRole('button', { name: t('auth.createFreelancer'), exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(username).toHaveValue(name);
  await username.fill(`${name}.k`);
  await page.getByRole('button', { name: t('auth.createFreelancer'), exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a user without an address at Google enters one and verifies it by mail @before-release', async ({
  page,
  installation,
}) => {
  const name = 'adsiz';
  const email = `${name}@example.com`;
  installation.provider.control.identity = { sub: `${name}-at-google`, name };
  await goToGoogle(page);
  await expect(page.getByText(t('auth.noAddress', { provider: 'Google' }))).toBeVisible();
  await expectAccessibleAsItStands(page);
  await page.getByRole('textbox', { name: t('auth.username') }).fill(name);
  const goOn = page.getByRole('button', { name: t('auth.createFreelancer'), exact: true });
  await goOn.click();
  await expect(page.getByText(t('validation.required'))).toBeVisible();
  await page.getByRole('textbox', { name: t('auth.email') }).fill(email);
  await goOn.click();
  await expect(page).toHaveURL(`/verify-email?email=${encodeURIComponent(email)}`);
  const { link } = await waitForMail(installation.product.dataDir, email, '/verify-email');
  await page.goto(link.href);
  await expect(page.getByRole('heading', { level: 1, name: t('verifyEmail.success') })).toBeVisible();
  await goToGoogle(page);
  await expect(page).toHaveURL('/dashboard');
});

test('a cancelled, denied or lost sign-in leads to the login with a message @before-release', async ({
  page,
  installation,
}) => {
  installation.provider.control.identity = null;
  await goToGoogle(page);
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveText(t('auth.social.cancelled'));
  for (const [address, text] of [
    ['/account/provider/callback?error=denied&error_process=login', t('auth.social.denied')],
    ['/account/provider/callback?error=unknown&error_process=login', t('auth.social.unknown')],
    ['/account/provider/callback', t('auth.social.session_invalid')],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('alert')).toHaveText(text);
    await expect(page).toHaveURL('/login');
  }
});

test('an account is connected to Google and disconnected again @before-release', async ({
  page,
  installation,
}) => {
  const name = 'links';
  await signIn(page, await registerFreelancer(installation.product, name));
  installation.provider.control.identity = identity(`${name}-google`);
  await page.goto('/account');
  await page.getByRole('button', { name: t('account.connectTo', { provider: 'Google' }) }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByTitle(`${name}-google@example.com`)).toBeVisible();
  await page.getByRole('button', { name: t('account.disconnect'), exact: true }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: t('account.disconnect') }).click();
  await expect(page.getByText(t('account.disconnected'))).toBeVisible();
  await expect(page.getByText(t('account.notConnected'))).toBeVisible();
});

test('a provider that is down leads back to the login with a message @before-release', async ({
  browser,
}) => {
  const port = await freePort();
  const product = await startProduct({
    env: {
      GOOGLE_CLIENT_ID: 'nobody',
      GOOGLE_CLIENT_SECRET: 'nothing',
      GOOGLE_ISSUER: `http://localhost:${port}`,
    },
  });
  const context = await browser.newContext({ baseURL: product.url, locale: LOCALES.en });
  try {
    const visitor = await context.newPage();
    await visitor.goto('/login');
    await visitor.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(visitor.getByRole('alert')).toHaveText('Social login failed');
    await expect(visitor).toHaveURL('/login');
  } finally {
    await context.close();
    await product.remove();
  }
});
