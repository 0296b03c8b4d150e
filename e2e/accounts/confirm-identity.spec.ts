import { PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { freePort } from '../../test-kit/free-port.ts';
import { startIdentityServer } from '../../test-kit/identity-server.ts';
import { startProduct } from '../../test-kit/product.ts';
import { codesMailedTo } from '../kit/codes.ts';
import { expect, test } from '../kit/fixtures.ts';
import { logInOnScreen } from '../kit/people.ts';

const ELEVEN_MINUTES = 11 * 60_000;

test('eleven minutes after the login a new address waits for the password, then it is added', async ({
  page,
  t,
}) => {
  let product = await startProduct();
  try {
    await registerFreelancer(product, 'late');
    await page.goto(`${product.url}/login`);
    await logInOnScreen(page, 'late');
    await product.stop();
    product = await startProduct({
      dataDir: product.dataDir,
      env: { PORT: new URL(product.url).port },
      clockAheadMs: ELEVEN_MINUTES,
    });
    await page.goto(`${product.url}/account`);
    await page.getByLabel(t('account.newEmail')).fill('late-2@example.com');
    await page.getByRole('button', { name: t('account.addEmail') }).click();
    const dialog = page.getByRole('dialog', { name: t('confirm.title') });
    await dialog.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: t('confirm.button') }).click();
    await expect(page.getByText(t('account.emailAdded', { email: 'late-2@example.com' }))).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('listitem').filter({ hasText: 'late-2@example.com' })).toBeVisible();
  } finally {
    await product.remove();
  }
});

test('an account without a password confirms by a code that is mailed to it', async ({ page, t }) => {
  const port = String(await freePort());
  const provider = await startIdentityServer([
    `http://localhost:${port}/api/accounts/google/login/callback/`,
  ]);
  const email = 'no-password@example.com';
  provider.control.identity = { sub: 'no-password', email, email_verified: true, name: 'no-password' };
  const env = { PORT: port, ...provider.environment };
  let product = await startProduct({ env });
  try {
    await page.goto(`${product.url}/login`);
    await page.getByRole('button', { name: t('auth.continueWith', { provider: 'Google' }) }).click();
    await page.getByRole('button', { name: t('auth.createFreelancer'), exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await product.stop();
    product = await startProduct({ dataDir: product.dataDir, env, clockAheadMs: ELEVEN_MINUTES });
    await page.goto(`${product.url}/account`);
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
  } finally {
    await product.remove();
    await provider.stop();
  }
});
