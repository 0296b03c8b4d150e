import type { Page } from '@playwright/test';
import { inviteCustomer, PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { openApiSession } from '../../test-kit/api-session.ts';
import { waitForMail } from '../../test-kit/outbox.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { expect, test } from '../kit/fixtures.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const auth = (path: string) => `/_allauth/browser/v1/auth/${path}`;

/** Restarts the product on its data and address, with a clock that is `ms` milliseconds ahead. */
async function restartAfter(product: Product, ms: number): Promise<Product> {
  await product.stop();
  return startProduct({
    dataDir: product.dataDir,
    env: { PORT: new URL(product.url).port },
    clockAheadMs: ms,
  });
}

async function expectLoginWith(page: Page, message: string): Promise<void> {
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alert')).toHaveText(message);
}

test.use({ language: 'tr' });

test('expired links of reset, invitation and verification show a message, also in a form that was already open @before-release', async ({
  page,
  t,
}) => {
  const badResetLink = t('auth.social.reset_link_invalid');
  let product = await startProduct();
  try {
    const freelancer = await registerFreelancer(product, 'waits');
    const invitation = await inviteCustomer(freelancer, 'invited');
    const guest = openApiSession(product.url);
    await guest.expectCall(200, 'POST', auth('password/request'), { email: 'waits@example.com' });
    const reset = await waitForMail(product.dataDir, 'waits@example.com', '/password-reset');
    const newcomer = { username: 'new', email: 'new@example.com', password: PASSWORD };
    await guest.expectCall(401, 'POST', auth('signup'), newcomer);
    const verification = await waitForMail(product.dataDir, newcomer.email, '/verify-email');

    product = await restartAfter(product, DAY - 5 * MINUTE);
    await page.goto(reset.link.href);
    await page.getByLabel(t('auth.newPassword'), { exact: true }).fill('a quiet harbour');
    await page.getByLabel(t('auth.passwordConfirm')).fill('a quiet harbour');
    product = await restartAfter(product, DAY + MINUTE);
    await page.getByRole('button', { name: t('auth.setPassword') }).click();
    await expect(page.getByRole('alert')).toHaveText(badResetLink);
    await page.goto(reset.link.href);
    await expectLoginWith(page, badResetLink);

    product = await restartAfter(product, 30 * DAY + MINUTE);
    await page.goto(`${product.url}/customer-register?token=${invitation.reset_token}`);
    await expectLoginWith(page, `${t('auth.social.invitation_invalid')} (${badResetLink})`);
    await page.goto(verification.link.href);
    await expect(page.getByText(t('verifyEmail.invalidLink'))).toBeVisible();
  } finally {
    await product.remove();
  }
});
