import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { registerOnScreen } from '../kit/people.ts';

test('style elements inserted into a page have no effect, on the landing page and in the app', async ({
  page,
  product,
  violations,
}) => {
  await page.goto('/');
  await expectStylesRefused(page, violations);
  // The app runs in the landing page's document, with its policy.
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectStylesRefused(page, violations);
  await registerOnScreen(page, product, 'style-reader');
  await expectStylesRefused(page, violations);
});

test('no screen violates its Content-Security-Policy, also where the console reports nothing @before-release', async ({
  page,
  product,
}) => {
  const refused: string[] = [];
  await page.exposeFunction('reportRefusal', (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportRefusal } = globalThis as unknown as { reportRefusal: (what: string) => void };
      reportRefusal(`${violatedDirective} ${blockedURI}`);
    });
  });
  for (const path of ['/login', '/register', '/reset-password', '/verify']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await registerOnScreen(page, product, 'policy-reader');
  for (const path of ['/projects', '/customers', '/analytics', '/account']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(refused).toEqual([]);
});

test('the page behind a dialog does not scroll, and the editor in it keeps spaces @before-release', async ({
  page,
  product,
}) => {
  await registerOnScreen(page, product, 'dialog-opener');
  await page.setViewportSize({ width: 1440, height: 400 });
  const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflowY);
  expect(await overflow()).toBe('visible');
  await page.getByRole('button', { name: 'New project' }).first().click();
  const editor = page.getByRole('dialog').locator('.ProseMirror');
  await expect(editor).toHaveCSS('white-space-collapse', 'break-spaces');
  expect(await overflow()).toBe('hidden');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(overflow).toBe('visible');
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
});

test('the theme changes at once, without a transition @before-release', async ({ page, t }) => {
  await page.goto('/login');
  const field = page.getByLabel(t('auth.password'), { exact: true });
  const toggle = page.getByRole('button', { name: t('shell.switchTheme') });
  const edges = new Set<string>();
  for (const theme of ['dark', 'light', 'dark']) {
    const fading = toggle.evaluate((button: HTMLElement) => {
      button.click();
      return document.getAnimations().filter((each) => each instanceof CSSTransition).length;
    });
    expect(await fading, `to ${theme}`).toBe(0);
    edges.add(await field.evaluate((input) => getComputedStyle(input).borderColor));
  }
  expect(edges.size).toBe(2);
});

test('the API documentation is shown under the same policy @before-release', async ({ page, violations }) => {
  await page.goto('/api/docs/');
  await expect(page.getByRole('heading', { name: /^Vitrin/ })).toBeVisible();
  await expect(page.getByText('/api/subscription_plans/', { exact: true }).first()).toBeVisible();
  // Swagger UI tries to add a style element, which the page does not need.
  for (const violation of violations.splice(0)) expect(violation).toContain('swagger-ui-bundle.js');
});

/**
 * Inserts style elements as markup, like unsanitised text, and by script, like a library; expects that both are
 * refused.
 */
async function expectStylesRefused(page: Page, violations: string[]): Promise<void> {
  const outline = await page.evaluate(() => {
    const rule = 'body { outline: 3px solid red }';
    document.body.insertAdjacentHTML('beforeend', `<style>${rule}</style>`);
    const element = document.createElement('style');
    element.textContent = rule;
    document.head.append(element);
    return getComputedStyle(document.body).outlineStyle;
  });
  expect(outline).toBe('none');
  await expect.poll(() => violations).toHaveLength(2);
  for (const violation of violations.splice(0)) expect(violation).toContain('style-src-elem');
}
