import type { Page } from '@playwright/test';
import { waitForMail } from '../../test-kit/outbox.ts';
import type { Product } from '../../test-kit/product.ts';
import { expect } from './fixtures.ts';

export const PASSWORD = 'petrol-green-window';

/** Registers on the screen and follows the mailed link, which logs in. Ends on the dashboard. */
export async function registerOnScreen(page: Page, product: Product, username: string): Promise<void> {
  const email = `${username}@example.com`;
  await page.goto('/register');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
  const { link } = await waitForMail(product.dataDir, email, '/verify-email');
  await page.goto(link.href);
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Logs in on the open login screen and waits for the dashboard. */
export async function logInOnScreen(page: Page, identifier: string): Promise<void> {
  await page.getByLabel('Username or email').fill(identifier);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}
