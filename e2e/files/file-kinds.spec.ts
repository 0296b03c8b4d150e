import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { summerFilm } from '../../test-kit/story/story.ts';
import { sampleFile } from '../../test-kit/sample-files/sample-file.ts';
import { downloadEntryOf } from '../kit/arrange.ts';
import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { pixelsOf } from '../kit/pictures.ts';
import { specFolder } from '../kit/spec-folder.ts';

const folder = specFolder();

const PICTURES = ['upright.jpg', 'picture.avif', 'picture.gif', 'picture.webp'] as const;
/** Files that cannot be displayed, with the name of their format. */
const NAMED = [
  ['plan.sketch', 'Sketch document'],
  ['data.bin', 'BIN file'],
] as const;
/** Files that open as a list or a text, with the label of the document and a part of its content. */
const READ = [
  ['page.html', 'Text page.html', '<script>document.title'],
  ['nothing.txt', 'Text nothing.txt', 'This file is empty.'],
  ['sources.zip', 'Contents of sources.zip', '2 files'],
  ['face.woff2', 'Specimen of face.woff2', 'The quick brown fox'],
] as const;

const FONT = '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2';

const SCRIPTED_DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">
  <script>document.title = "ran"</script><rect width="60" height="40" fill="teal"/>
</svg>`;

const PLAYED = ['film.webm', 'silence.mp3'] as const;
const OPENED = [...PICTURES, ...PLAYED];
const KINDS: [name: string, bytes: Buffer][] = [
  ...OPENED.map((name): [string, Buffer] => [name, sampleFile(name)]),
  ['logo.svg', Buffer.from(SCRIPTED_DRAWING)],
  ['page.html', Buffer.from('<!doctype html><script>document.title = "ran"</script>')],
  ['nothing.txt', Buffer.alloc(0)],
  ['sources.zip', sampleFile('sources.zip')],
  ['plan.sketch', sampleFile('sources.zip')],
  ['data.bin', Buffer.from([0, 1, 2, 3])],
  ['face.woff2', readFileSync(fileURLToPath(import.meta.resolve(FONT)))],
];

const cardOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Files' })
    .getByRole('listitem')
    .filter({ hasText: name.split('.')[0] ?? '' });

for (const role of ['freelancer', 'customer'] as const)
  test(`a ${role} can view or download every kind of file from its card @before-release`, async ({
    page,
    product,
  }) => {
    const delivery = await prepareDelivery(product, `every-kind-${role}`);
    for (const [name, bytes] of KINDS)
      await uploadFile(delivery.freelancer, delivery.version, name, Buffer.from(bytes));
    await signIn(page, delivery[role]);
    await openProject(page, delivery);
    const cards = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
    await expect(cards).toHaveCount(KINDS.length);
    await expect(cards.getByRole('button', { name: /^Actions for / })).toHaveCount(
      role === 'freelancer' ? KINDS.length : 0,
    );

    const viewer = page.getByRole('dialog');
    await page.getByRole('link', { name: 'Open upright.jpg' }).click();
    for (const name of PICTURES) {
      const picture = viewer.getByRole('img', { name });
      await expect.poll(() => pixelsOf(picture)).toBe(name === 'upright.jpg' ? 40 : 60);
      await page.keyboard.press('ArrowRight');
    }
    if (PLAYED.length > 0) {
      const film = viewer.locator('video');
      await expect
        .poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState))
        .toBeGreaterThan(0);
      await page.keyboard.press('ArrowRight');
      const sound = viewer.locator('audio');
      await expect
        .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration))
        .toBeGreaterThan(0.9);
    }
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();

    // Files that could run scripts are shown as text.
    for (const [name, label, part] of READ) {
      await page.getByRole('link', { name: `Open ${name}` }).click();
      await expect(viewer.getByRole('document', { name: label })).toContainText(part);
      await page.keyboard.press('Escape');
      await expect(viewer).toBeHidden();
    }
    expect(await page.title()).not.toBe('ran');
    const bytesOf = new Map(KINDS);
    const expectDownload = async (name: string, link: Locator) => {
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      expect(download.suggestedFilename()).toBe(name);
      expect(hashOf(readFileSync(await download.path()))).toBe(hashOf(bytesOf.get(name) ?? Buffer.alloc(0)));
    };
    for (const [name, format] of NAMED) {
      await expect(page.getByRole('link', { name: `Open ${name}` })).toHaveCount(0);
      await expect(cardOf(page, name).locator('img')).toHaveCount(0);
      await expect(cardOf(page, name)).toContainText(format);
    }
    for (const [name] of KINDS) {
      const own = page.getByRole('link', { name: `Download ${name}` });
      await expectDownload(name, (await own.count()) > 0 ? own.last() : await downloadEntryOf(page, name));
    }
    // Thumbnails are made after the upload; that of the photograph must be upright.
    const thumbnail = cardOf(page, 'upright.jpg').locator('img');
    await expect(async () => {
      await page.reload();
      await expect.poll(() => pixelsOf(thumbnail), { timeout: 10_000 }).toBe(40);
      await expect(page.getByRole('link', { name: 'Open logo.svg' })).toBeVisible({ timeout: 10_000 });
    }).toPass();
    // An SVG, which could run scripts, is shown as a picture. It is 1600 px wide, or as wide as the window if the click
    // came before React and opened the server-rendered view.
    await page.getByRole('link', { name: 'Open logo.svg' }).click();
    const drawing = viewer.getByRole('img', { name: 'logo.svg' });
    await expect.poll(() => pixelsOf(drawing)).toBeGreaterThanOrEqual(1440);
    expect(await drawing.evaluate(({ currentSrc }: HTMLImageElement) => currentSrc)).toContain('/thumbnail/');
    expect(await page.title()).not.toBe('ran');
  });

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test('office documents can be read on the page, with or without a preview of their pages @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'office-words');
  for (const name of ['letter.docx', 'prices.xlsx'] as const)
    await uploadFile(delivery.freelancer, delivery.version, name, sampleFile(name));
  await openProject(page, delivery, 'customer');
  const viewer = page.getByRole('dialog');
  for (const [name, part] of [
    ['letter.docx', 'Invoice for Vitrin'],
    ['prices.xlsx', '2'],
  ] as const) {
    const open = page.getByRole('link', { name: `Open ${name}` });
    // Until the server knows whether there will be a preview, the document can only be downloaded.
    await expect(async () => {
      await page.reload();
      await expect(open).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await open.click();
    await expect(viewer.getByRole('document', { name: `Document ${name}` })).toContainText(part);
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  }
});

test('a sound shows its waveform, and plays from the point that is clicked @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'wave');
  const { id } = await uploadFile(
    delivery.freelancer,
    delivery.version,
    'jingle.wav',
    sampleFile('jingle.wav'),
  );
  await expect
    .poll(async () => {
      const address = `/api/files/?version=${delivery.version}`;
      return delivery.customer.expectCall<{ results: ProjectFile[] }>(200, 'GET', address);
    })
    .toMatchObject({ results: [{ id, picture: expect.stringContaining('size=whole') }] });
  await openProject(page, delivery, 'customer');
  await page.getByRole('link', { name: 'Open jingle.wav' }).click();
  const sound = page.getByRole('dialog').locator('audio');
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(0.9);
  const wave = page.getByRole('dialog').locator('[style*="mask-image"]');
  const box = await wave.boundingBox();
  if (!box) throw new Error('no wave');
  await wave.click({ position: { x: box.width * 0.5, y: box.height / 2 } });
  await expect
    .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime / audio.duration))
    .toBeCloseTo(0.5, 1);
});

test('a film shows the subtitle files delivered with it @before-release', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'subtitles');
  const said = '1\n00:00:00,000 --> 00:00:10,000\n<font color="red">Good evening</font>\n';
  await uploadFile(delivery.freelancer, delivery.version, 'film.mp4', sampleFile('film.mp4'));
  await uploadFile(delivery.freelancer, delivery.version, 'film.en.srt', Buffer.from(said));
  await uploadFile(delivery.freelancer, delivery.version, 'film.tr.vtt', Buffer.from(`WEBVTT\n\n${said}`));
  await uploadFile(delivery.freelancer, delivery.version, 'film.de.vtt', Buffer.from('nothing is said'));
  await openProject(page, delivery, 'customer');
  await page.getByRole('link', { name: 'Open film.mp4' }).click();
  const film = page.getByRole('dialog').locator('video');
  const tracks = () =>
    film.evaluate(({ textTracks }: HTMLVideoElement) =>
      Array.from(textTracks, ({ label, language, mode, cues }) => {
        const [cue] = Array.from(cues ?? []);
        return [label, language, mode, cue instanceof VTTCue ? cue.text : ''];
      }),
    );
  await expect.poll(tracks).toEqual([
    ['English', 'en', 'showing', 'Good evening'],
    ['Turkish', 'tr', 'disabled', ''],
  ]);
});

test('seeking in a film requests byte ranges @before-release', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'seek');
  await uploadFile(delivery.freelancer, delivery.version, 'slow.mp4', summerFilm());
  await openProject(page, delivery, 'customer');
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/content/')) statuses.push(response.status());
  });
  await page.getByRole('link', { name: 'Open slow.mp4' }).click();
  const film = page.getByRole('dialog').locator('video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
  const reached = await film.evaluate(
    (video: HTMLVideoElement) =>
      new Promise<number>((resolve) => {
        video.addEventListener('seeked', () => resolve(video.currentTime / video.duration), { once: true });
        video.currentTime = video.duration * 0.8;
      }),
  );
  expect(reached).toBeCloseTo(0.8, 1);
  await expect.poll(() => new Set(statuses)).toEqual(new Set([206]));
});

test('all files of a dropped folder are uploaded, and a file dropped elsewhere does not replace the page @before-release', async ({
  page,
  context,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'folder');
  const dropped = path.join(folder(), 'delivery');
  mkdirSync(path.join(dropped, 'inner'), { recursive: true });
  for (const name of ['a.txt', 'inner/b.txt', '.DS_Store']) writeFileSync(path.join(dropped, name), name);
  await openProject(page, delivery, 'freelancer');
  // Content above the area may still load and move it.
  await expect(page.getByText('No files yet')).toBeVisible();
  const box = await page.getByText('drop them here').boundingBox();
  if (!box) throw new Error('nowhere to drop');
  const devTools = await context.newCDPSession(page);
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop', { x, y }: { x: number; y: number }) =>
    devTools.send('Input.dispatchDragEvent', {
      type,
      x,
      y,
      data: { items: [], files: [dropped], dragOperationsMask: 1 },
    });
  expect(await page.evaluate(isDropRefused)).toBe(true);
  const area = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await drag('dragEnter', area);
  // Browsers report several times a second that a file is held over the area, so this repeats until it reacts.
  await expect(async () => {
    await drag('dragOver', area);
    await expect(page.getByText('Drop to add')).toBeVisible({ timeout: 250 });
  }).toPass();
  await drag('drop', area);
  const cards = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  for (const name of ['a.txt', 'b.txt'])
    await expect(
      page.getByRole('link', { name: new RegExp(`^(Open|Download) ${name}`) }).first(),
    ).toBeVisible();
});

/**
 * Returns true if the page cancels a drop outside of its drop areas; otherwise the browser would open the file instead
 * of the page.
 */
function isDropRefused(): boolean {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['text'], 'a.txt'));
  return !document.body.dispatchEvent(
    new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }),
  );
}
