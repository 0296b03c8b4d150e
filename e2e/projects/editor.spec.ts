import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import sharp from 'sharp';
import { type Delivery, fileIn, openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { selectedIn } from '../kit/rich-text.ts';

// Many steps, which take their time on a busy machine.
test.describe.configure({ timeout: 180_000 });

let folder: string;
test.beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'vitrin-editor-'))));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The form of a new milestone, open and ready to be typed in. */
async function openForm(page: Page): Promise<{ form: Locator; text: Locator }> {
  await page.getByRole('button', { name: 'Add milestone' }).click();
  // The field of a link is a dialog of its own.
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('Name') });
  await form.getByLabel('Name').fill('Formatted');
  const text = form.getByRole('textbox', { name: 'Description' });
  await text.click();
  return { form, text };
}

/** Saves and returns what the server kept. */
async function save(form: Locator, { freelancer, project }: Delivery): Promise<string> {
  await form.getByRole('button', { name: 'Add milestone' }).click();
  await expect(form).toBeHidden();
  const { results } = await freelancer.expectCall<{ results: Milestone[] }>(
    200,
    'GET',
    `/api/milestones/?project=${project}`,
  );
  return results.at(-1)?.description ?? '';
}

test('the toolbar sets headings, bold, italic, underline and code @phone', async ({
  page,
  context,
  product,
}, { project: { name } }) => {
  const delivery = await prepareDelivery(product, `toolbar-${name}`);
  await signIn(context, delivery.freelancer);
  await openProject(page, delivery);
  const { form, text } = await openForm(page);
  const press = (control: string) => form.getByRole('button', { name: control, exact: true }).click();
  for (const level of [1, 2, 3, 4]) {
    await press(`Heading ${level}`);
    await text.pressSequentially(`Title ${level}`);
    await text.press('Enter');
  }
  for (const control of ['Bold', 'Italic', 'Underline']) {
    await press(control);
    await text.pressSequentially(`${control} `);
    await press(control);
  }
  await text.press('Enter');
  await press('Code block');
  await text.pressSequentially('const a = 1;');
  const kept = await save(form, delivery);
  for (const part of [
    '<h1>Title 1</h1><h2>Title 2</h2><h3>Title 3</h3><h4>Title 4</h4>',
    '<strong>Bold </strong>',
    '<em>Italic </em>',
    '<u>Underline </u>',
    '<pre><code>const a = 1;</code></pre>',
  ])
    expect(kept).toContain(part);
  await expect(page.getByRole('heading', { name: 'Title 1' })).toBeVisible();
});

test('what was typed in one go is undone in one go', async ({ page, context, product }) => {
  const delivery = await prepareDelivery(product, 'undo');
  await signIn(context, delivery.freelancer);
  await page.clock.install();
  await openProject(page, delivery);
  const { form, text } = await openForm(page);
  // From here on the second that parts two groups passes only when the clock is told to.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await text.pressSequentially('one');
  await page.clock.runFor(900);
  await text.pressSequentially(' two');
  await page.clock.runFor(1100);
  await text.pressSequentially(' three');
  await form.getByRole('button', { name: 'Undo' }).click();
  await expect(text).toHaveText('one two');
  await form.getByRole('button', { name: 'Undo' }).click();
  await expect(text).toHaveText('');
  await form.getByRole('button', { name: 'Redo' }).click();
  await expect(text).toHaveText('one two');
});

test('a link goes where it may or nowhere, typed or pasted', async ({ page, context, product }) => {
  const delivery = await prepareDelivery(product, 'links');
  await signIn(context, delivery.freelancer);
  await openProject(page, delivery);
  const { form, text } = await openForm(page);
  for (const [word, typed] of [
    ['site', 'example.com/a'],
    ['mail', 'mailto:a@example.com'],
    ['evil', 'javascript:alert(1)'],
    ['file', 'file:///etc/passwd'],
  ] as const) {
    await text.pressSequentially(word);
    for (const _letter of word) await text.press('Shift+ArrowLeft');
    await expect.poll(() => selectedIn(text)).toBe(word);
    await form.getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByLabel('Link address').fill(typed);
    await page.getByLabel('Link address').press('Enter');
    // The editor takes the focus back by itself, with the word still selected.
    await expect(text).toBeFocused();
    await text.press('End');
    await expect.poll(() => selectedIn(text)).toBe('');
    await text.press('Enter');
  }
  const links = await text
    .locator('a')
    .evaluateAll((all) => all.map((link) => `${link.textContent} ${link.getAttribute('href')}`));
  const expected = [
    'site https://example.com/a',
    'mail mailto:a@example.com',
    'evil about:blank',
    'file about:blank',
  ];
  expect(links).toEqual(expected);
  await paste(text, {
    html: '<p><a href="javascript:alert(1)">pasted</a> <a href="https://a.example">fine</a></p>',
  });
  await expect(text.getByRole('link', { name: 'pasted' })).toHaveAttribute('href', 'about:blank');
  const kept = await save(form, delivery);
  for (const link of expected) {
    const [word, href] = link.split(' ');
    expect(kept).toMatch(
      new RegExp(`<a href="${href?.replaceAll(/[+.?]/g, String.raw`\$&`)}"[^>]*>${word}</a>`),
    );
  }
  expect(kept).toContain('href="https://a.example"');
  expect(kept).not.toContain('javascript');
});

test('pictures come by button, paste and drop, png and jpeg only, shrunk', async ({
  page,
  context,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'pictures');
  await signIn(context, delivery.freelancer);
  await openProject(page, delivery);
  const { form, text } = await openForm(page);
  const pictures = text.locator('img');
  const square = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#0f5c55' } });

  const chosen = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Insert image' }).click();
  await (
    await chosen
  ).setFiles([
    fileIn(folder, 'small.png', await square(20).png().toBuffer()),
    fileIn(folder, 'other.png', await square(25).png().toBuffer()),
  ]);
  await expect(pictures).toHaveCount(2);
  await text.pressSequentially('Two of them.');
  await expect(pictures).toHaveCount(2);

  // Noise, which no encoder makes small.
  const noise = randomBytes(2000 * 1500 * 3);
  const large = await sharp(noise, { raw: { width: 2000, height: 1500, channels: 3 } })
    .jpeg()
    .toBuffer();
  expect(large.length).toBeGreaterThan(1024 * 1024);
  await paste(text, { file: { bytes: large, name: 'large.jpg', type: 'image/jpeg' } });
  await expect(pictures).toHaveCount(3);

  await drop(text, { bytes: await square(30).jpeg().toBuffer(), name: 'dropped.jpg', type: 'image/jpeg' });
  await expect(pictures).toHaveCount(4);

  for (const refused of [
    { bytes: Buffer.from('GIF89a'), name: 'a.gif', type: 'image/gif' },
    { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), name: 'a.svg', type: 'image/svg+xml' },
    { bytes: Buffer.from('no picture at all'), name: 'a.png', type: 'image/png' },
  ]) {
    await text.pressSequentially('.');
    await expect(form.getByText('Only PNG and JPEG images can be inserted.')).toBeHidden();
    await paste(text, { file: refused });
    await expect(form.getByText('Only PNG and JPEG images can be inserted.')).toBeVisible();
  }
  await expect(pictures).toHaveCount(4);

  const kept = await save(form, delivery);
  // Dropped at the top of the text, so it stands there.
  expect(await picturesOf(kept, delivery)).toEqual([
    { alt: 'dropped.jpg', format: 'jpeg', width: 30, isSmall: true },
    { alt: 'small.png', format: 'png', width: 20, isSmall: true },
    { alt: 'other.png', format: 'png', width: 25, isSmall: true },
    { alt: 'large.jpg', format: 'jpeg', width: 1600, isSmall: true },
  ]);
  await expect(page.getByRole('img', { name: 'dropped.jpg' })).toBeVisible();
});

test('a picture that cannot be uploaded costs nothing that was typed, and one on its way is waited for', async ({
  page,
  context,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'uploading');
  await signIn(context, delivery.freelancer);
  await openProject(page, delivery);
  const { form, text } = await openForm(page);
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0f5c55' } })
    .png()
    .toBuffer();
  const picture = { file: { bytes, name: 'a.png', type: 'image/png' } };
  await text.pressSequentially('Before it. ');

  await page.route('**/api/pictures/', (route) => route.abort());
  await paste(text, picture);
  await expect(form.getByText(/^The image was not uploaded: Network error/)).toBeVisible();
  await expect(text).toHaveText('Before it.');
  await page.unroute('**/api/pictures/');

  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/api/pictures/', async (route) => {
    await held;
    await route.continue();
  });
  await paste(text, picture);
  await expect(form.getByText('Uploading the image…')).toBeVisible();
  await text.pressSequentially('Typed meanwhile.');
  await form.getByRole('button', { name: 'Add milestone' }).click();
  goOn();
  await expect(form).toBeHidden();
  const shown = page.getByRole('img', { name: 'a.png' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
  const { results } = await delivery.freelancer.expectCall<{ results: Milestone[] }>(
    200,
    'GET',
    `/api/milestones/?project=${delivery.project}`,
  );
  const kept = results.at(-1)?.description ?? '';
  expect(kept).toMatch(
    /Before it\. .*<img src="\/api\/pictures\/\d+\/" alt="a\.png"[^>]*>.*Typed meanwhile\./,
  );
});

test('a picture copied from one text shows in the other too', async ({ page, context, product }) => {
  const delivery = await prepareDelivery(product, 'copied');
  await signIn(context, delivery.freelancer);
  await openProject(page, delivery);
  const bytes = await sharp({ create: { width: 50, height: 30, channels: 3, background: '#0f5c55' } })
    .jpeg()
    .toBuffer();
  const first = await openForm(page);
  await paste(first.text, { file: { bytes, name: 'first.jpg', type: 'image/jpeg' } });
  await expect(first.text.locator('img')).toHaveCount(1);
  const [original = ''] = addressesIn(await save(first.form, delivery));

  const second = await openForm(page);
  // As the browser copies it from the page: with its whole address.
  const address = new URL(original, page.url()).href;
  await paste(second.text, { html: `<p>again <img src="${address}" alt="second"></p>` });
  const [copy = ''] = addressesIn(await save(second.form, delivery));
  expect(copy).toMatch(/^\/api\/pictures\/\d+\/$/);
  expect(copy).not.toBe(original);
  const shown = page.getByRole('img', { name: 'second' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(50);
});

function addressesIn(html: string): string[] {
  return [...html.matchAll(/<img src="([^"]+)"/g)].map(([, address = '']) => address);
}

type DroppedFile = { bytes: Buffer; name: string; type: string };

/** Pastes as a browser does: one event with what the clipboard holds. */
async function paste(text: Locator, what: { html?: string; file?: DroppedFile }): Promise<void> {
  await text.evaluate((field, { html, file }) => {
    const data = new DataTransfer();
    if (html !== undefined) data.setData('text/html', html);
    if (file) {
      const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], file.name, { type: file.type }));
    }
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    field.dispatchEvent(event);
  }, inPage(what));
}

async function drop(text: Locator, file: DroppedFile): Promise<void> {
  await text.evaluate((field, { file }) => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(file?.base64 ?? ''), (letter) => letter.charCodeAt(0));
    data.items.add(new File([bytes], file?.name ?? '', { type: file?.type ?? '' }));
    const { x, y } = field.getBoundingClientRect();
    const place = { clientX: x + 20, clientY: y + 20, bubbles: true, cancelable: true };
    field.dispatchEvent(new DragEvent('drop', { dataTransfer: data, ...place }));
  }, inPage({ file }));
}

/** Bytes cross into the page as text. */
function inPage({ html, file }: { html?: string; file?: DroppedFile }) {
  const { bytes, name = '', type = '' } = file ?? {};
  return { html, file: bytes && { base64: bytes.toString('base64'), name, type } };
}

/** What the server kept of each picture; `isSmall`: at most 1 MB. */
async function picturesOf(html: string, { freelancer }: Delivery) {
  const pictures = [];
  for (const [tag] of html.matchAll(/<img[^>]+>/g)) {
    const [, address = ''] = /src="(\/api\/pictures\/\d+\/)"/.exec(tag) ?? [];
    const [, alt] = /alt="([^"]*)"/.exec(tag) ?? [];
    const bytes = await freelancer.expectCall<Buffer>(200, 'GET', address);
    const { format, width } = await sharp(bytes).metadata();
    pictures.push({ alt, format, width, isSmall: bytes.length > 0 && bytes.length <= 1024 * 1024 });
  }
  return pictures;
}
