import { PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { startProduct } from '../../test-kit/product.ts';
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
