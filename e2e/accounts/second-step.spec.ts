import { registerFreelancer } from '../../test-kit/accounts.ts';
import { startProduct } from '../../test-kit/product.ts';
import { codeOfApp } from '../kit/codes.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { PASSWORD } from '../kit/people.ts';

test('a user sets up an app and downloads its recovery codes, and the next login asks for a code', async ({
  page,
  product,
  t,
}) => {
  await signIn(page, await registerFreelancer(product, 'careful'));
  const giveFirstStep = async () => {
    await page.getByLabel(t('auth.identifier')).fill('careful');
    await page.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: t('actions.login') }).click();
  };
  await page.goto('/account');
  await page.getByRole('button', { name: t('factors.setUp') }).click();
  const setUp = page.getByRole('dialog', { name: t('factors.setUpTitle') });
  await expect(setUp.locator('svg').filter({ hasText: t('factors.setUpTitle') })).toBeVisible();
  const key = await setUp.locator('code').innerText();
  await setUp.getByLabel(t('factors.code')).fill(codeOfApp(key, -1));
  await setUp.getByRole('button', { name: t('factors.turnOn') }).click();
  const codes = page.getByRole('dialog', { name: t('factors.codesTitle') });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const [first = ''] = await codes.getByRole('listitem').allInnerTexts();
  const download = page.waitForEvent('download');
  await codes.getByRole('button', { name: t('factors.codesDownload') }).click();
  expect((await download).suggestedFilename()).toBe('vitrin-recovery-codes.txt');
  await codes.getByRole('button', { name: t('factors.kept') }).click();
  await expect(page.getByText(t('factors.codesLeft', { count: 10 }))).toBeVisible();

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await giveFirstStep();
  await page.getByLabel(t('factors.code')).fill('000000');
  await page.getByRole('button', { name: t('factors.continue') }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel(t('factors.code')).fill(codeOfApp(key, 0));
  await page.getByLabel(t('factors.trust')).check();
  await page.getByRole('button', { name: t('factors.continue') }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  // This browser is trusted now. Another browser is asked for a code, and accepts a recovery code.
  await page.context().clearCookies({ name: 'sessionid' });
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await giveFirstStep();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await giveFirstStep();
  await page.getByLabel(t('factors.code')).fill(first);
  await page.getByRole('button', { name: t('factors.continue') }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a freelancer must set up the second step that the installation requires, and then reaches the dashboard @before-release', async ({
  page,
  t,
}) => {
  const product = await startProduct({ env: { REQUIRE_SECOND_FACTOR: 'freelancers' } });
  try {
    await registerFreelancer(product, 'required');
    await page.goto(`${product.url}/login`);
    await page.getByLabel(t('auth.identifier')).fill('required');
    await page.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: t('actions.login') }).click();
    await expect(page).toHaveURL(/\/account\?step=required$/);
    await expect(page.getByText(t('factors.required'))).toBeVisible();
    await expect(page.getByRole('heading', { name: t('passkeys.title') })).toBeHidden();
    await page.getByRole('button', { name: t('factors.setUp') }).click();
    const setUp = page.getByRole('dialog', { name: t('factors.setUpTitle') });
    const key = await setUp.locator('code').innerText();
    await setUp.getByLabel(t('factors.code')).fill(codeOfApp(key, 0));
    await setUp.getByRole('button', { name: t('factors.turnOn') }).click();
    const codes = page.getByRole('dialog', { name: t('factors.codesTitle') });
    await codes.getByRole('button', { name: t('factors.kept') }).click();
    await page.getByRole('link', { name: t('factors.requiredGoOn') }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  } finally {
    await product.remove();
  }
});
