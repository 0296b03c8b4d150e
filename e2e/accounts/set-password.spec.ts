import type { Page } from '@playwright/test';
import { inviteCustomer, PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { waitForMail } from '../../test-kit/outbox.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { fetchWithoutBrowser } from '../kit/requests.ts';
import type { Words } from '../kit/words.ts';

const NEW = 'a quiet harbour';

async function choose(page: Page, t: Words, label: string, password: string, confirmation = password) {
  await page.getByLabel(t(label), { exact: true }).fill(password);
  // The form of an invitation has no field to confirm the password.
  if (label === 'auth.newPassword') await page.getByLabel(t('auth.passwordConfirm')).fill(confirmation);
}

/** Expects the messages about a short and a differing password, and no request to the server. */
async function expectBothMessages(page: Page, t: Words, label: string, button: string) {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/users/reset_password/')) sent += 1;
  });
  await choose(page, t, label, '12345', '54321');
  await page.getByRole('button', { name: t(button) }).click();
  await expect(page.getByText(t('validation.passwordShort'))).toBeVisible();
  if (label === 'auth.newPassword') await expect(page.getByText(t('auth.passwordsDiffer'))).toBeVisible();
  expect(sent).toBe(0);
}

test.use({ language: 'tr' });

test('a forgotten password is reset by the mailed link, once, and ends the other sessions @before-release', async ({
  page,
  context,
  browser,
  product,
  t,
}) => {
  const name = 'forgets';
  const email = `${name}@example.com`;
  const session = await registerFreelancer(product, name);
  const other = await browser.newContext({ baseURL: product.url });
  await signIn(other, session);
  const elsewhere = await other.newPage();
  await elsewhere.goto('/projects');

  await page.goto('/login');
  await page.getByRole('link', { name: t('auth.forgotPassword') }).click();
  await expect(page).toHaveURL('/reset-password');
  // The login screen is shown a moment longer, and its field has a similar label.
  await expect(page.getByRole('heading', { level: 1, name: t('auth.resetTitle') })).toBeVisible();
  const send = page.getByRole('button', { name: t('auth.resetSend') });
  await page.getByLabel(t('auth.email')).fill('no address');
  await send.click();
  await expect(page.getByText(t('validation.email'))).toBeVisible();
  await expectAccessibleAsItStands(page);
  await page.getByLabel(t('auth.email')).fill(email);
  await send.click();
  await expect(page.getByRole('status').filter({ hasText: t('auth.resetSent', { email }) })).toBeVisible();

  const { link } = await waitForMail(product.dataDir, email, '/password-reset');
  await page.goto(link.href);
  const greeting = page.getByRole('heading', {
    level: 1,
    name: t('auth.newPasswordTitle', { username: name }),
  });
  await expect(greeting).toBeVisible();
  await expectBothMessages(page, t, 'auth.newPassword', 'auth.setPassword');
  await expectAccessibleAsItStands(page);
  await choose(page, t, 'auth.newPassword', NEW);
  await page.getByRole('button', { name: t('auth.setPassword') }).click();
  await expect(page).toHaveURL('/projects');
  await expect(page.getByText(email).first()).toBeVisible();

  // The page's stream of changes ends with the session; the page then sends a request, which is refused.
  await expect(elsewhere).toHaveURL('/login?sessionExpired=true');
  await other.close();

  await context.clearCookies();
  await page.evaluate(() => localStorage.removeItem('user'));
  await page.goto(link.href);
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveText(t('auth.social.reset_link_invalid'));
});

test('links without a token or with a forged one lead to the login @before-release', async ({ page, t }) => {
  await page.goto('/password-reset');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveCount(0);
  const resetInvalid = t('auth.social.reset_link_invalid');
  const invitationInvalid = t('auth.social.invitation_invalid');
  for (const [address, texts] of [
    ['/password-reset?token=r.1.1.1.forged', [resetInvalid]],
    ['/customer-register?token=i.1.1.forged', [invitationInvalid, resetInvalid]],
    ['/customer-register', [invitationInvalid, resetInvalid]],
  ] as const) {
    await page.goto(address);
    await expect(page).toHaveURL('/login');
    for (const text of texts) await expect(page.getByRole('alert')).toContainText(text);
  }
});

test('an invited customer sets a password and an address although an answer is lost @before-release', async ({
  page,
  product,
  t,
  serverText,
}) => {
  const host = 'invites-by-link';
  const freelancer = await registerFreelancer(product, host);
  const username = 'invited-by-link';
  const { reset_token } = await inviteCustomer(freelancer, username);
  await page.goto(`/customer-register?token=${reset_token}`);
  const welcome = page.getByRole('heading', {
    level: 1,
    name: t('auth.invitationTitleFrom', { freelancer: host }),
  });
  await expect(welcome).toBeVisible();
  await expectBothMessages(page, t, 'auth.password', 'auth.invitationSubmit');
  await choose(page, t, 'auth.password', '123456');
  const submit = page.getByRole('button', { name: t('auth.invitationSubmit') });
  await page.getByText(t('auth.emailAdd')).click();
  await page.getByLabel(t('auth.emailOptional')).fill('no address');
  await submit.click();
  await expect(page.getByText(t('validation.email'))).toBeVisible();
  await expectAccessibleAsItStands(page);
  const email = `${username}@example.com`;
  await page.getByLabel(t('auth.emailOptional')).fill(email);
  await submit.click();
  await expect(page.getByText(serverText('auth.password_too_common'))).toBeVisible();

  // The server sets the password, but its answer is lost.
  await page.route(
    '**/users/reset_password/',
    async (route) => {
      await fetchWithoutBrowser(route.request());
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await choose(page, t, 'auth.password', NEW);
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText(t('errors.network'));
  await submit.click();
  await expect(page).toHaveURL('/projects');

  const { link } = await waitForMail(product.dataDir, email, '/verify-email');
  await page.goto(link.href);
  await expect(page.getByText(t('verifyEmail.signedInLead', { email, username }))).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText(t('account.verified'), { exact: true })).toBeVisible();

  await page.goto(`/customer-register?token=${reset_token}`);
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(page).toHaveURL('/');
  await page.goto(`/customer-register?token=${reset_token}`);
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toHaveText(t('auth.social.invitation_used'));
});

test('a signed-in user is redirected from the login, registration and password reset @before-release', async ({
  page,
  product,
}) => {
  await signIn(page, await registerFreelancer(product, 'remembers', PASSWORD));
  for (const address of ['/reset-password', '/login', '/register']) {
    await page.goto(address);
    await expect(page).toHaveURL('/dashboard');
  }
});
