import { openProject, prepareDelivery } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { openMilestoneForm, paste, saveMilestone } from '../kit/rich-text.ts';

const EXCEL =
  '<html><head><style>.xl65 {text-align:right;}</style></head><body><table border=0><!--StartFragment-->' +
  '<col width=64><tr height=20><td>Logo</td><td align=right>1</td><td class=xl65>12.000</td><td>Three proposals, two rounds</td><td>14.400</td></tr>' +
  '<tr height=20><td>Website with a shop</td><td align=right>2</td><td class=xl65>48.500</td><td>With a shop in two languages</td><td>58.200</td></tr>' +
  '<!--EndFragment--></table></body></html>';

const item = (text: string, level: number) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
  "<span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;&nbsp; </span></span></span>" +
  `<![endif]>${text}<o:p></o:p></p>`;
const WORD = `<html><body><p class=MsoNormal>We deliver:<o:p></o:p></p>${item('Logo', 1)}${item('In colour', 2)}${item('Cards', 1)}</body></html>`;

test('a client can read text pasted from Excel, Word and plain text @phone @before-release', async ({
  page,
  product,
}, { project: { name } }) => {
  const delivery = await prepareDelivery(product, `pasted-${name}`);
  await openProject(page, delivery, 'freelancer');
  const { form, text } = await openMilestoneForm(page);
  await paste(text, { html: EXCEL });
  await text.press('ControlOrMeta+End');
  await paste(text, { html: WORD });
  await text.press('ControlOrMeta+End');
  await paste(text, { text: 'Dear Elif,\n\nit is on www.ornek.com\nor write to ad@firma.com' });
  const kept = await saveMilestone(form, delivery);
  expect(kept).toContain('<td><p>Logo</p></td><td><p>1</p></td><td><p>12.000</p></td>');
  expect(kept).toContain(
    '<ul><li><p>Logo</p><ul><li><p>In colour</p></li></ul></li><li><p>Cards</p></li></ul>',
  );

  await openProject(page, delivery, 'customer');
  const table = page.getByRole('table').filter({ hasText: '12.000' });
  await expect(table.getByRole('cell')).toHaveText([
    'Logo',
    '1',
    '12.000',
    'Three proposals, two rounds',
    '14.400',
    'Website with a shop',
    '2',
    '48.500',
    'With a shop in two languages',
    '58.200',
  ]);
  await expect(page.getByRole('listitem').filter({ hasText: 'In colour' }).last()).toHaveText('In colour');
  await expect(page.getByText('Dear Elif,', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'www.ornek.com' })).toHaveAttribute(
    'href',
    'https://www.ornek.com',
  );
  await expect(page.getByRole('link', { name: 'ad@firma.com' })).toHaveAttribute(
    'href',
    'mailto:ad@firma.com',
  );
  // On a phone the table scrolls by itself, so the page is not wider than the screen.
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
});

test('the toolbar creates lists and tables @before-release', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'lists-and-tables');
  await openProject(page, delivery, 'freelancer');
  const { form, text } = await openMilestoneForm(page);
  const press = (control: string) => form.getByRole('button', { name: control, exact: true }).click();
  await press('Bulleted list');
  await text.pressSequentially('Logo');
  await text.press('Enter');
  await text.press('Enter');
  await press('Numbered list');
  await text.pressSequentially('Draft');
  await text.press('Enter');
  await text.press('Enter');
  await press('Insert table');
  await page.getByRole('button', { name: 'Columns: 2, rows: 1' }).click();
  await text.pressSequentially('Item');
  await text.press('Tab');
  await text.pressSequentially('Price');
  await press('Add row below');
  const kept = await saveMilestone(form, delivery);
  expect(kept).toContain('<ul><li><p>Logo</p></li></ul>');
  expect(kept).toContain('<ol><li><p>Draft</p></li></ol>');
  expect(kept).toContain(
    '<table><tbody><tr><th><p>Item</p></th><th><p>Price</p></th></tr><tr><td><p></p></td><td><p></p></td></tr></tbody></table>',
  );
});
