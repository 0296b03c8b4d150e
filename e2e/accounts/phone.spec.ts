import type { Page } from '@playwright/test';
import { inviteCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import { waitForMail } from '../../test-kit/outbox.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { expect, test, TURKISH_ON_PHONES, WITH_LIMITS } from '../kit/fixtures.ts';
import { expectFields, fillInLogin, keepLogin } from '../kit/password-manager.ts';
import type { Words } from '../kit/words.ts';

const PASSWORD = 'a quiet harbour';
const FAILURES_BEFORE_LOCK = 5;

async function choosePassword(page: Page): Promise<void> {
  const fields = page.locator('form input[autocomplete=new-password]');
  for (const field of [fields.first(), fields.last()]) await field.fill(PASSWORD);
}

/** Simulates a later visit. Leaves the app first, because an open page would notice the end of its session. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto('/favicon.svg');
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

async function expectLoginFields(page: Page, t: Words): Promise<void> {
  await expectFields(page, [
    ['username webauthn', t('auth.identifier')],
    ['current-password', t('auth.password')],
  ]);
}

test.use(TURKISH_ON_PHONES);

test('an invited client signs in by the link, and the next time by the saved password @phone', async ({
  page,
  product,
  t,
}, { project }) => {
  const host = `invites-${project.name}`;
  const freelancer = await registerFreelancer(product, host);
  const username = `invited-${project.name}`;
  const { reset_token } = await inviteCustomer(freelancer, username);
  await page.goto(`/customer-register?token=${reset_token}`);
  await expect(
    page.getByRole('heading', { level: 1, name: t('auth.invitationTitleFrom', { freelancer: host }) }),
  ).toBeVisible();
  const chosen: Parameters<typeof expectFields>[1] = [
    ['username', t('auth.loginName'), 'readonly'],
    ['new-password', t('auth.password')],
  ];
  await expectFields(page, chosen);
  await page.getByText(t('auth.emailAdd')).click();
  await expectFields(page, [...chosen, ['email', t('auth.emailOptional')]]);
  await choosePassword(page);
  const kept = await keepLogin(page);
  expect(kept.name).toBe(username);
  await page.getByLabel(t('auth.password'), { exact: true }).press('Enter');
  await expect(page).toHaveURL('/projects');

  await forgetSession(page);
  await page.goto('/login');
  await expectLoginFields(page, t);
  await fillInLogin(page, kept);
  await expect(page).toHaveURL('/dashboard');
});

test.describe(() => {
  test.use({ environment: WITH_LIMITS });

  test('a locked-out user sees the reason, resets the password and logs in with the saved one @phone-before-release', async ({
    page,
    product,
    t,
    isMobile,
  }, { project }) => {
    const name = `locked-${project.name}`;
    const email = `${name}@example.com`;
    await registerFreelancer(product, name);
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': isMobile ? '203.0.113.1' : '203.0.113.2' });
    await page.goto('/login');
    await expectLoginFields(page, t);
    for (let failures = 0; failures <= FAILURES_BEFORE_LOCK; failures += 1) {
      // A form that is still being sent ignores a second attempt.
      await expect(page.getByRole('button', { name: t('actions.login'), exact: true })).toBeEnabled();
      const answer = page.waitForResponse((response) => response.url().endsWith('/auth/login'));
      await fillInLogin(page, { name, password: `wrong-password-${failures}` });
      await answer;
    }
    await expect(page.getByText(t('auth.lockedOut'))).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/\d/);
    await expectAccessibleAsItStands(page);
    await page.getByRole('link', { name: t('auth.lockedOutReset') }).click();
    await expect(page).toHaveURL('/reset-password');
    await expectFields(page, [['email', t('auth.email')]]);
    await page.getByLabel(t('auth.email')).fill(email);
    await page.getByLabel(t('auth.email')).press('Enter');
    await expect(page.getByText(t('auth.resetSent', { email }))).toBeVisible();

    const { link } = await waitForMail(product.dataDir, email, '/password-reset');
    await page.goto(link.href);
    await expect(
      page.getByRole('heading', { level: 1, name: t('auth.newPasswordTitle', { username: name }) }),
    ).toBeVisible();
    await expectFields(page, [
      ['username', t('auth.loginName'), 'readonly'],
      ['new-password', t('auth.newPassword')],
      ['new-password', t('auth.passwordConfirm')],
    ]);
    await choosePassword(page);
    const kept = await keepLogin(page);
    expect(kept.name).toBe(name);
    await page.getByLabel(t('auth.passwordConfirm')).press('Enter');
    await expect(page).toHaveURL('/projects');
    await page.goto('/account');
    await expect(page.getByText(t('account.event.password_reset'))).toBeVisible();
    await expect(page.getByText(t('account.event.login_refused')).first()).toBeVisible();

    await forgetSession(page);
    await page.goto('/login');
    await fillInLogin(page, kept);
    await expect(page).toHaveURL('/dashboard');
  });
});
