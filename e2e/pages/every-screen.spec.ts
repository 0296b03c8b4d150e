import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { IS_DAILY } from '../../test-kit/large/extent.ts';
import { type Theme, expectNoFindings, openWithAxe, showTheme } from '../kit/accessibility.ts';
import { type ControlKind, expectControls } from '../kit/controls.ts';
import { cutTexts } from '../kit/cut-texts.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { prepareSamplePeople, type SamplePeople, SMALL_PROJECTS } from '../kit/sample-people.ts';
import { expectLayersAccessible } from '../kit/open-layers.ts';
import { ELSEWHERE, SCREENS, type Screen, openScreen } from '../kit/screens.ts';
import { expectTimesOfServer, shiftClock } from '../kit/shifted-clock.ts';
import { LANGUAGES, type Language, wordsOf } from '../kit/words.ts';

// Its users have the names of the demo.
test.use({ isAlone: true });

/** Sizes of the window, in pixels. */
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/**
 * Four combinations, in which each pair of language, theme and size occurs once, because a fault depends on one of the
 * three or on two together. The daily run takes one of them for each screen, in turn English on a desktop and Turkish
 * on a phone.
 */
const LOOKS: Record<Language, { theme: Theme; size: keyof typeof SIZES }[]> = {
  en: [{ theme: 'light', size: 'desktop' }, ...(IS_DAILY ? [] : [{ theme: 'dark', size: 'phone' } as const])],
  tr: [
    { theme: 'dark', size: IS_DAILY ? 'phone' : 'desktop' },
    ...(IS_DAILY ? [] : [{ theme: 'light', size: 'phone' } as const]),
  ],
};

/** Narrow windows: 320 px (WCAG 1.4.10), and a desktop at 200 % zoom, with half the pixels each way (WCAG 1.4.4). */
const NARROW = [
  { width: 320, height: 640 },
  { width: 720, height: 450 },
];

const HOUR_MS = 3_600_000;

/** True for screens that are checked with a clock an hour ahead, which must not affect any time on them. */
const hasFastClock = ({ who, open }: Screen): boolean => !open && ['freelancer', 'customer'].includes(who);

/** Screens with measured controls, and the kinds that must be among them. */
const CONTROLS: Record<string, readonly ControlKind[]> = {
  login: ['field', 'button', 'label'],
  register: ['field', 'button', 'label'],
  'project-form': ['field', 'select', 'button', 'label'],
  'milestone-form': ['field', 'button', 'checkbox', 'label'],
  account: ['field', 'button', 'label'],
};

/** Screens on which each menu and list of options is opened. */
const LAYERED = [
  'projects',
  'project',
  'customers',
  'analytics',
  'boards',
  'board-full',
  'account',
  'client-viewer',
];

/** Screens of the daily run: the ones that everyone meets, and one of each kind of control. */
const DAILY = [
  'landing',
  'login',
  'register',
  'customer-register',
  'dashboard',
  'projects',
  'project',
  'project-form',
  'customers',
  'account',
  'pricing',
  'client-dashboard',
  'client-project',
  'client-viewer',
];

/** Marks all others, which only a release opens. */
const tagOf = (name: string) => (DAILY.includes(name) ? '' : ' @before-release');

let people: Promise<SamplePeople> | undefined;

/** Script errors on all pages so far. */
const errors: string[] = [];

/** One page for each visitor and language; it goes from screen to screen and keeps the loaded code. */
const pages = new Map<string, Page>();
test.afterAll(async () => {
  for (const page of pages.values()) await page.context().close();
  pages.clear();
});

test('every route of the product has a screen in the table', () => {
  const router = readFileSync(new URL('../../web/src/router.tsx', import.meta.url), 'utf8');
  const routes = Array.from(router.matchAll(/path: '([^']+)'/g), ([, path = '']) => path);
  const shown = new Set(SCREENS.map(({ route }) => route));
  expect(routes.length).toBeGreaterThan(10);
  expect(['/', ...routes].filter((route) => !shown.has(route) && !ELSEWHERE.includes(route))).toEqual([]);
});

for (const [position, screen] of SCREENS.entries()) {
  const languages = IS_DAILY ? LANGUAGES.filter((_, index) => index === position % 2) : LANGUAGES;
  test(`${screen.name} is accessible in either language, theme and size${tagOf(screen.name)}`, async ({
    browser,
    product,
  }) => {
    people ??= prepareSamplePeople(product, SMALL_PROJECTS);
    const sample = await people;
    const checkIn = async (language: Language) => {
      const ahead = hasFastClock(screen) ? HOUR_MS : 0;
      const visitor = `${screen.who} ${language} ${ahead}`;
      const page =
        pages.get(visitor) ?? (await openPage(browser, product.url, sample, screen.who, language, ahead));
      pages.set(visitor, page);
      await checkScreen(page, screen, sample, language);
      if (screen.leavesTraces) {
        await page.context().close();
        pages.delete(visitor);
      }
    };
    if (screen.leavesTraces) for (const language of languages) await checkIn(language);
    // In parallel, because each waits until its page has sent no request for half a second.
    else await Promise.all(languages.map(checkIn));
  });
}

for (const screen of SCREENS.filter(({ name }) => LAYERED.includes(name)))
  test(`${screen.name} is accessible with each of its menus and lists open${tagOf(screen.name)}`, async ({
    browser,
    product,
  }) => {
    people ??= prepareSamplePeople(product, SMALL_PROJECTS);
    const page = await openPage(browser, product.url, await people, screen.who, 'en');
    await page.setViewportSize(SIZES.desktop);
    await openScreen(page, screen, await people, wordsOf('en'));
    expect(await expectLayersAccessible(page)).toBeGreaterThan(0);
    await page.context().close();
  });

async function checkScreen(
  page: Page,
  screen: Screen,
  sample: SamplePeople,
  language: Language,
): Promise<void> {
  const looks = LOOKS[language];
  for (const look of looks) {
    const { theme, size } = look;
    const isOpened = look === looks[0] || screen.differsBySize;
    // States that differ on a phone are opened at each size, all others on a desktop only and then resized.
    await page.setViewportSize(SIZES[isOpened && !screen.differsBySize ? 'desktop' : size]);
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    if (isOpened) await openScreen(page, screen, sample, wordsOf(language));
    await page.setViewportSize(SIZES[size]);
    await showTheme(page, theme);
    const name = `${screen.name} (${language}, ${theme}, ${size})`;
    await expectNoFindings(page, name);
    const kinds = CONTROLS[screen.name];
    if (kinds) await expectControls(page, kinds, name);
    if (isOpened && hasFastClock(screen)) {
      const times = await expectTimesOfServer(page, language, name);
      if (screen.name.endsWith('project')) expect(times, name).toBeGreaterThan(0);
    }
  }
  await expectTitleAndLanguage(page, language);
  for (const viewport of NARROW) {
    await page.setViewportSize(viewport);
    // Charts are drawn again once the page has its new width.
    await expect
      .poll(() => sidewaysScroll(page), `${screen.name} (${language}) at ${viewport.width} px`)
      .toEqual([]);
    await expect
      .poll(() => cutTexts(page), `cut in ${screen.name} (${language}) at ${viewport.width} px`)
      .toEqual([]);
  }
  await page.setViewportSize(SIZES.phone);
  await expectRoomForLargeText(page, `${screen.name} (${language}) with text of 200 %`);
  expect(await movingParts(page), `${screen.name} with reduced motion`).toEqual([]);
  expect(errors.splice(0), screen.name).toEqual([]);
}

async function openPage(
  browser: Browser,
  url: string,
  { sessions }: SamplePeople,
  who: Screen['who'],
  language: Language,
  ahead = 0,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', locale: language });
  await openWithAxe(context);
  if (ahead > 0) await shiftClock(context, ahead);
  if (who !== 'guest') await signIn(context, sessions[who]);
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  // An address without the app, to store the theme.
  await page.goto('/favicon.svg');
  return page;
}

/** Expects the language for screen readers, a title and one heading of the first level. */
async function expectTitleAndLanguage(page: Page, language: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page).toHaveTitle(/.+ · Vitrin$/);
  await expect(page.locator('h1')).toHaveCount(1);
}

/** Expects that text of twice its size, as a person sets it in the browser (WCAG 1.4.4), neither is cut nor widens the page. */
async function expectRoomForLargeText(page: Page, name: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await expect.poll(() => sidewaysScroll(page), name).toEqual([]);
  await expect.poll(() => cutTexts(page), `cut in ${name}`).toEqual([]);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await browser.detach();
}

/** Returns the elements beyond the right edge of a page that scrolls sideways; no page may do so. */
async function sidewaysScroll(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return Array.from(document.querySelectorAll('body *'))
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`)
      .slice(-5);
  });
}

/** Returns the elements that move although the visitor prefers reduced motion. */
async function movingParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const longest = (times: string) => Math.max(...times.split(',').map((time) => Number.parseFloat(time)));
    return Array.from(document.querySelectorAll('*'))
      .filter((element) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
        const isAnimated = animationName !== 'none' && longest(animationDuration) > 0.001;
        return isAnimated || longest(transitionDuration) > 0.001;
      })
      .map((element) => `${element.tagName} ${element.getAttribute('class') ?? ''}`);
  });
}
