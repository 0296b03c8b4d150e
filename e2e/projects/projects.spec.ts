import { inviteCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import { expectAccessible } from '../kit/accessibility.ts';
import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { selectedIn } from '../kit/rich-text.ts';

test('a plan of three projects accepts three and offers an upgrade at the fourth @phone-before-release @before-release', async ({
  page,
  product,
}, { project }) => {
  const freelancer = await registerFreelancer(product, `limit-${project.name}`);
  for (const name of ['One', 'Two'])
    await freelancer.expectCall(201, 'POST', '/api/projects/', { name, description: '', customer_id: null });
  await signIn(page, freelancer);
  await page.goto('/projects');
  await page.getByRole('button', { name: 'New project' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Create project' }).click();
  await expect(form.getByText('Please fill in this field.')).toBeVisible();
  await form.getByLabel('Name').fill('Three');
  await form.getByRole('textbox', { name: 'Description' }).fill('The last one');
  await form.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByText('Project created successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Three' })).toBeVisible();
  await expect(page.getByText('Nobody can see this yet.')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/projects');
  await page.getByRole('button', { name: 'New project' }).click();
  await expect(page.getByRole('dialog')).toContainText('Project limit reached');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/dashboard');
  await expect(page.getByText('3 of 3 projects')).toBeVisible();
  await expectAccessible(page);
});

test('the later save of two windows on one project shows a conflict and loses no input', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'two-windows');
  await openProject(page, delivery, 'freelancer');
  await page.getByRole('button', { name: 'Edit project' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Mine');
  await delivery.freelancer.expectCall(200, 'PATCH', `/api/projects/${delivery.project}/`, {
    name: 'Theirs',
  });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Theirs')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('Mine');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Project updated successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();

  // A name of one long word must not overflow the dialog.
  const name = 'x'.repeat(200);
  await delivery.freelancer.expectCall(200, 'PATCH', `/api/projects/${delivery.project}/`, { name });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.reload();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete project' }).click();
  const title = page.getByRole('dialog').getByRole('heading', { name: `Delete project ${name}?` });
  await expect(title).toBeVisible();
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('a dangerous link in a description leads nowhere @before-release', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'bad-link');
  await openProject(page, delivery, 'freelancer');
  await page.getByRole('button', { name: 'Add milestone' }).click();
  // The field for a link is a dialog as well; only the form has a name.
  const form = page.getByRole('dialog').filter({ has: page.getByLabel('Name') });
  await form.getByLabel('Name').fill('Linked');
  const text = form.getByRole('textbox', { name: 'Description' });
  await text.fill('press here');
  await text.press('ControlOrMeta+a');
  await expect.poll(() => selectedIn(text)).toBe('press here');
  await form.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByLabel('Link address').fill('javascript:alert(1)');
  await page.getByLabel('Link address').press('Enter');
  await form.getByRole('button', { name: 'Add milestone' }).click();
  // The editor shows the same link until the dialog has closed.
  await expect(form).toBeHidden();
  await expect(page.getByRole('link', { name: 'press here' })).toHaveAttribute('href', 'about:blank');
});

test('a client sees the work in Turkish, without controls that change it @phone-before-release', async ({
  page,
  context,
  product,
}, { project }) => {
  const delivery = await prepareDelivery(product, `turkish-${project.name}`);
  await delivery.freelancer.expectCall(201, 'POST', '/api/milestones/', {
    name: 'İlk taslak',
    description: '',
    completed: false,
    project: delivery.project,
  });
  await signIn(context, delivery.customer);
  await page.addInitScript(() => localStorage.setItem('language', 'tr'));
  await context.addCookies([{ name: 'language', value: 'tr', url: product.url }]);
  await openProject(page, delivery);
  await expect(page.getByText('Sırada: İlk taslak')).toBeVisible();
  await expect(page.getByText('Güncel', { exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expectAccessible(page);
});

test('a freelancer invites, finds and deletes customers @phone-before-release @before-release', async ({
  page,
  product,
}, { project }) => {
  const freelancer = await registerFreelancer(product, `host-${project.name}`);
  for (const name of ['ada', 'bora']) await inviteCustomer(freelancer, `${name}-${project.name}`);
  await signIn(page, freelancer);
  await page.goto('/customers');
  await page.getByLabel('Search clients').fill('bora');
  await expect(page).toHaveURL(/search=bora/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: `Actions for bora-${project.name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No client matches “bora”')).toBeVisible();
  await page.goto('/customers');
  await expectAccessible(page);
});

test('the palette opens a project, and charts can be shown as tables @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'palette');
  await signIn(page, delivery.freelancer);
  await page.goto('/analytics');
  await page.getByRole('button', { name: 'Show as table: Projects by status' }).click();
  await expect(page.getByRole('row', { name: 'Pending 1' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder('Go to a project').fill('summer');
  await expect(page.getByText('palette-client').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Summer campaign' })).toBeVisible();
  // The focus is on the heading, or on the main part if the content was still loading.
  await expect(page.locator('main:focus, main h1:focus')).toHaveCount(1);
});
