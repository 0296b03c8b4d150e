import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import type { Page as ListPage } from '@vitrin/shared/contract/common.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { sampleFile } from '../../test-kit/sample-files/sample-file.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { type Delivery, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';
import { pixelsOf } from '../kit/pictures.ts';
import { specFolder } from '../kit/spec-folder.ts';

test.use(TURKISH_ON_PHONES);
// Films and thumbnails take long on a busy machine.
test.describe.configure({ timeout: 300_000 });

const folder = specFolder();

const NOTE = 'Grüße, iyi günler: şğıİ\n';
const FILES: [name: string, bytes: Buffer][] = [
  ['upright.jpg', sampleFile('upright.jpg')],
  ['film.webm', sampleFile('film.webm')],
  ['silence.mp3', sampleFile('silence.mp3')],
  ['brand-guide.pdf', sampleFile('brand-guide.pdf')],
  ['note #1 50%.txt', Buffer.from(NOTE)],
  ['data.bin', Buffer.from([0, 1, 2, 3])],
];

/**
 * Creates a project with an older version, milestones and files of every kind by default, and waits for the thumbnails.
 */
async function prepare(
  product: Parameters<typeof prepareDelivery>[0],
  name: string,
  files = FILES,
): Promise<Delivery> {
  const delivery = await prepareDelivery(product, name);
  const { freelancer, project } = delivery;
  await uploadFile(freelancer, delivery.version, 'old.txt', Buffer.from('old'));
  for (const [milestone, completed] of [
    ['Sketches', true],
    ['Film', false],
  ] as const)
    await freelancer.expectCall(201, 'POST', '/api/milestones/', { name: milestone, completed, project });
  const form = new FormData();
  form.set('version_number', '2.0');
  form.set('description', '<p>The second round</p>');
  form.set('project', String(project));
  const { id } = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', form);
  for (const [file, bytes] of files) await uploadFile(freelancer, id, file, Buffer.from(bytes));
  const waiting = async () => {
    const { results } = await freelancer.expectCall<ListPage<ProjectFile>>(
      200,
      'GET',
      `/api/files/?version=${id}`,
    );
    return results
      .filter(({ kind, thumbnail_large }) => ['image', 'video', 'pdf'].includes(kind) && !thumbnail_large)
      .map((each) => each.name);
  };
  await expect.poll(waiting, { timeout: 90_000 }).toEqual([]);
  return { ...delivery, version: id };
}

/** Downloads the project with this button or link, unpacks it and returns the folder. */
async function downloadProject(page: Page, { project }: Delivery, button: string): Promise<string> {
  await page.goto(`/projects/${project}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: button }).click(),
  ]);
  const target = mkdtempSync(path.join(folder(), 'copy-'));
  execFileSync('unzip', ['-q', await download.path(), '-d', target], {
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  return target;
}

/** Opens the copy in a browser without a network; `requested` lists requests for anything but files of the copy. */
async function openCopy(
  browser: Browser,
  target: string,
  options: {
    locale: string;
    javaScriptEnabled?: boolean;
    viewport: ReturnType<Page['viewportSize']>;
  },
) {
  const context = await browser.newContext({ ...options, offline: true });
  const requested: string[] = [];
  const home = pathToFileURL(`${target}/`).href;
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(home) && !url.startsWith('data:')) requested.push(url);
  });
  const page = await context.newPage();
  await page.goto(`${home}index.html`);
  return { page, requested, close: () => context.close() };
}

test('a client downloads a project and sees all of it without a server @phone-before-release', async ({
  page,
  browser,
  product,
  locale,
  language,
  isMobile,
  t,
  serverText,
  violations,
}) => {
  const delivery = await prepare(product, `offline-${language}`);
  await signIn(page, delivery.customer);
  const target = await downloadProject(page, delivery, t('takeOffline.download'));
  const version = serverText('files.version_folder', { number: '2.0' });
  for (const [name, bytes] of FILES)
    expect(readFileSync(path.join(target, version, name)).equals(bytes), name).toBe(true);

  const copy = await openCopy(browser, target, { locale: locale ?? 'en-US', viewport: page.viewportSize() });
  const { page: offline } = copy;
  await expect(offline.getByRole('heading', { level: 1, name: 'Summer campaign' })).toBeVisible();
  await expect(
    offline.getByText(t('offline.taken', { date: '' }).split('.').at(-2)?.trim() ?? ''),
  ).toBeVisible();
  await expect(offline.getByText(t('offline.unpack'))).toBeHidden();
  await expect(offline.getByText('Sketches').first()).toBeVisible();
  await expect(offline.getByText('The second round')).toBeVisible();

  // The keyboard opens the first picture in the viewer, and moves from it to the film.
  const viewer = offline.getByRole('dialog');
  await offline.getByRole('link', { name: t('files.open', { name: 'upright.jpg' }) }).focus();
  await offline.keyboard.press('Enter');
  await expect.poll(() => pixelsOf(viewer.getByRole('img', { name: 'upright.jpg' }))).toBe(40);
  await expect(viewer.getByRole('button', { name: t('files.downloadAll') })).toHaveCount(0);
  await offline.keyboard.press('ArrowRight');
  const film = viewer.locator('video');
  await film.evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    return video.play();
  });
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  await offline.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(offline.getByRole('link', { name: t('files.open', { name: 'film.webm' }) })).toBeFocused();
  await offline.getByRole('link', { name: t('files.open', { name: 'brand-guide.pdf' }) }).click();
  const document = viewer.getByRole('link', { name: t('offline.openDocument') });
  await expect(document).toHaveAttribute('href', /brand-guide\.pdf$/);
  await offline.goBack();
  await expect(viewer).toBeHidden();
  await offline.getByRole('link', { name: t('files.open', { name: 'note #1 50%.txt' }) }).click();
  await expect(viewer.getByText(NOTE.trim())).toBeVisible();
  await viewer.getByRole('button', { name: t('actions.close') }).click();

  // A file that cannot be displayed has its format's name, as on the page.
  await expect(offline.getByText(t('formats.other', { name: 'BIN' })).first()).toBeVisible();

  // The link of a file leads to its bytes.
  const link = offline.getByRole('link', { name: t('files.download', { name: 'data.bin' }) }).first();
  const address = await link.evaluate((anchor: HTMLAnchorElement) => anchor.href);
  expect(readFileSync(new URL(address)).equals(Buffer.from([0, 1, 2, 3]))).toBe(true);

  // A file that browsers show opens in another tab.
  const [beside] = await Promise.all([
    offline.waitForEvent('popup'),
    offline
      .getByRole('link', { name: t('files.download', { name: 'upright.jpg' }) })
      .first()
      .click(),
  ]);
  await expect(beside).toHaveURL(/upright\.jpg$/);
  await beside.close();
  await expect(offline.getByRole('heading', { level: 1, name: 'Summer campaign' })).toBeVisible();

  // The older version opens with its own files.
  await offline.getByRole('button', { name: new RegExp(t('versions.name', { number: '1.0' })) }).click();
  await expect(offline.getByRole('link', { name: t('files.open', { name: 'old.txt' }) })).toBeVisible();

  // The page switches to the other language without a reload.
  const other = language === 'en' ? 'TR, Türkçe' : 'EN, English';
  await offline.getByRole('button', { name: other }).click();
  await expect(offline.locator('html')).toHaveAttribute('lang', language === 'en' ? 'tr' : 'en');
  await expect(offline.getByText(t('milestones.title'), { exact: true })).toBeHidden();
  expect(violations).toEqual([]);
  await expectAccessibleAsItStands(offline);
  // axe requests the style sheet itself, which a page opened from the disk is not allowed to read.
  violations.splice(0);
  if (isMobile) {
    const beyond = await offline.evaluate(() => {
      const { scrollWidth, clientWidth } = window.document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(beyond).toBeLessThanOrEqual(0);
  }
  expect(copy.requested).toEqual([]);
  await copy.close();
});

test('without scripts a copy shows the work and a link to every file @before-release', async ({
  page,
  browser,
  product,
  locale,
  t,
}) => {
  // Films and documents are left out: their thumbnails take long, and without scripts every file is only a link.
  const files = FILES.filter(([name]) => !/\.(webm|pdf)$/.test(name));
  const delivery = await prepare(product, 'offline-plain', files);
  await signIn(page, delivery.customer);
  const target = await downloadProject(page, delivery, t('takeOffline.download'));
  const copy = await openCopy(browser, target, {
    locale: locale ?? 'en-US',
    javaScriptEnabled: false,
    viewport: page.viewportSize(),
  });
  await expect(copy.page.getByRole('heading', { level: 1, name: 'Summer campaign' })).toBeVisible();
  await expect(copy.page.getByText('Sketches').first()).toBeVisible();
  const list = copy.page.locator('.all-files');
  const addresses = await list
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(addresses).toHaveLength(files.length + 1);
  for (const address of addresses) expect(statSync(new URL(address)).isFile()).toBe(true);
  await expect(copy.page.locator('img').first()).toBeVisible();
  expect(copy.requested).toEqual([]);
  await copy.close();
});

test('a freelancer downloads a project from its menu, and nothing in it names a server @before-release', async ({
  page,
  product,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'offline-owner');
  await uploadFile(delivery.freelancer, delivery.version, 'note.txt', Buffer.from(NOTE));
  await signIn(page, delivery.freelancer);
  await page.goto(`/projects/${delivery.project}`);
  await page.getByRole('button', { name: t('project.more'), exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: t('takeOffline.download') }).click(),
  ]);
  const target = mkdtempSync(path.join(folder(), 'copy-'));
  execFileSync('unzip', ['-q', await download.path(), '-d', target]);
  const made = ['index.html', 'offline/data.js', 'offline/page.css'].map((name) =>
    readFileSync(path.join(target, name), 'utf8'),
  );
  for (const text of made) {
    expect(text).not.toContain('/api/');
    expect(text).not.toContain(new URL(product.url).host);
    // The only address in sheets and pages is that of a namespace, from which nothing is loaded.
    expect(text.replaceAll(/http:\/\/www\.w3\.org\/[\w/]+/g, '')).not.toMatch(
      /(?:src|href)="?https?:|url\(["']?https?:/,
    );
  }
  const kilobytes = readdirSync(path.join(target, 'offline'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size / 1000, 0);
  // Scripts, styles, fonts and data that a copy adds to the files.
  expect(kilobytes).toBeLessThan(1_200);
});
