import { test as base } from '@playwright/test';
import { registerFreelancer } from '../scripts/testing/accounts.ts';
import { freePort } from '../scripts/testing/free-port.ts';
import { startIdentityServer } from '../scripts/testing/identity-server.ts';
import { startProduct } from '../scripts/testing/product.ts';
import { expect } from './fixtures.ts';

type Installation = {
  product: Awaited<ReturnType<typeof startProduct>>;
  provider: Awaited<ReturnType<typeof startIdentityServer>>;
};

/** A product with a real OpenID provider beside it; each must know the other's address before it starts. */
const test = base.extend<object, { installation: Installation }>({
  installation: [
    async ({}, use) => {
      const port = await freePort();
      const returnUrl = `http://localhost:${port}/api/accounts/google/login/callback/`;
      const provider = await startIdentityServer([returnUrl]);
      const product = await startProduct({ env: { PORT: String(port), ...provider.environment } });
      await use({ product, provider });
      await product.remove();
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ installation }, use) => use(installation.product.url),
});

test('somebody new comes in with Google and lands on the dashboard', async ({ page, installation }) => {
  installation.provider.control.identity = {
    sub: 'e2e-1',
    email: 'gizem@example.com',
    email_verified: true,
    name: 'Gizem',
  };
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('gizem@example.com').first()).toBeVisible();
});

test('where the username is taken, another one is chosen', async ({ page, installation }) => {
  await registerFreelancer(installation.product, 'deniz');
  installation.provider.control.identity = {
    sub: 'e2e-2',
    email: 'deniz@other.example',
    email_verified: true,
  };
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill('deniz.k');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('who refuses at Google is back at the login with a sentence', async ({ page, installation }) => {
  installation.provider.control.identity = null;
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert')).toBeVisible();
});
