import { expectNoFindings } from '../kit/accessibility.ts';
import { openProject, prepareDelivery } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use(TURKISH_ON_PHONES);

test('a project can start as a copy, or with the milestones of another project @phone-before-release @before-release', async ({
  page,
  product,
  t,
}, { project: { name: size } }) => {
  const delivery = await prepareDelivery(product, `before-${size}`);
  const { freelancer, project } = delivery;
  const names = ['Moodboard', 'First draft', 'Hand-over'];
  for (const name of names)
    await freelancer.expectCall(201, 'POST', '/api/milestones/', { name, project, completed: true });
  await openProject(page, delivery, 'freelancer');

  // The keyboard makes a copy, which is shown at once.
  await page.getByRole('button', { name: t('project.more'), exact: true }).focus();
  await page.keyboard.press('Enter');
  const duplicate = page.getByRole('menuitem', { name: t('project.duplicate') });
  await duplicate.focus();
  await page.keyboard.press('Enter');
  const steps = page.locator('section[aria-labelledby=milestones] h3');
  await expect(page.getByRole('heading', { name: /Summer campaign \(.+\)/ })).toBeVisible();
  await expect(steps).toHaveText(names);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);

  // The milestones of the first project are added after those of the copy.
  const dialog = page.getByRole('dialog', { name: t('copyMilestones.title') });
  const open = page.getByRole('button', { name: t('work.copyMilestones') });
  await open.focus();
  await page.keyboard.press('Enter');
  const field = dialog.getByRole('combobox', { name: t('copyMilestones.project') });
  await expect(field).toBeFocused();
  await dialog.getByRole('button', { name: t('copyMilestones.addAll') }).click();
  await expect(dialog.getByText(t('copyMilestones.choose'))).toBeVisible();
  const found = page.getByRole('option');
  await field.fill('summe');
  await expect(found).toHaveText(['Summer campaign']);
  // Each letter typed selects the first option, once the list is loaded.
  await field.press('r');
  await expect(found).toHaveAttribute('data-combobox-selected');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('First draft')).toBeVisible();
  await expectNoFindings(page, 'milestones of another project');
  await dialog.getByRole('button', { name: t('copyMilestones.add', { count: 3 }) }).click();
  await expect(dialog).toBeHidden();
  await expect(steps).toHaveText([...names, ...names]);
  await expect(open).toBeFocused();
});
