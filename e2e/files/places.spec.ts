import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { ApiSession } from '../../test-kit/api-session.ts';
import { makePdf } from '../../test-kit/make-pdf.ts';
import type { Product } from '../../test-kit/product.ts';
import { sampleFile } from '../../test-kit/sample-files/sample-file.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { deliverFile, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const PICTURE = { width: 900, height: 600 };

async function picture(): Promise<Buffer<ArrayBuffer>> {
  const ground = { create: { ...PICTURE, channels: 3 as const, background: '#0f766e' } };
  return Buffer.from(await sharp(ground).png().toBuffer());
}

const markOf = (page: Page) => page.getByTestId('place-mark');

/** Returns the centre of an element, as shares of the width and height of `ground`. */
async function middleIn(element: Locator, ground: Locator): Promise<{ x: number; y: number }> {
  const [inner, outer] = [await element.boundingBox(), await ground.boundingBox()];
  if (!inner || !outer) throw new Error('An element is not shown');
  return {
    x: (inner.x + inner.width / 2 - outer.x) / outer.width,
    y: (inner.y + inner.height / 2 - outer.y) / outer.height,
  };
}

function expectNear(shown: { x: number; y: number }, wanted: { x: number; y: number }): void {
  expect(Math.abs(shown.x - wanted.x)).toBeLessThan(0.01);
  expect(Math.abs(shown.y - wanted.y)).toBeLessThan(0.01);
}

async function copied(page: Page): Promise<string> {
  await expect(page.getByText('Link copied').first()).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('Alt and a click mark a point of a picture, zoomed too, and its link opens within 1 % of it on every screen @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'places-point');
  const address = await deliverFile(delivery, 'poster.png', await picture());
  await signIn(page, delivery.customer);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  const frame = page.getByRole('dialog').locator('[data-place]');
  await expect(page.getByRole('button', { name: 'Link and question about this place' })).toBeVisible();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(frame).toHaveCSS('transform', /matrix\(2\.25/);
  const box = await frame.boundingBox();
  if (!box) throw new Error('The picture is not shown');
  const wanted = { x: 0.62, y: 0.37 };
  await page.mouse.move(box.x + box.width * wanted.x, box.y + box.height * wanted.y);
  await page.keyboard.down('Alt');
  await page.mouse.down();
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await expect(markOf(page)).toBeVisible();
  await expectAccessibleAsItStands(page);
  await page.getByRole('menuitem', { name: 'Copy link to this place' }).click();
  const link = await copied(page);
  expect(link).toMatch(/&at=6(?:19|20|21),3(?:69|70|71)$/);

  await signIn(page, delivery.freelancer);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto(link);
    await expect(markOf(page)).toBeVisible();
    expectNear(await middleIn(markOf(page), frame), wanted);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect(frame).toHaveCSS('transform', /matrix\(1\.5/);
    expectNear(await middleIn(markOf(page), frame), wanted);
    await expect(markOf(page)).toHaveCount(0);
  }
});

test('a point of an upright photograph is relative to the photograph as shown @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'places-turned');
  const address = await deliverFile(delivery, 'upright.jpg', sampleFile('upright.jpg'));
  await signIn(page, delivery.customer);
  await page.goto(`${address}&at=250,750`);
  const shown = page.getByRole('dialog').locator('[data-place]');
  await expect(markOf(page)).toBeVisible();
  const box = await shown.boundingBox();
  expect((box?.height ?? 0) > (box?.width ?? 0)).toBe(true);
  expectNear(await middleIn(markOf(page), shown), { x: 0.25, y: 0.75 });
});

test('a long press marks a point on a phone @before-release', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'places-press');
  const address = await deliverFile(delivery, 'poster.png', await picture());
  await signIn(page, delivery.customer);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Link and question about this place' })).toBeVisible();
  const box = await page.getByRole('dialog').locator('[data-place]').boundingBox();
  if (!box) throw new Error('The picture is not shown');
  const devTools = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 4, y: box.y + box.height / 2 };
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await expect(page.getByRole('menuitem', { name: 'Copy link to this place' })).toBeVisible();
  await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.getByRole('menuitem', { name: 'Copy link to this place' }).click();
  expect(await copied(page)).toMatch(/&at=2(?:49|50|51),(?:499|500|501)$/);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a point can be marked and its link copied by keyboard alone @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'places-keys');
  const address = await deliverFile(delivery, 'poster.png', await picture());
  await signIn(page, delivery.customer);
  await page.goto(address);
  await page.getByRole('button', { name: 'Link and question about this place' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Mark a point' }).press('Enter');
  await expect(page.getByRole('button', { name: /Click the point/ })).toBeFocused();
  for (const key of ['Shift+ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Copy link to this place' }).press('Enter');
  expect(await copied(page)).toMatch(/&at=6(?:09|10|11),4(?:89|90|91)$/);
  await page.getByRole('button', { name: 'Link and question about this place' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Mark a point' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /Click the point/ })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a link opens a pdf at its page and marks the point in it @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'places-pdf');
  const blank = [undefined, undefined, undefined, undefined, undefined];
  const address = await deliverFile(delivery, 'guide.pdf', await makePdf({ pages: blank }));
  await signIn(page, delivery.customer);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto(`${address}&page=4&at=300,800`);
    const fourth = page.locator('.page[data-page-number="4"]');
    await expect(page.getByLabel('Page', { exact: true })).toHaveValue('4');
    await expect(markOf(page)).toBeInViewport();
    expectNear(await middleIn(markOf(page), fourth), { x: 0.3, y: 0.8 });
  }
  await page.goto(`${address}&page=3`);
  await expect(markOf(page)).toHaveAttribute('data-kind', 'box');
  expectNear(await middleIn(markOf(page), page.locator('.page[data-page-number="3"]')), { x: 0.5, y: 0.5 });
  await page.getByRole('button', { name: 'Link and question about this place' }).click();
  await page.getByRole('menuitem', { name: 'Copy link to this page' }).click();
  expect(await copied(page)).toMatch(/&page=3$/);
  // A page number beyond the end opens the first page.
  await page.goto(`${address}&page=99`);
  await expect(page.getByLabel('Page', { exact: true })).toHaveValue('1');
});

test('a link opens a text at its line @before-release', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'places-line');
  const lines = Array.from({ length: 900 }, (_, at) => `const line${at + 1} = ${at + 1};`);
  const address = await deliverFile(delivery, 'code.ts', Buffer.from(lines.join('\n')));
  await signIn(page, delivery.customer);
  await page.goto(`${address}&line=512`);
  await expect(markOf(page)).toBeInViewport();
  const named = await markOf(page).evaluate((mark) => {
    const { left, top, height } = mark.getBoundingClientRect();
    const caret = document.caretPositionFromPoint(left + 8, top + height / 2);
    const text = caret?.offsetNode.textContent ?? '';
    const start = text.lastIndexOf('\n', caret?.offset ?? 0) + 1;
    return text.slice(start, text.indexOf('\n', start));
  });
  expect(named).toBe('const line512 = 512;');
});

test('forged places are ignored, and a link to a deleted file leads to its version @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'places-forged');
  const address = await deliverFile(delivery, 'poster.png', await picture());
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await signIn(page, delivery.customer);
  const forged = [
    't=-1&page=-1&at=-1,-1&line=-1',
    't=NaN&page=1e9&at=NaN,Infinity&line=9999999999',
    't[]=1&at=1,2&at=3,4&page=1&page=2',
    `at=${'1'.repeat(6000)}&line=%00`,
    'at=%3Cscript%3Ealert(1)%3C/script%3E',
  ];
  for (const query of forged) {
    await page.goto(`${address}&${query}`);
    await expect(page.getByRole('button', { name: 'Link and question about this place' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'poster.png' })).toBeVisible();
    await expect(markOf(page)).toHaveCount(0);
  }
  expect(errors).toEqual([]);
  const file = new URLSearchParams(address.split('?')[1]).get('file');
  await delivery.freelancer.expectCall(204, 'DELETE', `/api/files/${file}/`);
  await page.goto(`${address}&at=500,500`);
  await expect(page.getByText('This file is no longer here')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe(() => {
  test.use({ isAlone: true });

  test('a client asks about a place with their own programs, and the server writes nothing @before-release', async ({
    page,
    product,
  }) => {
    const delivery = await prepareDelivery(product, 'places-ask');
    await delivery.freelancer.expectCall(200, 'PATCH', '/api/face/', { contact: '+90 532 000 11 22' });
    const address = await deliverFile(delivery, 'poster.png', await picture());
    await signIn(page, delivery.customer);
    const begun = (await logOnceComplete(delivery.customer, product)).length;
    await page.goto(`${address}&at=500,250`);
    // A shown file counts as a look at the file, its version and its project (specification 6.10), with and without a
    // question.
    await expect.poll(() => writesIn(product.log().slice(begun))).toEqual(LOOKS);
    await page.getByRole('button', { name: 'Link and question about this place' }).click();
    await page.getByRole('menuitem', { name: 'Mark a point' }).click();
    const box = await page.getByRole('dialog').locator('[data-place]').boundingBox();
    if (!box) throw new Error('The picture is not shown');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 4);
    const entry = page.getByRole('menuitem', { name: 'By WhatsApp' });
    const href = new URL((await entry.getAttribute('href')) ?? '');
    expect(`${href.origin}${href.pathname}`).toBe('https://wa.me/905320001122');
    const text = href.searchParams.get('text') ?? '';
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text).toMatch(
      /^I have a question about this:\nSummer campaign, Version 1\.0\nposter\.png, a marked point\nhttp\S+&at=(?:499|500|501),2(?:49|50|51)\n$/,
    );
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
    const [opened] = await Promise.all([page.waitForEvent('popup'), entry.click()]);
    await expect(opened.getByText('WhatsApp')).toBeVisible();
    await page.bringToFront();
    await page.getByRole('button', { name: 'Link and question about this place' }).click();
    await page.getByRole('menuitem', { name: 'Copy link to this file' }).click();
    await copied(page);
    expect(writesIn(await logOnceComplete(delivery.customer, product, begun))).toEqual(LOOKS);

    await delivery.freelancer.expectCall(200, 'PATCH', '/api/face/', { contact: 'elif@example.com' });
    await page.goto(address);
    await page.getByRole('button', { name: 'Link and question about this place' }).click();
    const mail = (await page.getByRole('menuitem', { name: 'By email' }).getAttribute('href')) ?? '';
    expect(mail).toMatch(
      /^mailto:elif@example\.com\?subject=Summer%20campaign%3A%20Version%201\.0&body=I%20have/,
    );

    // The freelancer chooses one of their own contacts, and the page sends nothing but looks.
    await signIn(page, delivery.freelancer);
    const asked = (await logOnceComplete(delivery.customer, product)).length;
    await page.goto(address);
    await page.getByRole('button', { name: 'Link and question about this place' }).click();
    await expect(page.getByRole('menuitem', { name: 'By WhatsApp' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/\?text=This%20is%20about/,
    );
    await page.getByRole('menuitem', { name: 'Copy link to this file' }).click();
    await copied(page);
    const byFreelancer = writesIn(await logOnceComplete(delivery.customer, product, asked));
    expect(byFreelancer.filter((write) => write !== LOOK)).toEqual([]);
  });
});

const LOOK = 'POST /api/seen/ 204';
const LOOKS = [LOOK, LOOK, LOOK];
const LAST = '/api/projects/?limit=1';

/** Returns the requests in a server's log that may write, such as "POST /api/seen/ 204". */
function writesIn(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as { method: string; url: string; status: number })
    .filter(({ method }) => !['GET', 'HEAD'].includes(method))
    .map(({ method, url, status }) => `${method} ${url} ${status}`);
}

/**
 * Returns the server's log from this offset on, once it contains a request that is sent now and so all earlier ones.
 */
async function logOnceComplete(session: ApiSession, product: Product, from = 0): Promise<string> {
  const before = product.log().length;
  await session.expectCall(200, 'GET', LAST);
  await expect.poll(() => product.log().slice(before)).toContain(`"url":"${LAST}"`);
  return product.log().slice(from);
}
