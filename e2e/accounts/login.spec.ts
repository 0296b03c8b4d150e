import type { Page } from '@playwright/test';
import { PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { openApiSession } from '../../test-kit/api-session.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, WITH_LIMITS } from '../kit/fixtures.ts';
import type { Words } from '../kit/words.ts';

const LOGIN = '/_allauth/browser/v1/auth/login';
const LOGINS_A_MINUTE = 30;

test.use({ environment: WITH_LIMITS });

async function logIn(page: Page, t: Words, identifier: string, password = PASSWORD): Promise<void> {
  await page.getByLabel(t('auth.identifier')).fill(identifier);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('actions.login'), exact: true }).click();
}

test('the login shows missing and wrong input, then leads to the dashboard @before-release', async ({
  page,
  product,
  t,
  serverText,
}) => {
  await registerFreelancer(product, 'enters');
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: t('auth.loginTitle') })).toBeVisible();
  const password = page.getByLabel(t('auth.password'), { exact: true });
  await password.focus();
  await expect(password.locator('..')).toHaveCSS('outline-style', 'solid');
  await page.getByRole('button', { name: t('actions.login'), exact: true }).click();
  await expect(page.getByText(t('validation.required'))).toHaveCount(2);
  await logIn(page, t, 'enters', 'not the password');
  await expect(page.getByRole('alert')).toHaveText(serverText('auth.username_password_mismatch'));
  await expect(page.getByRole('button', { name: t('actions.login'), exact: true })).toBeFocused();
  await expectAccessibleAsItStands(page);
  await logIn(page, t, 'ENTERS@example.com');
  await expect(page).toHaveURL('/dashboard');
});

test('the login counts down each second while limited, then accepts the form again @before-release', async ({
  page,
  product,
  t,
}) => {
  const address = '198.51.100.1';
  const guesser = openApiSession(product.url);
  for (let count = 0; count < LOGINS_A_MINUTE; count += 1)
    await guesser.call('POST', LOGIN, {}, { 'x-forwarded-for': address });
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': address });
  await page.clock.install();
  await page.goto('/login');
  await logIn(page, t, 'anybody');
  const button = page.getByRole('button', { name: t('actions.login'), exact: true });
  const message = page.getByRole('main').getByRole('status');
  await expect(message).toHaveText(/\d/);
  await expect(button).toBeDisabled();
  const shown = async () => Number(/\d+/.exec(await message.innerText())?.[0]);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 20_000));
  const seconds = await shown();
  expect(seconds).toBeGreaterThan(2);
  expect(seconds).toBeLessThanOrEqual(60);
  for (const left of [seconds - 1, seconds - 2]) {
    await page.clock.runFor(1000);
    await expect(message).toHaveText(`Try again in ${left}s`);
    await expect(button).toBeDisabled();
  }
  await page.clock.runFor(60_000);
  await expect(message).toHaveText('Rate limit exceeded');
  await expect(button).toBeEnabled();
});

test('the login shows the error in its address and removes it from the address @before-release', async ({
  page,
  t,
}) => {
  await page.goto('/login?error=cancelled&code=abc');
  await expect(page.getByRole('alert')).toHaveText(t('auth.social.cancelled'));
  await expect(page).toHaveURL('/login');
  await page.goto('/login?error=%3Cb%3EBoom%3C%2Fb%3E');
  await expect(page.getByRole('alert')).toHaveText('<b>Boom</b>');
  await expect(page).toHaveURL('/login');
  await page.reload();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the login explains an ended session, then returns to the requested address @before-release', async ({
  page,
  product,
  t,
}) => {
  const name = 'expired';
  const session = await registerFreelancer(product, name);
  await signIn(page, session);
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await session.expectCall(401, 'DELETE', '/_allauth/browser/v1/auth/session');
  await page.reload();
  await expect(page).toHaveURL('/login?sessionExpired=true');
  const expired = page.getByRole('status').filter({ hasText: t('auth.sessionExpired') });
  await expect(expired).toBeVisible();
  await expect(expired).toHaveText('Your session has expired. Please log in again.');
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await logIn(page, t, name);
  await expect(page).toHaveURL('/projects');
});

test('the login leads to verification while the email address is unverified @before-release', async ({
  page,
  product,
  t,
}) => {
  const username = 'unverified';
  const email = `${username}@example.com`;
  await openApiSession(product.url).expectCall(401, 'POST', '/_allauth/browser/v1/auth/signup', {
    username,
    email,
    password: PASSWORD,
  });
  for (const [identifier, query] of [
    [email, `?email=${encodeURIComponent(email)}`],
    [username, ''],
  ] as const) {
    await page.goto('/login');
    await logIn(page, t, identifier);
    await expect(page).toHaveURL(`/verify-email${query}`);
    await expect(page.getByLabel(t('auth.email'))).toHaveValue(query === '' ? '' : email);
  }
});

test('the login uses the session that another tab has started meanwhile @before-release', async ({
  page,
  product,
  t,
}) => {
  const name = 'twice';
  const session = await registerFreelancer(product, name);
  await page.goto('/login');
  await page.getByLabel(t('auth.identifier')).fill(name);
  await signIn(page.context(), session);
  // A 403 may come first: a guest's late answer has replaced the CSRF token of the session by that of a visitor.
  const conflict = page.waitForResponse(
    (response) => response.url().endsWith('/auth/login') && response.status() === 409,
  );
  await logIn(page, t, name);
  await conflict;
  await expect(page).toHaveURL('/dashboard');
});
