import type { Page } from '@playwright/test';
import { uploadFile } from '../../scripts/demo/seed.ts';
import { sampleFile } from '../../test-kit/sample-files/sample-file.ts';
import type { Product } from '../../test-kit/product.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

test.describe.configure({ timeout: 60_000 });

/** A project with one pdf, as its client sees it. */
async function deliver(product: Product, name: string, bytes: Buffer) {
  const delivery = await prepareDelivery(product, name);
  await uploadFile(delivery.freelancer, delivery.version, 'brand.pdf', Buffer.from(bytes));
  return delivery;
}

const readerOf = (page: Page) => page.getByRole('document', { name: /brand\.pdf/ });

test('@phone a pdf opens in the page, is searched, and its pages are gone to', async ({
  page,
  context,
  product,
  isMobile,
  t,
}) => {
  const name = isMobile ? 'pdf-phone' : 'pdf';
  const delivery = await deliver(product, name, sampleFile('brand-guide.pdf'));
  await signIn(context, delivery.customer);
  await openProject(page, delivery);
  await page.getByRole('link', { name: t('files.open', { name: 'brand.pdf' }) }).click();
  const reader = readerOf(page);
  await expect(reader.getByRole('region').or(reader.locator('.page')).first()).toBeVisible();
  await expect(reader.locator('.textLayer').first()).not.toBeEmpty();
  await expect(page.getByText(t('documents.ofPages', { count: 3 }))).toBeVisible();

  const number = page.getByLabel(t('documents.page'), { exact: true });
  await number.fill('3');
  await number.press('Enter');
  await expect(reader.locator('.page[data-page-number="3"]')).toBeInViewport();
  await expect(number).toHaveValue('3');
  // What is no page of it is forgotten.
  for (const wrong of ['0', '4', '2.5', 'x']) {
    await number.fill(wrong);
    await number.press('Enter');
    await expect(number).toHaveValue('3');
  }

  const find = page.getByLabel(t('documents.find'));
  const word =
    ((await reader.locator('.textLayer span').first().textContent()) ?? '').trim().split(' ')[0] ?? '';
  expect(word).not.toBe('');
  await find.fill(word);
  await expect(page.getByText(/^\d+\/\d+$/)).toBeVisible();
  await find.fill('nowhere in it');
  await expect(page.getByText(t('documents.nothing'))).toBeVisible();
  // Arrows in the field move in the text, not between files.
  await find.press('ArrowLeft');
  await expect(find).toHaveValue('nowhere in it');
  await expectAccessibleAsItStands(page);
  await find.press('Escape');
  await expect(find).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a long pdf is read from where it is looked at', async ({ page, context, product }) => {
  const delivery = await deliver(product, 'pdf-long', longPdf());
  await signIn(context, delivery.customer);
  await openProject(page, delivery);
  let bytes = 0;
  page.on('response', (response) => {
    if (!response.url().includes('/content/') || response.status() !== 206) return;
    bytes += Number(response.headers()['content-length']);
  });
  await page.getByRole('link', { name: 'Open brand.pdf' }).click();
  await expect(readerOf(page).locator('.textLayer').first()).toContainText('Page 1');
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(3_000_000);
});

for (const [what, bytes] of [
  ['is cut off', sampleFile('brand-guide.pdf').subarray(0, 300)],
  ['is none', Buffer.from('%PDF-1.7\nnothing follows')],
] as const)
  test(`a pdf that ${what} says so`, async ({ page, context, product }) => {
    const delivery = await deliver(product, `pdf-${what.replaceAll(' ', '-')}`, bytes);
    await signIn(context, delivery.customer);
    await openProject(page, delivery);
    await page.getByRole('link', { name: 'Open brand.pdf' }).click();
    const alert = page.getByRole('dialog').getByRole('alert');
    await expect(alert).toContainText('This browser cannot show this PDF file');
    await expect(alert.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(alert.getByRole('link', { name: 'Download' })).toBeVisible();
  });

/** 32 MB: a hundred and sixty pages in groups of eight, each with a picture of 200 KB; the directory is at the end. */
function longPdf(): Buffer {
  const [groups, groupPages] = [20, 8];
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
  add(`<</Type/Pages/Kids[${listed(groupIds)}]/Count ${groups * groupPages}>>`);
  add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  const pixels = Buffer.alloc(200_000, 'vitrin');
  const picture = '/Type/XObject/Subtype/Image/Width 500/Height 400/BitsPerComponent 8/ColorSpace/DeviceGray';
  for (const [group, groupId] of groupIds.entries()) {
    const pageIds = Array.from({ length: groupPages }, (_, at) => groupId + 1 + at * 3);
    add(`<</Type/Pages/Parent 2 0 R/Kids[${listed(pageIds)}]/Count ${groupPages}>>`);
    for (const [at, id] of pageIds.entries()) {
      const text = `BT /F 24 Tf 40 500 Td (Page ${group * groupPages + at + 1}) Tj ET q 100 0 0 100 40 40 cm /I Do Q`;
      const resources = `/Resources<</Font<</F 3 0 R>>/XObject<</I ${id + 2} 0 R>>>>`;
      add(`<</Type/Page/Parent ${groupId} 0 R/MediaBox[0 0 400 600]/Contents ${id + 1} 0 R${resources}>>`);
      add(`<</Length ${text.length}>>stream\n${text}\nendstream`);
      add(`<<${picture}/Length ${pixels.length}>>stream\n`, pixels, '\nendstream');
    }
  }
  const size = offsets.length + 1;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer<</Root 1 0 R/Size ${size}>>\nstartxref\n${length}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}
