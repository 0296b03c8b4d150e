import { PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { waitForMail } from '../../test-kit/outbox.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

test('the deletion of an account needs two confirmations, is announced on every screen and can be cancelled by the mailed link @before-release', async ({
  page,
  context,
  product,
  t,
  serverText,
}) => {
  const username = 'undecided';
  await signIn(context, await registerFreelancer(product, username));
  await page.goto('/account');
  await page.getByRole('button', { name: t('erasure.ask') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(t('erasure.clientsGo'));
  await expectAccessibleAsItStands(page);
  await dialog.getByRole('button', { name: t('erasure.goOn') }).click();

  await dialog.getByLabel(t('auth.password'), { exact: true }).fill('not this one');
  await dialog.getByRole('button', { name: t('erasure.confirm') }).click();
  await expect(dialog.getByText(serverText('auth.incorrect_password'))).toBeVisible();
  await dialog.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: t('erasure.confirm') }).click();
  await expect(dialog).toHaveCount(0);

  await page.goto('/dashboard');
  const bar = page.getByRole('complementary', { name: t('leaving.label') });
  await expect(bar).toBeVisible();
  await expectAccessibleAsItStands(page);

  // The link needs no login, and opening it changes nothing.
  await context.clearCookies();
  const { link } = await waitForMail(product.dataDir, `${username}@example.com`, '/keep-account');
  await page.goto(link.href);
  await expect(page.getByRole('heading', { level: 1, name: t('keepAccount.title') })).toBeVisible();
  await expectAccessibleAsItStands(page);
  await page.getByRole('button', { name: t('keepAccount.confirm') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('keepAccount.doneTitle') })).toBeVisible();
  await page.goto(link.href);
  await expect(page.getByRole('heading', { level: 1, name: t('keepAccount.doneTitle') })).toBeVisible();
});
