import { registerFreelancer } from '../../test-kit/accounts.ts';
import { codeOfApp, codesMailedTo, logInByCode } from '../kit/codes.ts';
import { expect, test } from '../kit/fixtures.ts';
import { browserWith } from '../kit/shifted-clock.ts';
import { addAuthenticator } from '../kit/virtual-authenticator.ts';

const FIVE_MINUTES = 5 * 60_000;

for (const [name, ahead] of [
  ['ahead', FIVE_MINUTES],
  ['behind', -FIVE_MINUTES],
] as const)
  test(`a user with a browser clock five minutes ${name} logs in by code, by app and by passkey @before-release`, async ({
    browser,
    product,
    t,
  }) => {
    const email = `five-${name}@example.com`;
    await registerFreelancer(product, `five-${name}`);
    const context = await browserWith(browser, product.url, ahead);
    const page = await context.newPage();
    const nextCode = codesMailedTo(product, email);
    const logOut = async () => {
      await context.clearCookies();
      await page.evaluate(() => localStorage.clear());
      await page.goto('/login');
    };

    await page.goto('/login');
    await logInByCode(page, t, email, nextCode);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/account');
    await page.getByRole('button', { name: t('factors.setUp') }).click();
    const setUp = page.getByRole('dialog', { name: t('factors.setUpTitle') });
    const key = await setUp.locator('code').innerText();
    await setUp.getByLabel(t('factors.code')).fill(codeOfApp(key, -1));
    await setUp.getByRole('button', { name: t('factors.turnOn') }).click();
    const codes = page.getByRole('dialog', { name: t('factors.codesTitle') });
    await codes.getByRole('button', { name: t('factors.kept') }).click();

    await logOut();
    await logInByCode(page, t, email, nextCode);
    await expect(page.getByText(t('factors.stepLead'))).toBeVisible();
    await page.getByLabel(t('factors.code')).fill(codeOfApp(key, 0));
    await page.getByRole('button', { name: t('factors.continue') }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    const device = await addAuthenticator(page);
    await page.goto('/account');
    await page.getByRole('button', { name: t('passkeys.add') }).click();
    await expect(page.getByText(t('passkeys.added'))).toBeVisible();

    // The login field offers the passkey, and the authenticator confirms at once.
    await logOut();
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(await device.sites()).toEqual(['localhost']);
    await context.close();
  });
