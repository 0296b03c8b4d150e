import type { Page } from '@playwright/test';
import { PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { openApiSession } from '../../test-kit/api-session.ts';
import { waitForMail } from '../../test-kit/outbox.ts';
import type { Product } from '../../test-kit/product.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import type { Words } from '../kit/words.ts';

/** Signs up through the API and returns the address, which is not verified yet. */
async function signUp(product: Product, username: string): Promise<string> {
  const email = `${username}@example.com`;
  const payload = { username, email, password: PASSWORD };
  await openApiSession(product.url).expectCall(401, 'POST', '/_allauth/browser/v1/auth/signup', payload);
  return email;
}

async function comeFromLogin(page: Page, t: Words, identifier: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(t('auth.identifier')).fill(identifier);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('actions.login'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('verifyEmail.title') })).toBeVisible();
}

test('a link with a key is loading, then verified, and on a second visit already verified @before-release', async ({
  page,
  product,
  t,
}) => {
  const email = await signUp(product, 'link');
  const { link } = await waitForMail(product.dataDir, email, '/verify-email');
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/get_email_from_key/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(link.href);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(t('verifyEmail.verifying'));
  goOn();
  await expect(page.getByRole('heading', { level: 1, name: t('verifyEmail.success') })).toBeVisible();
  await expect(page.getByText(t('verifyEmail.successLead', { email }))).toBeVisible();
  await expectAccessibleAsItStands(page);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: t('verifyEmail.already') })).toBeVisible();
  await page.getByRole('link', { name: t('auth.toLogin') }).click();
  await expect(page).toHaveURL('/login');
});

test('a waiting tab notices that the link was opened in another tab @before-release', async ({
  page,
  context,
  product,
  t,
}) => {
  const email = await signUp(product, 'waits');
  await comeFromLogin(page, t, email);
  const { link } = await waitForMail(product.dataDir, email, '/verify-email');
  await (await context.newPage()).goto(link.href);
  await expect(page.getByRole('heading', { level: 1, name: t('verifyEmail.success') })).toBeVisible();
});

test('a user on a phone corrects a mistyped address and verifies the right one @before-release', async ({
  page,
  product,
  t,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const name = 'mistyped';
  const right = `${name}@right.example`;
  await page.goto('/register');
  await page.getByLabel(t('auth.username'), { exact: true }).fill(name);
  await page.getByLabel(t('auth.email'), { exact: true }).fill(`${name}@wrong.example`);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('auth.register'), exact: true }).click();
  await page.getByRole('button', { name: t('verifyEmail.wrongAddress') }).click();
  await expect(page.getByLabel(t('auth.username'), { exact: true })).toHaveValue(name);
  await expectAccessibleAsItStands(page);
  await page.getByLabel(t('verifyEmail.rightAddress')).fill(right);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('verifyEmail.correctSubmit') }).click();
  await expect(page).toHaveURL(`/verify-email?email=${encodeURIComponent(right)}`);
  const { link } = await waitForMail(product.dataDir, right, '/verify-email');
  await page.goto(link.href);
  await expect(page.getByText(t('verifyEmail.successLead', { email: right }))).toBeVisible();
});

test('a link with a bad key is shown as invalid and offers another one @before-release', async ({
  page,
  t,
}) => {
  await page.goto('/verify-email?key=1.2.forged');
  await expect(page.getByRole('alert')).toHaveText('Invalid verification link');
  await page.getByRole('button', { name: t('verifyEmail.resend') }).click();
  await expect(page.getByText('Email address is missing')).toBeVisible();
});

test('without a key the screen sends the mail again, at most every three minutes, and counts down @before-release', async ({
  page,
  product,
  t,
}) => {
  const email = await signUp(product, 'again');
  await page.clock.install();
  await comeFromLogin(page, t, email);
  await expect(page.getByText(t('verifyEmail.sentTo', { email }))).toBeVisible();
  const resend = page.locator('button[type=submit]');
  await expect(resend).toHaveText(/[23]:\d\d/);
  await expect(resend).toBeDisabled();
  await expectAccessibleAsItStands(page);
  await page.reload();
  await expect(resend).toHaveText(/[23]:\d\d/);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  const time = /\d:\d\d/.exec(await resend.innerText())?.[0] ?? '';
  await expect(resend).toHaveText(t('verifyEmail.resendIn', { time }));
  await page.clock.runFor(1000);
  await expect(resend).not.toHaveText(t('verifyEmail.resendIn', { time }));
  await page.clock.runFor(180_000);
  await page.clock.resume();
  await expect(resend).toHaveText(t('verifyEmail.resend'));
  await resend.click();
  await expect(page.getByRole('status').filter({ hasText: t('verifyEmail.resent') })).toBeVisible();
  await expect(resend).toBeDisabled();
});

test('guests and signed-in users are redirected, the latter with a notice if a link is dead @before-release', async ({
  page,
  product,
  t,
}) => {
  await page.goto('/verify-email');
  await expect(page).toHaveURL('/login');
  await signIn(page, await registerFreelancer(product, 'inside'));
  await page.goto('/verify-email');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/verify-email?key=whatever');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText(t('verifyEmail.deadLink'))).toBeVisible();
});
