import { prepareDelivery, signIn } from '../kit/delivery.ts';
import { openDialog } from '../kit/dialogs.ts';
import { expect, test } from '../kit/fixtures.ts';

const NAME = 'קמפיין קיץ';
const TEXT = 'שלום לכולם';

test('Hebrew names and texts run from right to left, both displayed and typed @before-release', async ({
  page,
  product,
}) => {
  const { freelancer, customer, project } = await prepareDelivery(product, 'hebrew');
  await freelancer.expectCall(200, 'PATCH', `/api/projects/${project}/`, {
    name: NAME,
    description: `<p>${TEXT}</p><p>Hello</p>`,
  });
  await signIn(page, customer);
  await page.goto(`/projects/${project}`);
  // The first letter is at the right edge, decided for each paragraph by itself.
  const firstLetter = (words: string) =>
    page
      .locator('h1, p')
      .filter({ hasText: words })
      .evaluate((paragraph) => {
        const range = document.createRange();
        range.setStart(paragraph.firstChild ?? paragraph, 0);
        range.setEnd(paragraph.firstChild ?? paragraph, 1);
        const box = paragraph.getBoundingClientRect();
        return Math.round((range.getBoundingClientRect().left - box.left) / (box.width / 2));
      });
  expect(await firstLetter(NAME)).toBe(2);
  expect(await firstLetter(TEXT)).toBe(2);
  expect(await firstLetter('Hello')).toBe(0);

  await signIn(page, freelancer);
  await page.goto(`/projects/${project}`);
  const dialog = page.getByRole('dialog');
  await openDialog(dialog, () => page.getByRole('button', { name: 'Add milestone' }).click());
  const field = dialog.getByLabel('Name');
  await field.fill(NAME);
  await expect(field).toHaveCSS('unicode-bidi', 'plaintext');
});
