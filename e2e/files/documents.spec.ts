import type { Page } from '@playwright/test';
import { EXTENT } from '../../test-kit/large/extent.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { makePdf } from '../../test-kit/make-pdf.ts';
import { sampleFile } from '../../test-kit/sample-files/sample-file.ts';
import type { Product } from '../../test-kit/product.ts';
import { expectAccessibleAsItStands, showTheme } from '../kit/accessibility.ts';
import { openProject, prepareDelivery } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

/** Creates a project with one pdf. */
async function deliver(product: Product, name: string, bytes: Buffer) {
  const delivery = await prepareDelivery(product, name);
  await uploadFile(delivery.freelancer, delivery.version, 'brand.pdf', Buffer.from(bytes));
  return delivery;
}

const readerOf = (page: Page) => page.getByRole('document', { name: /brand\.pdf/ });

test('@phone-before-release a pdf opens in the page, can be searched, and jumps to a page', async ({
  page,
  product,
  isMobile,
  t,
}) => {
  const name = isMobile ? 'pdf-phone' : 'pdf';
  const delivery = await deliver(product, name, sampleFile('brand-guide.pdf'));
  await openProject(page, delivery, 'customer');
  await page.getByRole('link', { name: t('files.open', { name: 'brand.pdf' }) }).click();
  const reader = readerOf(page);
  await expect(reader.getByRole('region').or(reader.locator('.page')).first()).toBeVisible();
  await expect(reader.locator('.textLayer').first()).not.toBeEmpty();
  const more = page.getByRole('button', { name: t('viewer.more'), exact: true });
  if (isMobile) {
    // A phone has one bar of 56 pixels and the page number over the page; all other controls are in a menu.
    expect((await more.boundingBox())?.y).toBeLessThan(12);
    expect((await reader.boundingBox())?.y).toBeLessThanOrEqual(57);
    await expect(page.getByText('1 / 3')).toBeInViewport();
    await expect(page.getByText(t('documents.ofPages', { count: 3 }))).toBeHidden();
    await more.press('Enter');
    await expectAccessibleAsItStands(page);
    // The first Escape closes only the menu, not the file.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await expect(more).toBeFocused();
    await more.click();
  }
  await expect(page.getByText(t('documents.ofPages', { count: 3 }))).toBeVisible();

  const number = page.getByLabel(t('documents.page'), { exact: true });
  await number.fill('3');
  await number.press('Enter');
  await expect(reader.locator('.page[data-page-number="3"]')).toBeInViewport();
  await expect(number).toHaveValue('3');
  // A number that is not a page of the document is ignored.
  for (const wrong of ['0', '4', '2.5', 'x']) {
    await number.fill(wrong);
    await number.press('Enter');
    await expect(number).toHaveValue('3');
  }

  const pages = page.getByRole('button', { name: t('documents.pages') });
  await pages.click();
  if (isMobile) {
    // The list of pages appears below the menu, which closes to make room.
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await expect(more).toBeFocused();
  }
  const second = page.getByRole('button', { name: t('documents.toPage', { page: 2 }), exact: true });
  await expect(second.locator('canvas')).toBeVisible();
  await expectAccessibleAsItStands(page);
  await second.click();
  await expect(number).toHaveValue('2');
  await expect(second).toHaveAttribute('aria-current', 'page');
  if (isMobile) await more.click();
  await pages.click();
  await expect(second).toBeHidden();
  await reader.focus();
  await page.keyboard.press('Home');
  await expect(number).toHaveValue('1');
  await page.keyboard.press('End');
  await expect(number).toHaveValue('3');

  if (isMobile) await more.click();
  const find = page.getByLabel(t('documents.find'));
  const word =
    ((await reader.locator('.textLayer span').first().textContent()) ?? '').trim().split(' ')[0] ?? '';
  expect(word).not.toBe('');
  await find.fill(word);
  await expect(page.getByText(/^\d+\/\d+$/)).toBeVisible();
  await find.fill('nowhere in it');
  await expect(page.getByText(t('documents.nothing'))).toBeVisible();
  // Arrow keys in the field move the cursor, and do not change the file.
  await find.press('ArrowLeft');
  await expect(find).toHaveValue('nowhere in it');
  await expectAccessibleAsItStands(page);
  await find.press('Escape');
  await expect(find).toHaveValue('');
  // The Escape in the field does not close the viewer.
  await expect(page).toHaveURL(/[?&]file=/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a desktop first shows the whole first page of a pdf @before-release', async ({ page, product }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const delivery = await deliver(product, 'pdf-fits', sampleFile('brand-guide.pdf'));
  await openProject(page, delivery, 'customer');
  await page.getByRole('link', { name: 'Open brand.pdf' }).click();
  const sheet = readerOf(page).locator('.page').first();
  await expect(sheet.locator('.textLayer')).not.toBeEmpty();
  const box = await sheet.boundingBox();
  const room = await readerOf(page).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((room?.y ?? 0) + (room?.height ?? 0) + 1);
});

test("the pdf reader leaves the page's own controls in the chosen theme @before-release", async ({
  page,
  product,
}) => {
  const delivery = await deliver(product, 'pdf-theme', sampleFile('brand-guide.pdf'));
  await openProject(page, delivery, 'customer');
  await page.getByRole('link', { name: 'Open brand.pdf' }).click();
  await expect(readerOf(page).locator('.textLayer').first()).not.toBeEmpty();
  for (const theme of ['dark', 'light'] as const) {
    await showTheme(page, theme);
    await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
  }
});

test("the viewer's bar keeps its place, name and buttons when text is twice as large @before-release", async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const delivery = await prepareDelivery(product, 'large-text');
  const name = `${'A very long name of a file '.repeat(6)}at its end.txt`;
  for (const each of [name, 'other.txt'])
    await uploadFile(delivery.freelancer, delivery.version, each, Buffer.from('text'));
  await openProject(page, delivery, 'customer');
  await page.getByRole('link', { name: `Open ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const close = dialog.getByRole('button', { name: 'Close' });
  await expect.poll(async () => (await close.boundingBox())?.y).toBeLessThan(60);
  const [whole, title, download] = await Promise.all(
    [close, dialog.getByRole('heading'), dialog.getByRole('link', { name: /^Download/ })].map((each) =>
      each.boundingBox(),
    ),
  );
  expect((whole?.x ?? Infinity) + (whole?.width ?? 0)).toBeLessThanOrEqual(390);
  expect(title?.width).toBeGreaterThan(80);
  expect(title?.height).toBeLessThan(60);
  expect(download?.width).toBeGreaterThanOrEqual(44);
  expect(download?.width).toBeLessThan(60);
});

/** The pages of a pdf are in a tree or in one list; the whole list is read before the first page is found. */
const LONG_PDFS = {
  daily: [{ megabytes: 64, kind: 'list' }],
  whole: [
    { megabytes: 200, kind: 'list' },
    { megabytes: 200, kind: 'tree' },
  ],
} as const;

for (const { megabytes, kind } of LONG_PDFS[EXTENT])
  test(`a ${megabytes} MB pdf with its pages in a ${kind} shows the first one after reading at most 3 MB @before-release`, async ({
    page,
    context,
    product,
  }) => {
    const delivery = await deliver(product, `pdf-${kind}`, longPdf(megabytes, kind));
    await openProject(page, delivery, 'customer');
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    const requested = new Set<string>();
    let bytes = 0;
    devTools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.includes('/content/')) requested.add(requestId);
    });
    devTools.on('Network.dataReceived', ({ requestId, dataLength }) => {
      if (requested.has(requestId)) bytes += dataLength;
    });
    await page.getByRole('link', { name: 'Open brand.pdf' }).click();
    await expect(readerOf(page).locator('.textLayer').first()).toContainText('Page 1');
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(3_000_000);
  });

test('a locked pdf asks for its password until it is right @before-release', async ({ page, product }) => {
  const delivery = await deliver(product, 'pdf-locked', await makePdf({ password: 'open sesame' }));
  await openProject(page, delivery, 'customer');
  await page.getByRole('link', { name: 'Open brand.pdf' }).click();
  const password = page.getByLabel('Password of this document');
  await password.fill('wrong');
  await password.press('Enter');
  await expect(page.getByText('This password does not open the document.')).toBeVisible();
  await expectAccessibleAsItStands(page);
  await password.fill('open sesame');
  await password.press('Enter');
  await expect(readerOf(page).locator('.textLayer').first()).toContainText('Made for a test');
});

test('printing a pdf prints its pages and nothing else on the screen @before-release', async ({
  page,
  product,
}) => {
  const pages = [undefined, undefined, undefined];
  const delivery = await deliver(product, 'pdf-print', await makePdf({ pages }));
  await openProject(page, delivery, 'customer');
  // Printing only sets a mark, so that the printed content can be checked.
  await page.evaluate(() =>
    Object.assign(globalThis, { print: () => (document.documentElement.dataset['requested'] = 'yes') }),
  );
  await page.getByRole('link', { name: 'Open brand.pdf' }).click();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('html[data-requested]')).toHaveCount(1);
  const sheets = page.locator('body > [data-printed] > img');
  await expect(sheets).toHaveCount(3);
  expect(await sheets.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1240);
  await expect(sheets.first()).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(sheets.first()).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(sheets).toHaveCount(0);
});

test('a pdf shows JPEG 2000, runs no scripts, prints if allowed, and shows a message if broken @before-release', async ({
  page,
  context,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'pdf-kinds');
  const script = 'app.alert("ran"); this.print(); app.launchURL("https://example.com");';
  const files: [name: string, bytes: Buffer][] = [
    ['picture.pdf', pictureInPdf(sampleFile('halves.jp2'))],
    ['script.pdf', await makePdf({ script })],
    ['unprinted.pdf', await makePdf({ mayBePrinted: false })],
    ['cut.pdf', sampleFile('brand-guide.pdf').subarray(0, 300)],
    ['none.pdf', Buffer.from('%PDF-1.7\nnothing follows')],
    ['pageless.pdf', pdfOfPages('')],
    ['circle.pdf', pdfOfPages('2 0 R')],
  ];
  for (const [name, bytes] of files)
    await uploadFile(delivery.freelancer, delivery.version, name, Buffer.from(bytes));
  await openProject(page, delivery, 'customer');
  const viewer = page.getByRole('dialog');
  const open = async (name: string) => {
    await page.getByRole('link', { name: `Open ${name}` }).click();
    return page.getByRole('document', { name: new RegExp(name.replace('.', '[.]')) });
  };
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  };

  const canvas = (await open('picture.pdf')).locator('.page canvas').first();
  const colours = () =>
    canvas.evaluate((drawn: HTMLCanvasElement) =>
      [0.25, 0.75].map((share) => {
        const { width, height } = drawn;
        const [red = 0, , blue = 0] =
          drawn.getContext('2d')?.getImageData(width * share, height / 2, 1, 1).data ?? [];
        return red > blue ? 'orange' : 'blue';
      }),
    );
  // A page that lacks its picture is white.
  await expect.poll(colours).toEqual(['orange', 'blue']);
  await close();

  const ran: string[] = [];
  page.on('dialog', (dialog) => ran.push(dialog.message()));
  context.on('page', (opened) => ran.push(opened.url()));
  await page.evaluate(() => Object.assign(globalThis, { print: () => (document.title = 'printed') }));
  const scripted = await open('script.pdf');
  await expect(scripted.locator('.textLayer').first()).toContainText('Made for a test');
  expect(ran).toEqual([]);
  expect(await page.title()).not.toBe('printed');
  const print = page.getByRole('button', { name: 'Print', exact: true });
  await expect(print).toBeVisible();
  await close();

  const unprinted = await open('unprinted.pdf');
  await expect(unprinted.locator('.textLayer').first()).toContainText('Made for a test');
  await expect(print).toHaveCount(0);
  await close();

  for (const name of ['cut.pdf', 'none.pdf', 'pageless.pdf', 'circle.pdf']) {
    await open(name);
    const alert = viewer.getByRole('alert');
    await expect(alert).toContainText('This browser cannot show this PDF file');
    await expect(alert.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(alert.getByRole('link', { name: 'Download' })).toBeVisible();
    await close();
  }
  expect(ran).toEqual([]);
});

/** Makes a document with these references in its tree of pages, which is its second object. */
function pdfOfPages(kids: string): Buffer {
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    `2 0 obj<</Type/Pages/Kids[${kids}]/Count ${kids === '' ? 0 : 1}>>endobj`,
  ];
  return Buffer.from(['%PDF-1.4', ...objects, 'trailer<</Root 1 0 R>>', '%%EOF'].join('\n'));
}

/** Makes a pdf of one page, filled by a JPEG 2000 picture that is orange on the left and blue on the right. */
function pictureInPdf(picture: Buffer): Buffer {
  const draw = 'q 60 0 0 40 0 0 cm /I Do Q';
  const image = `<</Type/XObject/Subtype/Image/Width 60/Height 40/Filter/JPXDecode/Length ${picture.length}>>`;
  const resources = '/Resources<</XObject<</I 5 0 R>>>>';
  return Buffer.concat([
    Buffer.from(
      [
        '%PDF-1.5\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
        '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
        `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 60 40]/Contents 4 0 R${resources}>>endobj`,
        `4 0 obj<</Length ${draw.length}>>stream\n${draw}\nendstream endobj\n5 0 obj${image}stream\n`,
      ].join('\n'),
    ),
    picture,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
  ]);
}

/**
 * Makes a pdf with a picture of 200 KB on each page. The pages are in groups of forty or all in one list; the
 * cross-reference table is at the end.
 */
function longPdf(megabytes: number, kind: 'tree' | 'list'): Buffer {
  const [groups, groupPages] = [megabytes / 8, 40];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (...pieces: (string | Buffer)[]) => {
    offsets.push(length);
    const whole = [`${offsets.length} 0 obj`, ...pieces, '\nendobj\n'];
    const object = Buffer.concat(whole.map((each) => Buffer.from(each)));
    parts.push(object);
    length += object.length;
  };
  const groupSize = 1 + groupPages * 3;
  const groupIds = Array.from({ length: groups }, (_, at) => 4 + at * groupSize);
  const listed = (ids: number[]) => ids.map((id) => `${id} 0 R`).join(' ');
  add('<</Type/Catalog/Pages 2 0 R>>');
  const pagesOf = (groupId: number) => Array.from({ length: groupPages }, (_, at) => groupId + 1 + at * 3);
  const top = kind === 'tree' ? groupIds : groupIds.flatMap(pagesOf);
  add(`<</Type/Pages/Kids[${listed(top)}]/Count ${groups * groupPages}>>`);
  add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  const pixels = Buffer.alloc(200_000, 'vitrin');
  const picture = '/Type/XObject/Subtype/Image/Width 500/Height 400/BitsPerComponent 8/ColorSpace/DeviceGray';
  for (const [group, groupId] of groupIds.entries()) {
    const pageIds = pagesOf(groupId);
    add(`<</Type/Pages/Parent 2 0 R/Kids[${listed(pageIds)}]/Count ${groupPages}>>`);
    for (const [at, id] of pageIds.entries()) {
      const text = `BT /F 24 Tf 40 500 Td (Page ${group * groupPages + at + 1}) Tj ET q 100 0 0 100 40 40 cm /I Do Q`;
      const resources = `/Resources<</Font<</F 3 0 R>>/XObject<</I ${id + 2} 0 R>>>>`;
      add(
        `<</Type/Page/Parent ${kind === 'tree' ? groupId : 2} 0 R/MediaBox[0 0 400 600]/Contents ${id + 1} 0 R${resources}>>`,
      );
      add(`<</Length ${text.length}>>stream\n${text}\nendstream`);
      add(`<<${picture}/Length ${pixels.length}>>stream\n`, pixels, '\nendstream');
    }
  }
  const size = offsets.length + 1;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer<</Root 1 0 R/Size ${size}>>\nstartxref\n${length}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}
