import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type Page, chromium } from '@playwright/test';
import { showTheme } from '../e2e/kit/accessibility.ts';
import { signIn } from '../e2e/kit/delivery.ts';
import { prepareSamplePeople } from '../e2e/kit/sample-people.ts';
import { type PeopleWithWorks, withSampleWorks } from '../e2e/kit/sample-works.ts';
import { MORE_STATES, SCREENS, type Screen, openScreen } from '../e2e/kit/screens.ts';
import { LANGUAGES, LOCALES, type Language, wordsOf } from '../e2e/kit/words.ts';
import { ensureChromium } from '../test-kit/programs/ensure-chromium.ts';
import { CHROMIUM_ARGUMENTS } from '../test-kit/programs/find-chromium.ts';
import { startProduct } from '../test-kit/product.ts';

/**
 * Takes pictures of every screen and state of e2e/kit/screens.ts into screens/: on a desktop and a phone, light
 * and dark, English and Turkish. `--language=tr` (or en) selects one language; other arguments select screens by
 * name, or with a trailing * by the beginning of the name.
 */
const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'screens');
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const THEMES = ['light', 'dark'] as const;
const languages = LANGUAGES.filter((language) => {
  const choice = process.argv.find((argument) => argument.startsWith('--language='));
  return choice === undefined || choice.endsWith(`=${language}`);
});
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const screens = [...SCREENS, ...MORE_STATES].filter(
  ({ name }) => wanted.length === 0 || wanted.some((each) => fits(name, each)),
);

const product = await startProduct();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGUMENTS] });
try {
  const people = await withSampleWorks(product, await prepareSamplePeople(product));
  await untilDrawn(path.join(product.dataDir, 'vitrin.sqlite'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const screen of screens)
    for (const language of languages) await takePictures(browser, screen, people, language);
  console.log(`${screens.length} screens in ${folder}`);
} finally {
  await browser.close();
  await product.remove();
}

function fits(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** Returns once no file of the sample people waits to be drawn. */
async function untilDrawn(file: string): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true });
  const waiting = database.prepare(
    "select 1 from jobs where kind in ('make-thumbnail', 'make-slow-thumbnail', 'make-preview') and gave_up_at is null limit 1",
  );
  while (waiting.get()) await pause(200);
  database.close();
}

/** Loads every picture that the theme shows: those further down, and those of the other theme, wait to be looked at. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const shown = Array.from(document.images).filter((image) => image.checkVisibility());
    for (const image of shown) image.loading = 'eager';
    // Only decoded ones are sure to be painted; a broken one stays as it is seen.
    await Promise.allSettled(shown.map((image) => image.decode()));
  });
}

async function takePictures(
  chrome: Browser,
  screen: Screen<PeopleWithWorks>,
  people: PeopleWithWorks,
  language: Language,
): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    const context = await chrome.newContext({
      viewport,
      baseURL: product.url,
      locale: LOCALES[language],
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    });
    if (screen.who !== 'guest') await signIn(context, people.sessions[screen.who]);
    const page = await context.newPage();
    await openScreen(page, screen, people, wordsOf(language));
    for (const theme of THEMES) {
      await showTheme(page, theme);
      await loadPictures(page);
      const file = `${screen.name}-${size}-${theme}-${language}.png`;
      // A dialog is shown as it appears in the window.
      await page.screenshot({ path: path.join(folder, file), fullPage: !screen.open });
    }
    await context.close();
  }
}
