import type { Page } from '@playwright/test';
import { TAKEN_OVER } from '@vitrin/shared/rules/rendered-pages.ts';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { untruePromisesIn } from '../../test-kit/untrue-promises.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { LANGUAGES, LOCALES, wordsOf } from '../kit/words.ts';

const PRICES = { en: ['$0', '$29', '$99'], tr: ['0 TL', '899 TL', '2.999 TL'] };
/** The daily run opens the page in one language only. */
const AGAIN = { en: '', tr: ' @before-release' };
const QUESTIONS = ['cancel', 'trial', 'billing', 'support', 'clients'];
/** Returns true once React has started; the handlers of boot.ts do nothing from then on. */
const hasReact = (page: Page) =>
  page
    .locator('#root')
    .evaluate((root) => Object.keys(root).some((key) => key.startsWith('__reactContainer')));
/**
 * Returns all words of a page that people and search engines read, without markup: title, metadata, names of pictures
 * and text.
 */
async function wordsOnPage(page: Page): Promise<string> {
  const named = await page
    .locator('meta[content], [alt], [aria-label]')
    .evaluateAll((all) =>
      all.flatMap((one) => ['content', 'alt', 'aria-label'].map((name) => one.getAttribute(name) ?? '')),
    );
  return [await page.title(), ...named, await page.locator('body').innerText()].join('\n');
}

const themeOf = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');

for (const language of LANGUAGES) {
  const t = wordsOf(language);

  test(`the landing page is complete without JavaScript, and its links work (${language}) @phone-before-release${AGAIN[language]}`, async ({
    browser,
    product,
    viewport,
  }) => {
    const context = await browser.newContext({
      baseURL: product.url,
      locale: LOCALES[language],
      javaScriptEnabled: false,
      viewport,
    });
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page).toHaveTitle(`${t('landing.documentTitle')} · Vitrin`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('landing.headline'));
    for (const feature of ['projects', 'clients', 'files'])
      await expect(page.getByRole('heading', { name: t(`landing.features.${feature}.title`) })).toBeVisible();
    for (const price of PRICES[language]) await expect(page.getByText(price, { exact: true })).toBeVisible();
    const buttons = page.locator('.mantine-Button-root');
    const heights = await buttons.evaluateAll((each) =>
      each.map((one) => one.getBoundingClientRect().height),
    );
    expect(heights.length).toBeGreaterThan(PRICES[language].length);
    expect(Math.min(...heights), 'height of buttons for touch').toBeGreaterThanOrEqual(44);
    for (const question of QUESTIONS) {
      await page.getByText(t(`landing.faq.${question}.question`)).click();
      await expect(page.getByText(t(`landing.faq.${question}.answer`))).toBeVisible();
    }
    const words = await wordsOnPage(page);
    for (const sold of ['Enterprise', t('landing.faq.support.answer'), t('landing.description')])
      expect(words).toContain(sold);
    expect(untruePromisesIn(words)).toEqual([]);
    const picture = page.getByRole('img', { name: t('landing.sample') }).filter({ visible: true });
    await expect(picture).toHaveCount(1);
    await expect(page.getByRole('contentinfo')).toContainText(
      `© ${new Date().getFullYear()} Vitrin. ${t('footer.rights')}`,
    );
    await expect(page.getByRole('banner').getByRole('link', { name: t('actions.login') })).toHaveAttribute(
      'href',
      '/login',
    );
    await page
      .getByRole('link', { name: t('landing.start') })
      .first()
      .click();
    await expect(page).toHaveURL(/\/register$/);
    await context.close();
  });
}

for (const language of LANGUAGES)
  test(`a first visit fetches no style sheet and only the preloaded fonts (${language}) @phone-before-release${AGAIN[language]}`, async ({
    browser,
    product,
    viewport,
  }) => {
    const context = await browser.newContext({ baseURL: product.url, locale: LOCALES[language], viewport });
    const page = await context.newPage();
    const fetched: Record<string, string[]> = { font: [], stylesheet: [] };
    page.on('request', (request) => fetched[request.resourceType()]?.push(new URL(request.url()).pathname));
    await page.goto('/', { waitUntil: 'networkidle' });
    // Text further down may need a font that is not loaded yet.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.evaluate(async () => document.fonts.ready);
    const preloaded = page.locator('link[rel=preload][as=font]');
    const addresses = await preloaded.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(new Set(fetched['font'])).toEqual(new Set(addresses));
    expect(fetched['stylesheet']).toEqual([]);
    await context.close();
  });

test('a theme and language chosen on the landing page before React is loaded stay @before-release', async ({
  page,
  context,
  product,
}) => {
  const [en, tr] = [wordsOf('en'), wordsOf('tr')];
  await page.emulateMedia({ colorScheme: 'dark' });
  // Records the theme at the time the body is created: a page that paints before it reads the theme would flash.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      Object.assign(globalThis, {
        firstTheme: document.documentElement.getAttribute('data-mantine-color-scheme'),
      });
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  const firstTheme = () => page.evaluate(() => (globalThis as { firstTheme?: string }).firstTheme);
  const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);

  // React is blocked, so these controls work without it.
  await page.route(/assets\/main-.*\.js/, (route) => route.abort());
  await page.goto('/');
  expect(await firstTheme()).toBe('dark');
  expect(await stored('theme')).toBe('dark');
  await page.getByRole('button', { name: en('shell.switchTheme') }).click();
  expect(await themeOf(page)).toBe('light');
  expect(await stored('theme')).toBe('light');
  await page.getByRole('button', { name: 'Türkçe' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tr('landing.headline'));
  expect(await firstTheme()).toBe('light');
  expect(await stored('language')).toBe('tr');
  expect((await context.cookies()).find(({ name }) => name === 'language')?.value).toBe('tr');
  await expect(page.getByText('899 TL')).toBeVisible();

  // React starts after two clicks on the theme, and keeps the last one.
  await page.unroute(/assets\/main-.*\.js/);
  const { promise: mayLoad, resolve: letReactLoad } = Promise.withResolvers<void>();
  await page.route(/assets\/main-.*\.js/, (route) => void mayLoad.then(() => route.continue()));
  await page.reload();
  for (const theme of ['dark', 'light']) {
    await page.getByRole('button', { name: tr('shell.switchTheme') }).click();
    expect(await themeOf(page)).toBe(theme);
  }
  letReactLoad();
  await page.waitForFunction((name) => document.documentElement.hasAttribute(name), TAKEN_OVER);
  expect(await themeOf(page)).toBe('light');

  // With React the switch needs no reload, marks the document for a moment, and shows the prices of the new language.
  await expect.poll(() => hasReact(page)).toBe(true);
  await page.evaluate(() => {
    const flags: boolean[] = [];
    Object.assign(globalThis, { isSamePage: true, flags });
    const root = document.documentElement;
    new MutationObserver(() => flags.push(root.hasAttribute('data-language-transition'))).observe(root, {
      attributeFilter: ['data-language-transition'],
    });
  });
  await page.getByRole('button', { name: 'English' }).click();
  const flags = () => page.evaluate(() => (globalThis as { flags?: boolean[] }).flags);
  await expect.poll(flags).toEqual([true, false]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en('landing.headline'));
  await expect(page.getByText('$29')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);

  await signIn(context, await registerFreelancer(product, 'visitor'));
  await page.goto('/');
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await firstTheme()).toBe('light');
});
