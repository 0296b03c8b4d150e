import { registerFreelancer } from '../../test-kit/accounts.ts';
import { waitForMail } from '../../test-kit/outbox.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { expect, test } from '../kit/fixtures.ts';

const EMAIL = '/_allauth/browser/v1/account/email';

test('the owner recovers the account by its first address after an intruder added another, and sets a new password @before-release', async ({
  page,
  product,
  t,
}) => {
  const username = 'taken';
  const email = `${username}@example.com`;
  const open = await registerFreelancer(product, username);
  const stranger = 'stranger@example.com';
  await open.expectCall(200, 'POST', EMAIL, { email: stranger });

  const { link } = await waitForMail(product.dataDir, email, '/take-back');
  await page.goto(link.href);
  await expect(page.getByRole('heading', { level: 1, name: t('takeBack.title') })).toBeVisible();
  await expect(page.getByText(t('takeBack.lead', { username }))).toBeVisible();
  await expectAccessibleAsItStands(page);
  // Opening the link has changed nothing.
  await open.expectCall(200, 'GET', EMAIL);

  await page.getByRole('button', { name: t('takeBack.confirm') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('takeBack.doneTitle') })).toBeFocused();
  await open.expectCall(401, 'GET', EMAIL);
  const reset = await waitForMail(product.dataDir, email, '/password-reset');
  await page.goto(reset.link.href);
  await page.getByLabel(t('auth.newPassword'), { exact: true }).fill('a quiet harbour');
  await page.getByLabel(t('auth.passwordConfirm')).fill('a quiet harbour');
  await page.getByRole('button', { name: t('auth.setPassword') }).click();
  await expect(page).toHaveURL('/projects');

  await page.goto(link.href);
  await expect(page.getByRole('heading', { level: 1, name: t('takeBack.deadTitle') })).toBeVisible();
  await expect(page.getByRole('alert')).toBeVisible();
});
