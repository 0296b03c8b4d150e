import { PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { codesMailedTo } from '../kit/codes.ts';
import { expect, test as base } from '../kit/fixtures.ts';
import { type Installation, startWithProvider } from '../kit/identity-provider.ts';
import { logInOnScreen } from '../kit/people.ts';

const ELEVEN_MINUTES = 11 * 60_000;

let installed: Promise<Installation> | undefined;
const test = base.extend<{ installation: Installation }>({
  installation: async ({}, use) => use(await (installed ??= startWithProvider({ clockAheadMs: 0 }))),
  product: async ({ installation }, use) => use(installation.product),
});
test.beforeEach(({ product }) => product.setClock(0));
test.afterAll(async ({ installation }) => {
  await installation.product.remove();
  await installation.provider.stop();
});

test('eleven minutes after a login, a new address is added only after the password is entered @before-release', async ({
  page,
  product,
  t,
}) => {
  await registerFreelancer(product, 'late');
  await page.goto('/login');
  await logInOnScreen(page, 'late');
  await product.setClock(ELEVEN_MINUTES);
  await page.goto('/account');
  await page.getByLabel(t('account.newEmail')).fill('late-2@example.com');
  await page.getByRole('button', { name: t('account.addEmail') }).click();
  const dialog = page.getByRole('dialog', { name: t('confirm.title') });
  await dialog.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: t('confirm.button') }).click();
  await expect(page.getByText(t('account.emailAdded', { email: 'late-2@example.com' }))).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: 'late-2@example.com' })).toBeVisible();
});

test('an account without a password confirms the identity by a mailed code @before-release', async ({
  page,
  installation: { product, provider },
  t,
}) => {
  const email = 'no-password@example.com';
  provider.control.identity = { sub: 'no-password', email, email_verified: true, name: 'no-password' };
  await page.goto('/login');
  await page.getByRole('button', { name: t('auth.continueWith', { provider: 'Google' }) }).click();
  await page.getByRole('button', { name: t('auth.createFreelancer'), exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await product.setClock(ELEVEN_MINUTES);
  await page.goto('/account');
  await page.getByLabel(t('account.newEmail')).fill('further@example.com');
  await page.getByRole('button', { name: t('account.addEmail') }).click();
  const dialog = page.getByRole('dialog', { name: t('confirm.title') });
  await expect(dialog.getByLabel(t('auth.password'), { exact: true })).toBeHidden();
  await dialog.getByRole('button', { name: t('confirm.mailCode') }).click();
  await expect(dialog.getByText(t('confirm.codeSent', { email }))).toBeVisible();
  const code = await codesMailedTo(product, email)();
  const field = dialog.getByLabel(t('factors.code'));
  await expect(field).toBeFocused();
  await field.fill(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: t('confirm.button') }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await field.fill(code);
  await dialog.getByRole('button', { name: t('confirm.button') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: 'further@example.com' })).toBeVisible();
});
