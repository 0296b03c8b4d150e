import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import { sampleFile } from '../../test-kit/sample-files/sample-file.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { type Delivery, download, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expectFocusIn, openDialog } from '../kit/dialogs.ts';
import { expect, test } from '../kit/fixtures.ts';
import { arriveWithContent } from '../kit/rendered-pages.ts';
import { waitForTakeover } from '../kit/takeover.ts';
import type { Product } from '../../test-kit/product.ts';

/** Creates a version with an upright picture, two others and a file without a thumbnail, after an older version. */
async function prepareWork(product: Product, name: string): Promise<Delivery> {
  const delivery = await prepareDelivery(product, name);
  const { freelancer, project } = delivery;
  for (const [at, milestone] of ['Idea', 'Corrections', 'Print files'].entries())
    await freelancer.expectCall(201, 'POST', '/api/milestones/', {
      name: milestone,
      project,
      completed: at === 0,
    });
  const form = new FormData();
  form.set('version_number', '2.0');
  form.set('description', '<p>With a larger title.</p>');
  form.set('project', String(project));
  const version = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', form);
  const shapes = [
    [900, 1400],
    [1400, 900],
    [800, 800],
  ] as const;
  for (const [at, [width, height]] of shapes.entries()) {
    const title = `Poster ${at + 1}`;
    const bytes = await posterPng({ palette: PALETTES.cafe, title, line: 'Summer', width, height });
    await addFile(delivery, version.id, new File([new Uint8Array(bytes)], `${title}.png`));
  }
  const archive = new File([new Uint8Array(sampleFile('sources.zip'))], 'sources.zip');
  await addFile(delivery, version.id, archive);
  const covers = async () => (await projectOf(delivery)).versions[1]?.covers.length;
  // On a busy machine a thumbnail exceeds its time limit, and waits in the queue of slow ones.
  await expect.poll(covers, { timeout: 300_000 }).toBe(3);
  return { ...delivery, version: version.id };
}

async function addFile({ freelancer }: Delivery, version: number, file: File): Promise<void> {
  const form = new FormData();
  form.set('version', String(version));
  form.set('file', file);
  await freelancer.expectCall(201, 'POST', '/api/files/', form);
}

function projectOf({ freelancer, project }: Delivery): Promise<Project> {
  return freelancer.expectCall<Project>(200, 'GET', `/api/projects/${project}/?files=none`);
}

/**
 * Opens the project on a phone on which the browser takes much of the screen, or on a desktop; waits for its first
 * picture.
 */
async function openOnShortScreen(page: Page, { project }: Delivery, isMobile: boolean) {
  const size = isMobile ? { width: 390, height: 664 } : { width: 1440, height: 900 };
  await page.setViewportSize(size);
  await page.goto(`/projects/${project}`);
  const lead = page.getByRole('link', { name: 'Open Poster 1.png' });
  await expect(lead.locator('img')).toHaveJSProperty('complete', true);
  return { lead, size };
}

/** Presses Tab until the focus leaves the main part; returns the names of the focused elements in order. */
async function namesByTab(page: Page): Promise<string[]> {
  const names: string[] = [];
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    heading.tabIndex = -1;
    heading.focus();
  });
  for (;;) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const at = document.activeElement;
      if (!at?.closest('main')) return null;
      return at.getAttribute('aria-label') ?? at.textContent;
    });
    if (name === null) return names;
    names.push(name);
  }
}

test('@phone the first picture fits a short screen, and the focus follows the order on the screen', async ({
  page,
  product,
  isMobile,
}) => {
  const delivery = await prepareWork(product, isMobile ? 'shown-phone' : 'shown');
  await signIn(page, delivery.customer);
  const { lead, size } = await openOnShortScreen(page, delivery, isMobile);
  await expect.poll(async () => (await lead.boundingBox())?.height).toBeGreaterThan(330);
  const box = await lead.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
  // The page does not scroll sideways.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  await expectAccessibleAsItStands(page);

  const names = await namesByTab(page);
  const expected = [
    '1 of 3 milestones completed',
    /^Version 2.0/,
    ...(isMobile ? [] : [/^Download all, /, 'For the web (2048 px)']),
    'Open Poster 1.png',
    'Download Poster 1.png',
    'Open Poster 2.png',
    'Download Poster 2.png',
    'Open Poster 3.png',
    'Download Poster 3.png',
    'Open sources.zip',
    'Download sources.zip',
    'Select files',
    ...(isMobile ? [/^Download all, /, 'For the web (2048 px)'] : []),
    /^Version 1.0/,
    'Download the whole project',
  ];
  const pressed = isMobile ? names.filter((name, at) => names.indexOf(name) === at) : names;
  expect(pressed).toEqual(
    expected.map((label) => (typeof label === 'string' ? label : expect.stringMatching(label))),
  );
});

test('@phone a name of 200 characters is shortened to keep the first picture whole, and expands on a tap @before-release', async ({
  page,
  product,
  isMobile,
}) => {
  const delivery = await prepareWork(product, isMobile ? 'named-phone' : 'named');
  const name = 'A campaign of the longest summer '.repeat(7).slice(0, 200);
  await delivery.freelancer.expectCall(200, 'PUT', `/api/projects/${delivery.project}/`, { name });
  await signIn(page, delivery.customer);
  const { lead, size } = await openOnShortScreen(page, delivery, isMobile);
  const box = await lead.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
  const heading = page.getByRole('heading', { level: 1 });
  const isCut = () => heading.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 2);
  expect(await isCut()).toBe(true);
  await heading.click();
  await expect.poll(isCut).toBe(false);
});

test('@phone-before-release the download button is visible on a desktop, stays on screen on a phone, and downloads one archive', async ({
  page,
  product,
  isMobile,
}) => {
  const delivery = await prepareWork(product, 'bar');
  await signIn(page, delivery.customer);
  if (isMobile) await page.setViewportSize({ width: 390, height: 400 });
  await page.goto(`/projects/${delivery.project}`);
  const buttons = page.getByRole('link', { name: /^Download all/ });
  await expect(page.getByRole('link', { name: 'Open Poster 1.png' })).toBeVisible();
  await expect(buttons).toHaveCount(1);
  if (isMobile) {
    // This link is the last part of the page to appear.
    await expect(page.getByRole('link', { name: 'Download the whole project' })).toBeVisible();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(buttons).toHaveCount(2);
    await expect
      .poll(async () => {
        // Late parts push the footer down again.
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        const footer = await page.getByRole('contentinfo').boundingBox();
        const bar = await buttons.last().boundingBox();
        return footer && bar && footer.y + footer.height <= bar.y;
      })
      .toBe(true);
  } else await expect(buttons).toBeInViewport();
  const { name } = await download(page, () => buttons.last().click());
  expect(name).toMatch(/\.zip$/);
});

test('a client selects some files by keyboard and downloads them as one archive @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareWork(product, 'chosen');
  await signIn(page, delivery.customer);
  await page.goto(`/projects/${delivery.project}`);
  const opener = page.getByRole('button', { name: 'Select files' });
  const dialog = page.getByRole('dialog', { name: 'My selection' });
  await openDialog(dialog, () => opener.press('Enter', { timeout: 1000 }));
  await expectFocusIn(dialog);
  await dialog.getByRole('checkbox', { name: /^Poster 2.png/ }).press('Space');
  await dialog.getByRole('checkbox', { name: /^sources.zip/ }).press('Space');
  await expectAccessibleAsItStands(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /^Download 2 files, / }).press('Enter'),
  ]);
  const archive = readFileSync(await download.path(), 'latin1');
  expect(
    ['Poster 1.png', 'Poster 2.png', 'Poster 3.png', 'sources.zip'].map((name) => archive.includes(name)),
  ).toEqual([false, true, false, true]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const mine = page.getByRole('button', { name: 'My selection: 2 files' });
  await expect(mine).toBeFocused();
  // A key in the viewer adds another file to the selection.
  await page.getByRole('link', { name: 'Open Poster 3.png' }).press('Enter');
  const viewer = page.getByRole('dialog', { name: /^Poster 3/ });
  const pick = viewer.getByRole('button', { name: 'My selection', exact: true });
  await expect(pick).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('p');
  await expect(pick).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(pick).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'My selection: 3 files' })).toBeVisible();
  await expect(page.getByTitle('In my selection')).toHaveCount(3);
});

test('@phone React takes over the elements that the server sent, and keeps the focus on one @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareWork(product, 'taken');
  await signIn(page, delivery.customer);
  const held = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await arriveWithContent(page, `/projects/${delivery.project}`, { waitUntil: 'commit' });
  const sent = await page.getByRole('button', { name: 'Select files' }).elementHandle();
  await sent?.focus();
  held.resolve();
  await waitForTakeover(page);
  await page.getByRole('button', { name: 'Version 1.0' }).click();
  await expect(page.getByRole('button', { name: 'Version 1.0' })).toHaveAttribute('aria-expanded', 'true');
  expect(await sent?.evaluate((button) => button.isConnected)).toBe(true);
});

test('a phone lays out many pictures as they come into view, and nothing moves @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'many');
  const shapes = [
    [120, 90],
    [60, 150],
    [240, 60],
    [100, 100],
  ] as const;
  const pictures = await Promise.all(
    shapes.map(([width, height]) =>
      posterPng({ palette: PALETTES.cafe, title: '', line: '', width, height }),
    ),
  );
  const count = 53;
  for (let at = 0; at < count; at += 1) {
    const bytes = pictures[at % pictures.length] ?? Buffer.alloc(0);
    await addFile(delivery, delivery.version, new File([new Uint8Array(bytes)], `${at + 1}.png`));
  }
  const files = `/api/files/?version=${delivery.version}`;
  const listed = () => delivery.freelancer.expectCall<{ results: ProjectFile[] }>(200, 'GET', files);
  await expect
    .poll(async () => (await listed()).results.every(({ thumbnail }) => thumbnail !== null), {
      timeout: 300_000,
    })
    .toBe(true);
  await signIn(page, delivery.customer);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/projects/${delivery.project}`);
  await page.getByRole('button', { name: `Show all ${count}` }).click();
  const lists = page.getByRole('list', { name: 'Files' });
  await expect(lists.getByRole('listitem')).toHaveCount(count);
  // The first picture, and five lists of others: the last list is out of view until the page is scrolled.
  await expect(lists).toHaveCount(6);
  const heights = await page.evaluate(async () => {
    const seen = new Set<number>();
    for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
      scrollTo(0, y);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      seen.add(document.documentElement.scrollHeight);
    }
    return [...seen];
  });
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);

  // There are two columns; pictures wider than 1.8 span both. Each picture keeps its own ratio, and none covers
  // another.
  const ratio = async (name: string) => {
    const box = await page.getByRole('link', { name: `Open ${name}.png`, exact: true }).boundingBox();
    return box ? { width: box.width, ratio: box.width / box.height } : { width: 0, ratio: 0 };
  };
  const wide = await ratio('3');
  expect(wide.width).toBeGreaterThan(340);
  expect(wide.ratio).toBeCloseTo(4, 1);
  const square = await ratio('4');
  expect(square.width).toBeLessThan(260);
  expect(square.ratio).toBeCloseTo(1, 1);
  const covered = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('ul[aria-label=Files] > li')].map((li) =>
      li.getBoundingClientRect(),
    );
    return boxes.filter((one) =>
      boxes.some(
        (other) =>
          other !== one &&
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1,
      ),
    ).length;
  });
  expect(covered).toBe(0);
});

test('an upright first picture has the note and the next pictures beside it on a desktop @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareWork(product, 'upright');
  await signIn(page, delivery.customer);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/projects/${delivery.project}`);
  const opened = page.getByRole('link', { name: 'Open Poster 1.png' });
  // An element that is not rendered yet has no box.
  await expect.poll(async () => (await opened.boundingBox())?.width ?? 0).toBeGreaterThan(0);
  const lead = await opened.boundingBox();
  const note = await page.getByText('With a larger title.').boundingBox();
  const next = await page.getByRole('link', { name: 'Open Poster 2.png' }).boundingBox();
  const end = (lead?.x ?? Infinity) + (lead?.width ?? Infinity);
  expect(note?.x).toBeGreaterThan(end);
  expect(next?.x).toBeGreaterThan(end);
  expect(next?.y).toBeLessThan((lead?.y ?? 0) + (lead?.height ?? 0));
  // The frame has the ratio of the picture.
  expect((lead?.width ?? 0) / (lead?.height ?? 1)).toBeCloseTo(900 / 1400, 1);
  await expectAccessibleAsItStands(page);
});

test('an upright picture alone is centred on the whole wall of a desktop @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'upright-alone');
  const bytes = await posterPng({
    palette: PALETTES.cafe,
    title: 'Poster',
    line: '',
    width: 600,
    height: 900,
  });
  await addFile(delivery, delivery.version, new File([new Uint8Array(bytes)], 'Poster.png'));
  await signIn(page, delivery.customer);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/projects/${delivery.project}`);
  const lead = page.getByRole('link', { name: 'Open Poster.png' });
  await expect(lead).toBeVisible();
  const wall = await lead.boundingBox();
  expect(wall?.width).toBeGreaterThan(1000);
  expect(wall?.height).toBe(540);
});

test('@phone a project without files offers no download @before-release', async ({
  page,
  product,
  isMobile,
}) => {
  const delivery = await prepareDelivery(product, isMobile ? 'bare-phone' : 'bare');
  await signIn(page, delivery.customer);
  await page.goto(`/projects/${delivery.project}`);
  await expect(page.getByText(/is preparing version/)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(/Download/)).toHaveCount(0);
});
