import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { waitForMailText } from '../../test-kit/outbox.ts';
import type { Product } from '../../test-kit/product.ts';
import { expect } from './fixtures.ts';
import type { Words } from './words.ts';

const PERIOD_MS = 30_000;

/** Returns the code that an authenticator app shows `steps` half-minutes from now; negative steps are in the past. */
export function codeOfApp(key: string, steps: number): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  return totp.generate({ timestamp: Date.now() + steps * PERIOD_MS });
}

/** Returns a function that waits for a code mailed to `email`, other than the one it returned before. */
export function codesMailedTo({ dataDir }: Pick<Product, 'dataDir'>, email: string): () => Promise<string> {
  let last = 'none';
  return async () => {
    const another = new RegExp(String.raw`\b(?!${last})\d{6}\b`);
    last = another.exec(await waitForMailText(dataDir, email, another))?.[0] ?? '';
    return last;
  };
}

/** Requests a code on the login screen and enters it; the caller checks the screen that follows. */
export async function logInByCode(
  page: Page,
  t: Words,
  email: string,
  nextCode: () => Promise<string>,
): Promise<void> {
  await page.getByLabel(t('auth.identifier')).fill(email);
  await page.getByRole('button', { name: t('code.ask') }).click();
  await expect(page.getByLabel(t('code.label'))).toBeVisible();
  await page.getByLabel(t('code.label')).fill(await nextCode());
  await page.getByRole('button', { name: t('actions.login') }).click();
}
