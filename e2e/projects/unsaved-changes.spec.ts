import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

test('Escape, Back and a reload ask before they discard a changed form @before-release', async ({
  page,
  product,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'unsaved');
  await signIn(page, delivery.freelancer);
  await page.goto('/projects');
  await page.getByRole('link', { name: 'Summer campaign' }).click();
  await page.getByRole('button', { name: t('milestones.add') }).click();
  const form = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('textbox', { name: t('milestones.name') }) });
  await form.getByRole('textbox', { name: t('milestones.name') }).fill('Half a milestone');
  const text = form.getByRole('textbox', { name: t('milestoneForm.description') });
  await text.fill('Half a text');
  await text.press('ControlOrMeta+a');

  // The field for a link is in front of the form.
  await form.getByRole('button', { name: t('editor.link'), exact: true }).click();
  const address = page.getByPlaceholder('https://example.com');
  await address.fill('https://vitrin.example');
  await address.press('Escape');
  await expect(address).toBeHidden();
  await expect(form).toBeVisible();

  const question = page.getByRole('dialog', { name: t('unsaved.title') });
  const keep = question.getByRole('button', { name: t('unsaved.keep') });
  await page.keyboard.press('Escape');
  await expect(keep).toBeFocused();
  await keep.click();
  await page.goBack();
  await expect(keep).toBeVisible();
  await keep.click();
  await expect(page).toHaveURL(/\/projects\/\d+$/);
  const asked = page.waitForEvent('dialog');
  // `page.reload` would wait for a page that never loads.
  const reload = page.evaluate(() => location.reload());
  await (await asked).dismiss();
  await reload;
  await expect(form.getByRole('textbox', { name: t('milestones.name') })).toHaveValue('Half a milestone');
  await expect(text).toHaveText('Half a text');

  await page.goBack();
  await question.getByRole('button', { name: t('unsaved.discard') }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(form).toBeHidden();
});

test('the menu of a project works by keyboard alone @before-release', async ({ page, product, t }) => {
  const delivery = await prepareDelivery(product, 'by-keyboard');
  await openProject(page, delivery, 'freelancer');
  await page.getByRole('button', { name: t('project.more'), exact: true }).focus();
  await page.keyboard.press('Enter');
  const remove = page.getByRole('menuitem', { name: t('project.delete') });
  await expect(remove).toBeVisible();
  // The menu receives keys once its first entry has the focus, shortly after it opens.
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Summer campaign' })).toBeVisible();
});
