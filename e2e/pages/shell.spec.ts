import type { Page } from '@playwright/test';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { addProjects } from '../kit/plans.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');

/** Below 1024 px the drawer is an overlay (specification 2.3). */
const SIZES = [
  { name: 'phone', width: 390, height: 844, isLarge: false },
  { name: 'tablet', width: 834, height: 1112, isLarge: false },
  { name: 'the last width that is not large', width: 1023, height: 800, isLarge: false },
  { name: 'the first large width', width: 1024, height: 800, isLarge: true },
  { name: 'desktop', width: 1440, height: 900, isLarge: true },
];

const navigationOf = (page: Page) => page.getByRole('navigation', { name: t('shell.navigation') });
const burgerOf = (page: Page) => page.getByRole('button', { name: t('shell.openMenu') });

test('the drawer is always open on large screens, and opens and closes on others @before-release', async ({
  page,
  product,
}) => {
  await signIn(page, await registerFreelancer(product, 'drawer'));
  await page.goto('/dashboard');
  for (const { name, width, height, isLarge } of SIZES)
    await test.step(name, async () => {
      await page.setViewportSize({ width, height });
      const entries = navigationOf(page).getByRole('link');
      if (isLarge) {
        await expect(burgerOf(page)).toBeHidden();
        await expect(entries).toHaveText(
          ['dashboard', 'projects', 'customers', 'analytics', 'subscription', 'account'].map((key) =>
            t(`shell.${key}`),
          ),
        );
        await expect(navigationOf(page)).toContainText('drawer@example.com');
        await expect(navigationOf(page).getByRole('button', { name: t('shell.switchTheme') })).toBeVisible();
        await expect(navigationOf(page).getByRole('button', { name: 'Türkçe' })).toBeVisible();
        return;
      }
      const drawer = page.getByRole('dialog');
      const open = async () => {
        await expect(navigationOf(page)).toHaveCount(0);
        await burgerOf(page).click();
        await expect(drawer.getByRole('link', { name: t('shell.projects') })).toBeVisible();
      };
      await open();
      await page.keyboard.press('Escape');
      await expect(drawer).toBeHidden();
      await expect(burgerOf(page)).toBeFocused();
      await open();
      await page.mouse.click(width - 20, height / 2);
      await expect(drawer).toBeHidden();
      await open();
      await drawer.getByRole('link', { name: t('shell.customers') }).click();
      await expect(drawer).toBeHidden();
      await expect(page).toHaveURL(/\/customers$/);
      await open();
      await drawer.getByRole('button', { name: 'Türkçe' }).click();
      await expect(drawer).toBeHidden();
      await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
      await page.getByRole('button', { name: wordsOf('tr')('shell.openMenu') }).click();
      await drawer.getByRole('button', { name: 'English' }).click();
      await expect(drawer).toBeHidden();
    });
});

test('the keyboard can skip to the content, and each screen sets its title, focus and scroll position @before-release', async ({
  page,
  product,
}) => {
  const freelancer = await registerFreelancer(product, 'keyboard');
  await addProjects(freelancer, ['Summer campaign']);
  await signIn(page, freelancer);
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto('/dashboard');
  await expect(page).toHaveTitle('Dashboard · Vitrin');

  // The content has a link that the keyboard can reach.
  await expect(page.getByRole('main').getByRole('link', { name: 'Summer campaign' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: t('shell.skipToContent') });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);

  for (const [entry, title] of [
    ['projects', 'Projects'],
    ['customers', 'Clients'],
    ['analytics', 'Analytics'],
    ['subscription', 'Subscription'],
    ['account', 'Account'],
  ] as const) {
    const link = navigationOf(page).getByRole('link', { name: t(`shell.${entry}`) });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await expect(page).toHaveTitle(`${title} · Vitrin`);
    await expect(link).toHaveAttribute('aria-current', 'page');
  }

  // The account screen is long: the next screen starts at its top, and "back" restores the position.
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await expect(page.getByText(t('account.thisDevice'))).toBeVisible();
  await page.evaluate(() => scrollTo(0, 400));
  await expect.poll(scrolled).toBe(400);
  await navigationOf(page)
    .getByRole('link', { name: t('shell.projects') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeFocused();
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await expect.poll(scrolled).toBe(400);

  await page.goto('/projects');
  await page.getByRole('link', { name: 'Summer campaign' }).click();
  await expect(page).toHaveTitle('Summer campaign · Vitrin');
  // The dashboard's entry links to `/`, which redirects without a page load (specification 2.3).
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await navigationOf(page)
    .getByRole('link', { name: t('shell.dashboard') })
    .click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
});

test('a lost connection is reported, a new build is offered, and an unknown address leads home @before-release', async ({
  page,
  context,
  product,
}) => {
  await signIn(context, await registerFreelancer(product, 'trouble'));
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Missing code would also offer a new build, and with this clock the page does not know its own build.
  await page.waitForLoadState('networkidle');

  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: t('shell.offline') })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(t('shell.offline'))).toBeHidden();

  // Simulates a return to the tab after a deployment.
  const returnToTab = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const notice = page.getByRole('status').filter({ hasText: t('shell.newBuild') });
  const asked = page.waitForResponse(/assets\/UpdateNotice/);
  await returnToTab();
  await asked;
  await page.route('**/index.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/main-new.js"></script>',
    }),
  );
  await expect(async () => {
    await page.clock.fastForward('06:00');
    await returnToTab();
    await expect(notice).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const reloaded = page.waitForEvent('domcontentloaded');
  await notice.getByRole('button', { name: t('shell.reload') }).click();
  await reloaded;
  await page.unroute('**/index.html');

  expect((await page.goto('/nowhere'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: t('notFound.title') })).toBeVisible();
  await expect(page).toHaveTitle(`${t('notFound.title')} · Vitrin`);
  await expect(navigationOf(page)).toBeVisible();
  await page.getByRole('link', { name: t('notFound.backHome') }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a page waits for code that failed to load, and keeps all input @before-release', async ({
  page,
  context,
  product,
}) => {
  await signIn(context, await registerFreelancer(product, 'cut-off'));
  const missing = page.getByRole('alert').filter({ hasText: t('shell.codeMissing') });
  const tryAgain = page.getByRole('button', { name: t('actions.tryAgain') });

  // The first screen fails to load, before anything is rendered.
  await page.route(/assets\/CustomersScreen.*\.js/, (route) => route.abort());
  await page.goto('/customers');
  await expect(page.getByRole('alert').filter({ hasText: t('shell.startMissing') })).toBeVisible();
  await page.unroute(/assets\/CustomersScreen.*\.js/);
  await tryAgain.click();
  await expect(page.getByRole('heading', { level: 1, name: t('customers.title') })).toBeVisible();

  // A dialog fails to load its editor.
  await page.goto('/projects');
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await page.route(/assets\/RichTextEditor.*\.(js|css)/, (route) => route.abort());
  await page.getByRole('button', { name: t('projects.new') }).click();
  const form = page.getByRole('dialog', { name: t('projects.createTitle') });
  await form.getByRole('textbox', { name: t('projects.name') }).fill('Half a project');
  await expect(missing).toBeVisible();
  await tryAgain.click();
  await expect(missing).toBeVisible();
  await page.unroute(/assets\/RichTextEditor.*\.(js|css)/);
  await tryAgain.click();
  await expect(form.getByRole('button', { name: t('editor.bold') })).toBeVisible();
  await expect(missing).toBeHidden();
  await expect(form.getByRole('textbox', { name: t('projects.name') })).toHaveValue('Half a project');
  // The style sheet, which was blocked as well, is loaded.
  await expect(form.getByRole('toolbar')).toHaveCSS('display', 'flex');
  await form.getByRole('button', { name: t('actions.cancel') }).click();

  // A whole screen fails to load, and opens by itself once the connection is back.
  await context.setOffline(true);
  const toAnalytics = navigationOf(page).getByRole('link', { name: t('shell.analytics') });
  await toAnalytics.click();
  await expect(missing).toBeVisible();
  await expect(page).toHaveURL(/\/projects/);
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/analytics$/);
  await expect(page.getByRole('heading', { level: 1, name: t('analytics.title') })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
});
