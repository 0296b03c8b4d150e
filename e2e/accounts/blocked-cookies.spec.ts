import type { BrowserContext } from '@playwright/test';
import { PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { expect, test } from '../kit/fixtures.ts';
import { fetchWithoutBrowser } from '../kit/requests.ts';

/** Acts like "Block all cookies": cookies are neither kept nor sent, and storage throws. */
async function blockCookies(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
    for (const area of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, area, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  await context.route('**/*', async (route) => {
    const answer = await fetchWithoutBrowser(route.request(), ['cookie']);
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => !['set-cookie', 'content-encoding'].includes(name)),
    );
    await route.fulfill({
      status: answer.status,
      headers,
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
}

test.use({ language: 'tr' });

test('a browser that blocks cookies shows a message on every form instead of a redirect loop @before-release', async ({
  page,
  context,
  product,
  t,
}) => {
  const name = 'blocked';
  await registerFreelancer(product, name);
  await blockCookies(context);
  const sentence = page.getByRole('alert').filter({ hasText: t('errors.cookiesBlocked') });
  await page.goto('/projects');
  await expect(page).toHaveURL('/login');
  await page.getByLabel(t('auth.identifier')).fill(name);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('actions.login'), exact: true }).click();
  await expect(sentence).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel(t('auth.identifier'))).toHaveValue(name);

  await page.goto('/register');
  await page.getByLabel(t('auth.username')).fill(`${name}-2`);
  await page.getByLabel(t('auth.email')).fill(`${name}-2@example.com`);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('auth.register'), exact: true }).click();
  await expect(sentence).toBeVisible();
  await page.goto('/reset-password');
  await page.getByLabel(t('auth.email')).fill(`${name}@example.com`);
  await page.getByRole('button', { name: t('auth.resetSend') }).click();
  await expect(sentence).toBeVisible();
});
