import { truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import { sampleFile } from '../../test-kit/sample-files/sample-file.ts';
import { downloadEntryOf } from '../kit/arrange.ts';
import { expectAccessible } from '../kit/accessibility.ts';
import {
  addFiles,
  download,
  fileIn,
  openProject,
  prepareDelivery,
  sha256Of,
  swipe,
} from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { specFolder } from '../kit/spec-folder.ts';

const folder = specFolder();

/** Writes one file of every kind, with names such as people use. */
async function everyKind(): Promise<Record<'image' | 'video' | 'audio' | 'pdf' | 'archive', string>> {
  const poster = await posterPng({ palette: PALETTES.cafe, title: 'Summer', line: 'campaign' });
  return {
    image: fileIn(folder(), 'Afiş çalışması ☕.png', poster),
    video: fileIn(folder(), 'film.mp4', sampleFile('film.mp4')),
    audio: fileIn(folder(), 'jingle.wav', sampleFile('jingle.wav')),
    pdf: fileIn(folder(), 'brand guide.pdf', sampleFile('brand-guide.pdf')),
    archive: fileIn(folder(), 'sources.zip', sampleFile('sources.zip')),
  };
}

test('@phone-before-release a freelancer delivers files of every kind, and the client views and downloads them @before-release', async ({
  page,
  product,
  isMobile,
}) => {
  const delivery = await prepareDelivery(product, isMobile ? 'kinds-phone' : 'kinds');
  const kinds = await everyKind();
  await openProject(page, delivery, 'freelancer');
  await expect(page.getByText('No files yet')).toBeVisible();
  await addFiles(page, Object.values(kinds));
  await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('5 files uploaded');
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Actions for film.mp4' })).toBeVisible();

  // The open page polls for thumbnails, and an answer that extends the session would restore its cookie.
  await page.goto('about:blank');
  await openProject(page, delivery, 'customer');
  const files = page.getByRole('list', { name: 'Files' });
  await expect(files.getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('button', { name: /Delete|Add|Edit/ })).toHaveCount(0);

  // The thumbnail is made after the upload, by a process of low priority.
  const drawn = files.getByRole('link', { name: 'Open Afiş çalışması ☕.png' }).locator('img');
  await expect(drawn).toBeVisible({ timeout: 300_000 });
  await page.getByRole('link', { name: 'Open Afiş çalışması ☕.png' }).click();
  const viewer = page.getByRole('dialog');
  const picture = viewer.getByRole('img', { name: 'Afiş çalışması ☕.png' });
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  await page.keyboard.press('+');
  await expect(viewer.locator('img[src$="/content/"]')).toHaveJSProperty('naturalWidth', 1600);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Open film.mp4' }).click();
  const film = viewer.locator('video');
  await expect(film).toHaveAttribute('playsinline');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.duration)).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Open jingle.wav' }).click();
  const sound = viewer.locator('audio');
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(1, 1);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(page.getByRole('link', { name: 'Open jingle.wav' })).toBeFocused();
  await expect(page).toHaveURL(`/projects/${delivery.project}`);

  for (const [name, file] of [
    ['Afiş çalışması ☕.png', kinds.image],
    ['sources.zip', kinds.archive],
  ] as const) {
    const own = page.getByRole('link', { name: `Download ${name}` });
    const link = (await own.count()) > 0 ? own.last() : await downloadEntryOf(page, name);
    const got = await download(page, () => link.click());
    expect(got).toEqual({ name, sha256: sha256Of(file) });
  }
});

test('@phone a client steps through the pictures of a version by swipe or by keyboard', async ({
  page,
  product,
  isMobile,
}) => {
  const delivery = await prepareDelivery(product, isMobile ? 'swipe' : 'keys');
  const poster = await posterPng({ palette: PALETTES.yoga, title: 'One', line: 'of two' });
  const names = ['one.png', 'two.png'];
  await openProject(page, delivery, 'freelancer');
  for (const name of names) {
    await addFiles(page, [fileIn(folder(), name, poster)]);
    await expect(page.getByRole('link', { name: `Open ${name}` })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Open one.png' }).click();
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByRole('img', { name: 'one.png' })).toBeVisible();
  if (isMobile) await swipe(page, { from: 300, to: 80 });
  else await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: 'two.png' })).toBeVisible();
  await viewer.getByRole('button', { name: 'Zoom in' }).click();
  await expect(viewer.getByText('150%')).toBeVisible();
  const webSize = viewer.getByRole('link', { name: 'For the web (2048 px)' });
  if (isMobile) {
    // On a phone the bar leaves its width to the name, and a menu holds the rarer actions.
    expect((await viewer.getByRole('heading').boundingBox())?.width).toBeGreaterThan(120);
    await expect(webSize).toBeHidden();
    await viewer.getByRole('button', { name: 'More', exact: true }).click();
    await expect(viewer.getByRole('button', { name: 'My selection' })).toBeVisible();
  }
  await expect(webSize).toBeVisible();
  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(page.getByRole('link', { name: 'Open two.png' })).toBeFocused();
});

test('the form of a new version uploads its files after the version is created @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'new-version');
  const kinds = await everyKind();
  await openProject(page, delivery, 'freelancer');
  await page.getByRole('button', { name: 'Add version' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Choose files').setInputFiles([kinds.image, kinds.archive]);
  await form.getByRole('button', { name: 'Leave out sources.zip' }).click();
  await form.getByLabel('Choose files').setInputFiles([kinds.audio]);
  await form.getByRole('button', { name: 'Add version' }).click();
  await expect(form).toBeHidden();
  const files = page.getByRole('list', { name: 'Files' });
  await expect(files.getByRole('link', { name: /^Open/ })).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Open jingle.wav' })).toBeVisible();
});

test('files can be dropped, and pictures pasted @before-release', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'drop');
  await openProject(page, delivery, 'freelancer');
  await expect(page.getByText('No files yet')).toBeVisible();
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['dropped'], 'dropped.txt'));
    return data;
  });
  const target = page.getByText('drop them here');
  await target.dispatchEvent('dragenter', { dataTransfer: transfer });
  await expect(page.getByText('Drop to add to this version')).toBeVisible();
  await target.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page.getByText('dropped.txt').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['pasted'], 'image.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  });
  await expect(page.getByRole('link', { name: /Pasted picture .*\.png/ }).first()).toBeVisible();
});

test('deleting a file frees its space and removes its card @before-release', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'delete');
  const big = fileIn(folder(), 'big.bin', Buffer.alloc(3 * 1024 ** 2, 7));
  await openProject(page, delivery, 'freelancer');
  await addFiles(page, [big]);
  await page.getByRole('button', { name: 'Actions for big.bin' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete big.bin?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await page.goto('/dashboard');
  await expect(page.getByText(/3 MB/).first()).toBeVisible();

  await openProject(page, delivery);
  await page.getByRole('button', { name: 'Actions for big.bin' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No files yet')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText(/3 MB/)).toHaveCount(0);
});

test('a file too large for the free storage is refused with a message before it is sent @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'too-much');
  const huge = path.join(folder(), 'huge.mov');
  writeFileSync(huge, '');
  truncateSync(huge, 600 * 1024 ** 2);
  await openProject(page, delivery, 'freelancer');
  await addFiles(page, [huge]);
  const tray = page.getByRole('region', { name: 'Uploads' });
  await expect(tray).toContainText('1 upload failed');
  await expect(tray).toContainText(/600 MB|0\.59 GB/);
  await tray.getByRole('button', { name: 'Cancel the upload of huge.mov' }).click();
  await expect(tray).toBeHidden();
});

test('all files of a version can be downloaded as one archive @before-release', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'zip');
  const { image, audio } = await everyKind();
  await openProject(page, delivery, 'freelancer');
  await addFiles(page, [image, audio]);
  await page.getByRole('button', { name: 'More actions for these files' }).click();
  const entry = page.getByRole('menuitem', { name: 'Download all' });
  const { name } = await download(page, () => entry.click());
  expect(name).toMatch(/\.zip$/);
});

test('files and viewer are accessible in both themes @before-release', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'accessible');
  const { image, archive } = await everyKind();
  await openProject(page, delivery, 'freelancer');
  await addFiles(page, [image, archive]);
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open Afiş çalışması ☕.png' }).click();
  const picture = page.getByRole('dialog').getByRole('img', { name: 'Afiş çalışması ☕.png' });
  await expect(picture).toBeVisible();
  await expectAccessible(page, picture);
});
