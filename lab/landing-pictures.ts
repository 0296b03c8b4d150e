import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type Page, chromium } from '@playwright/test';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import sharp from 'sharp';
import { createProject } from '../test-kit/story/seed.ts';
import { wordsOf } from '../e2e/kit/words.ts';
import { ensureChromium } from '../test-kit/programs/ensure-chromium.ts';
import { CHROMIUM_ARGUMENTS } from '../test-kit/programs/find-chromium.ts';
import { LANDING_PROJECTS } from '../test-kit/story/landing-story.ts';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../test-kit/accounts.ts';
import type { ApiSession } from '../test-kit/api-session.ts';
import { type Product, startProduct } from '../test-kit/product.ts';

/**
 * Makes the pictures of the landing page from the running product: a client's project page for wide and
 * narrow screens and a picture for each feature, in both languages and themes, as AVIF and WebP; and the pictures for
 * link previews and icons.
 */
const root = path.resolve(import.meta.dirname, '..');
const pictures = path.join(root, 'web/src/components/product-pictures/pictures');
const publicFolder = path.join(root, 'web/public');

/** The size on the landing page. */
const SIZES = { wide: { width: 1120, height: 720 }, narrow: { width: 390, height: 600 } };
/** The size of a feature's picture; shown a little smaller. */
const FEATURE = { width: 480, height: 360, pixels: 1.75 };
/** Height of the product's top bar, which is cropped: an awning covers it on the landing page. */
const TOP_BAR = 60;
const THEMES = ['light', 'dark'] as const;
const LANGUAGES = ['en', 'tr'] as const;
type Look = { language: (typeof LANGUAGES)[number]; theme: (typeof THEMES)[number] };

for (const folder of ['client', 'feature']) mkdirSync(path.join(pictures, folder), { recursive: true });
const product = await startProduct();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGUMENTS] });
try {
  const freelancer = await registerFreelancer(product, 'elif.arslan');
  for (const language of LANGUAGES) {
    const { session, project } = await showProject(freelancer, language);
    const invited = await inviteCustomer(freelancer, `guest.${language}`);
    for (const theme of THEMES) {
      const look = { language, theme };
      for (const [size, viewport] of Object.entries(SIZES)) {
        const page = await openPage(browser, product, look, withTopBar(viewport), session);
        await page.goto(`/projects/${project}`, { waitUntil: 'networkidle' });
        await page.getByRole('heading', { level: 1 }).waitFor();
        await save(page, viewport, `client/client-${size}-${theme}-${language}`);
      }
      await takeFeatures(look, { freelancer, session, project, token: invited.reset_token });
    }
    await takeShareImage(language);
  }
  await drawIcons();
} finally {
  await browser.close();
  await product.remove();
}

type Shown = { freelancer: ApiSession; session: ApiSession; project: number; token: string | null };

/** One picture for each of the three features, on the screen of the feature. */
async function takeFeatures(look: Look, { freelancer, session, project, token }: Shown): Promise<void> {
  const t = wordsOf(look.language);
  const open = async (address: string, reader: ApiSession | null) => {
    const page = await openPage(browser, product, look, withTopBar(FEATURE), reader, FEATURE.pixels);
    await page.goto(address, { waitUntil: 'networkidle' });
    return page;
  };
  const name = (feature: string) => `feature/feature-${feature}-${look.theme}-${look.language}`;

  const milestones = await open(`/projects/${project}`, freelancer);
  const heading = milestones.getByRole('heading', { name: t('milestones.title'), exact: true });
  await heading.evaluate((element, top) => {
    scrollTo({ top: element.getBoundingClientRect().top + scrollY - top - 24, behavior: 'instant' });
  }, TOP_BAR);
  await save(milestones, FEATURE, name('projects'));

  const registration = await open(`/customer-register?token=${token}`, null);
  await registration.getByRole('heading', { level: 1 }).waitFor();
  await save(registration, FEATURE, name('clients'));

  const viewer = await open(`/projects/${project}`, session);
  await viewer
    .getByRole('link', { name: /kitapçık\.jpg|booklet-spread\.jpg/ })
    .first()
    .click();
  const picture = viewer.getByRole('dialog').locator('img').first();
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  await pause(500);
  await save(viewer, FEATURE, name('files'), 0);
}

/** A window in which the wanted size stands below the product's top bar. */
function withTopBar({ width, height }: { width: number; height: number }) {
  return { width, height: height + TOP_BAR };
}

async function showProject(freelancer: ApiSession, language: Look['language']) {
  const sample = LANDING_PROJECTS[language];
  const customer = await inviteCustomer(freelancer, sample.customer);
  const session = await registerCustomer(product, customer.reset_token);
  await createProject(freelancer, customer.id, sample);
  const { results } = await session.expectCall<{ results: Project[] }>(200, 'GET', '/api/projects/');
  const [project] = results;
  if (!project) throw new Error('the customer sees no project');
  await waitForThumbnails(session, project.id);
  return { session, project: project.id };
}

/**
 * Thumbnails are made after the upload was answered. Those of films and documents need ffmpeg and pdftoppm: where these
 * are installed, they are made before the pictures that were uploaded later.
 */
async function waitForThumbnails(session: ApiSession, project: number): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const { versions } = await session.expectCall<Project>(200, 'GET', `/api/projects/${project}/`);
    const pictured = versions.flatMap(({ files }) => files).filter(({ is_image }) => is_image);
    if (pictured.every(({ thumbnail }) => thumbnail !== null)) return;
    await pause(500);
  }
  throw new Error('the files have no small pictures after a minute');
}

async function openPage(
  chrome: Browser,
  { url }: Product,
  { language, theme }: Look,
  viewport: { width: number; height: number },
  session: ApiSession | null,
  pixels = 1.75,
): Promise<Page> {
  const context = await chrome.newContext({
    viewport,
    baseURL: url,
    locale: language,
    colorScheme: theme,
    deviceScaleFactor: pixels,
    reducedMotion: 'reduce',
  });
  const cookies = Array.from(session?.cookies ?? [], ([name, value]) => ({ name, value, url }));
  await context.addCookies([...cookies, { name: 'language', value: language, url }]);
  await context.addInitScript((choice) => localStorage.setItem('language', choice), language);
  return context.newPage();
}

/** Takes a picture of the page below `top` and closes it. */
async function save(
  page: Page,
  { width, height }: { width: number; height: number },
  name: string,
  top = TOP_BAR,
): Promise<void> {
  const picture = sharp(await page.screenshot({ clip: { x: 0, y: top, width, height } }));
  await page.context().close();
  await picture.avif({ quality: 52, effort: 6 }).toFile(path.join(pictures, `${name}.avif`));
  await picture.webp({ quality: 76, effort: 6 }).toFile(path.join(pictures, `${name}.webp`));
}

/** The first screen of the landing page without its header, in the size for link previews. */
async function takeShareImage(language: Look['language']): Promise<void> {
  const page = await openPage(
    browser,
    product,
    { language, theme: 'light' },
    { width: 1200, height: 630 },
    null,
    1,
  );
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.waitForFunction(() => Array.from(document.images).some((image) => image.naturalWidth > 0));
  await page.evaluate(() => {
    // Set by script, because the page's policy refuses a style element.
    document.querySelector('header')?.style.setProperty('visibility', 'hidden');
    document.querySelector('main')?.style.setProperty('margin-top', '-64px');
  });
  const png = await page.screenshot();
  await sharp(png)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(path.join(publicFolder, `share.${language}.png`));
  await page.context().close();
}

async function drawIcons(): Promise<void> {
  const icon = path.join(publicFolder, 'favicon.svg');
  for (const size of [180, 192, 512])
    await sharp(icon, { density: 72 * (size / 32) })
      .resize(size)
      .png({ palette: true })
      .toFile(path.join(publicFolder, `icon-${size}.png`));
}
