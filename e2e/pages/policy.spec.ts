import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { registerOnScreen } from '../kit/people.ts';

test('no style element put into a page is obeyed, on the landing page and in the application', async ({
  page,
  product,
  violations,
}) => {
  await page.goto('/');
  await expectStylesRefused(page, violations);
  // The app continues in the landing page's document, with its policy.
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectStylesRefused(page, violations);
  await registerOnScreen(page, product, 'style-reader');
  await expectStylesRefused(page, violations);
});

test('no screen violates its content security policy, not even where the console is silent @before-release', async ({
  page,
  product,
}) => {
  const refused: string[] = [];
  await page.exposeFunction('noteRefusal', (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { noteRefusal } = globalThis as unknown as { noteRefusal: (what: string) => void };
      noteRefusal(`${violatedDirective} ${blockedURI}`);
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

test('the page behind a dialog keeps still, and the editor in it keeps blanks @before-release', async ({
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

test('another theme comes at once, without a fade @before-release', async ({ page, t }) => {
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

test('the description of the API is shown under the same policy', async ({ page, violations }) => {
  await page.goto('/api/docs/');
  await expect(page.getByRole('heading', { name: /^Vitrin/ })).toBeVisible();
  await expect(page.getByText('/api/subscription_plans/', { exact: true }).first()).toBeVisible();
  // Swagger UI tries to add a style element that nothing on the page needs.
  for (const violation of violations.splice(0)) expect(violation).toContain('swagger-ui-bundle.js');
});

/** Tries style elements as markup, like a text that was not sanitised, and by script, like a library. */
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
