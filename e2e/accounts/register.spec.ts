import type { Page } from '@playwright/test';
import { PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { readOutbox, waitForMail } from '../../test-kit/outbox.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import type { Words } from '../kit/words.ts';

async function register(page: Page, t: Words, username: string, email: string, password = PASSWORD) {
  await page.getByLabel(t('auth.username')).fill(username);
  await page.getByLabel(t('auth.email')).fill(email);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('auth.register'), exact: true }).click();
}

/** Presses Tab until the control with the label or text `name` has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let count = 0; count < 30; count += 1) {
    // The first field of a form has the focus already.
    if (count > 0) await page.keyboard.press('Tab');
    const focused = await page.locator(':focus').evaluateAll((elements) =>
      elements.map((element) => {
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
        return (label ?? element).textContent?.trim() ?? '';
      }),
    );
    if (focused.some((text) => text.startsWith(name))) return;
  }
  throw new Error(`No way to ${name} by Tab`);
}

test.use({ language: 'tr' });

test("the registration shows the server's field errors, keeps the input, and never reveals that an address has an account @before-release", async ({
  page,
  product,
  t,
  serverText,
}) => {
  const taken = 'register-taken';
  await registerFreelancer(product, taken);
  await page.goto('/register');
  await register(page, t, '', 'no address', '12345');
  await expect(page.getByText(t('validation.required'))).toBeVisible();
  await expect(page.getByText(t('validation.email'))).toBeVisible();
  await expect(page.getByText(t('validation.passwordShort'))).toBeVisible();
  await register(page, t, taken.toUpperCase(), 'new@example.com');
  await expect(page.getByRole('alert')).toHaveText(serverText('users.username_taken'));
  await expect(page.getByLabel(t('auth.email'))).toHaveValue('new@example.com');
  await expectAccessibleAsItStands(page);
  await register(page, t, 'register-other', `${taken}@example.com`);
  await expect(page).toHaveURL(`/verify-email?email=${taken}%40example.com`);
  await expect(page.getByRole('heading', { level: 1, name: t('verifyEmail.title') })).toBeVisible();
});

test('the registration logs out a signed-in user and tries once more @before-release', async ({
  page,
  product,
  t,
}) => {
  const session = await registerFreelancer(product, 'register-before');
  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 1, name: t('auth.registerTitle') })).toBeVisible();
  await signIn(page.context(), session);
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/auth/signup')) statuses.push(response.status());
  });
  const email = 'register-after@example.com';
  await register(page, t, 'register-after', email);
  await expect(page).toHaveURL(`/verify-email?email=${encodeURIComponent(email)}`);
  await expect.poll(() => statuses).toEqual([409, 401]);
  await session.expectCall(401, 'GET', '/_allauth/browser/v1/auth/session');
  await waitForMail(product.dataDir, email, '/verify-email');
});

test('a user registers by keyboard alone and reaches the dashboard by the mailed link @before-release', async ({
  page,
  product,
  t,
}) => {
  const username = 'register-keys';
  const email = `${username}@example.com`;
  const fill = async (label: string, text: string) => {
    await tabTo(page, label);
    await page.keyboard.type(text);
  };
  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 1, name: t('auth.registerTitle') })).toBeVisible();
  await fill(t('auth.username'), username);
  await fill(t('auth.email'), email);
  await fill(t('auth.password'), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: t('verifyEmail.title') })).toBeVisible();
  const { link } = await waitForMail(product.dataDir, email, '/verify-email');
  await page.goto(link.href);
  await expect(page.getByRole('heading', { level: 1, name: t('verifyEmail.success') })).toBeVisible();
  await tabTo(page, t('verifyEmail.goOn'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText(email).first()).toBeVisible();
  expect(await readOutbox(product.dataDir, email)).toHaveLength(1);
});
