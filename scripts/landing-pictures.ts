import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type Page, chromium } from '@playwright/test';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import sharp from 'sharp';
import { createProject } from './demo/seed.ts';
import { ensureChromium } from './ensure-chromium.ts';
import { CHROMIUM_ARGUMENTS } from './find-chromium.ts';
import { LANDING_PROJECTS } from './demo/landing-story.ts';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../test-kit/accounts.ts';
import type { ApiSession } from '../test-kit/api-session.ts';
import { type Product, startProduct } from '../test-kit/product.ts';

/**
 * Makes the pictures of the landing page from the running product: a client's project page in both languages and
 * themes, for wide and narrow screens, as AVIF and WebP; and the pictures for link previews and icons.
 */
const root = path.resolve(import.meta.dirname, '..');
const pictures = path.join(root, 'web/src/screens/landing/pictures');
const publicFolder = path.join(root, 'web/public');

/** The size on the landing page; taken with two device pixels each. */
const SIZES = { wide: { width: 760, height: 680 }, narrow: { width: 390, height: 560 } };
/** Height of the product's top bar, which is cropped: an awning covers it on the landing page. */
const TOP_BAR = 60;
const THEMES = ['light', 'dark'] as const;
const LANGUAGES = ['en', 'tr'] as const;
type Look = { language: (typeof LANGUAGES)[number]; theme: (typeof THEMES)[number] };

mkdirSync(pictures, { recursive: true });
const product = await startProduct();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGUMENTS] });
try {
  const freelancer = await registerFreelancer(product, 'elif.arslan');
  for (const language of LANGUAGES) {
    const { session, project } = await showProject(freelancer, language);
    for (const theme of THEMES)
      for (const [size, viewport] of Object.entries(SIZES)) {
        const { width, height } = viewport;
        const look = { language, theme };
        const page = await openPage(browser, product, look, { width, height: height + TOP_BAR }, session);
        await page.goto(`/projects/${project}`, { waitUntil: 'networkidle' });
        await page.getByRole('heading', { level: 1 }).waitFor();
        await save(
          await page.screenshot({ clip: { x: 0, y: TOP_BAR, width, height } }),
          `client-${size}-${theme}-${language}`,
        );
        await page.context().close();
      }
    await takeShareImage(language);
  }
  await drawIcons();
} finally {
  await browser.close();
  await product.remove();
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

/** Thumbnails are made after the upload was answered. */
async function waitForThumbnails(session: ApiSession, project: number): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const { versions } = await session.expectCall<Project>(200, 'GET', `/api/projects/${project}/`);
    if (versions.every(({ files }) => files.every(({ thumbnail }) => thumbnail !== null))) return;
    await pause(500);
  }
  throw new Error('the files have no small pictures after a minute');
}

async function openPage(
  chrome: Browser,
  { url }: Product,
  { language, theme }: Look,
  viewport: { width: number; height: number },
  session?: ApiSession,
): Promise<Page> {
  const context = await chrome.newContext({
    viewport,
    baseURL: url,
    locale: language,
    colorScheme: theme,
    deviceScaleFactor: session ? 2 : 1,
  });
  const cookies = Array.from(session?.cookies ?? [], ([name, value]) => ({ name, value, url }));
  await context.addCookies([...cookies, { name: 'language', value: language, url }]);
  await context.addInitScript((choice) => localStorage.setItem('language', choice), language);
  return context.newPage();
}

async function save(png: Buffer, name: string): Promise<void> {
  await sharp(png)
    .avif({ quality: 55, effort: 6 })
    .toFile(path.join(pictures, `${name}.avif`));
  await sharp(png)
    .webp({ quality: 78, effort: 6 })
    .toFile(path.join(pictures, `${name}.webp`));
}

/** The first screen of the landing page without its header, in the size for link previews. */
async function takeShareImage(language: Look['language']): Promise<void> {
  const page = await openPage(browser, product, { language, theme: 'light' }, { width: 1200, height: 630 });
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
