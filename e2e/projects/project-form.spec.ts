import type { Project } from '@vitrin/shared/contract/projects.ts';
import { inviteCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use(TURKISH_ON_PHONES);

test('a project can be created, changed and deleted, after a question that lists its contents @phone-before-release', async ({
  page,
  product,
  isMobile,
  t,
  locale,
}, { project: { name: size } }) => {
  const freelancer = await registerFreelancer(product, `form-${size}`);
  const customer = await inviteCustomer(freelancer, `buyer-${size}`);
  await inviteCustomer(freelancer, `nobody-${size}`);
  await signIn(page, freelancer);
  await page.goto('/projects');

  // "Cancel" discards the input.
  await page.getByRole('button', { name: t('projects.new') }).click();
  const form = page.getByRole('dialog', { name: t('projects.createTitle') });
  const name = form.getByRole('textbox', { name: t('projects.name') });
  const description = form.getByRole('textbox', { name: t('projects.description') });
  await name.fill('Thrown away');
  await form.getByRole('button', { name: t('actions.cancel') }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: t('projects.new') }).click();
  await expect(name).toHaveValue('');

  // An error keeps the input.
  await name.fill('Yaz kampanyası');
  // The next field chooses the client.
  await name.press('Tab');
  await expect(form.getByRole('combobox', { name: t('projects.customer') })).toBeFocused();
  await description.fill('Kept');
  await form.getByRole('combobox', { name: t('projects.customer') }).fill('buyer');
  await page.getByRole('option', { name: customer.username }).click();
  await page.route('**/api/projects/', (route) => route.fulfill({ status: 500, json: {} }));
  const submit = form.getByRole('button', { name: t('projects.create') });
  const window = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ ...window, height: 480 });
  await submit.click();
  // The message is above a form that is longer than the window, and in view.
  await expect(form.getByText(t('projectForm.createFailed'))).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(window);
  await expect(name).toHaveValue('Yaz kampanyası');
  await expect(description).toHaveText('Kept');
  await page.unroute('**/api/projects/');

  // The button is disabled while the form is being saved.
  let saveProject: () => void = () => {};
  const held = new Promise<void>((resolve) => (saveProject = resolve));
  await page.route('**/api/projects/', async (route) => {
    await held;
    await route.continue();
  });
  await submit.click();
  await expect(form.locator('button[type=submit]')).toBeDisabled();
  saveProject();
  await expect(page.getByText(t('projectForm.created'))).toBeVisible();
  await page.unroute('**/api/projects/');
  await expect(page.getByText(t('project.for', { customer: customer.username }))).toBeVisible();

  const openEdit = async () => {
    if (isMobile) await page.getByRole('button', { name: t('project.more'), exact: true }).click();
    const role = isMobile ? 'menuitem' : 'button';
    await page.getByRole(role, { name: t('project.edit') }).click();
  };
  await openEdit();
  const edit = page.getByRole('dialog', { name: t('projects.editTitle') });
  const chosen = edit.getByRole('combobox', { name: t('projects.customer') });
  await expect(edit.getByRole('textbox', { name: t('projects.name') })).toHaveValue('Yaz kampanyası');
  await expect(chosen).toHaveValue(customer.username);
  await chosen.click();
  await page.getByRole('option', { name: t('projectForm.selectUser') }).click();
  await edit.getByRole('combobox', { name: t('projects.statusLabel') }).click();
  await page.getByRole('option', { name: t('projects.status.on-hold') }).click();
  await edit.getByRole('button', { name: t('actions.save') }).click();
  await expect(page.getByText(t('projectForm.updated'))).toBeVisible();
  await expect(page.getByText(t('project.nobodySees'))).toBeVisible();
  await expect(page.getByText(t('projects.status.on-hold')).first()).toBeVisible();

  const project = Number(/\d+$/.exec(page.url())?.[0]);
  await fill(freelancer, project);
  await page.getByRole('button', { name: t('project.more'), exact: true }).click();
  await page.getByRole('menuitem', { name: t('project.delete') }).click();
  const question = page.getByRole('dialog', { name: t('project.deleteTitle', { name: 'Yaz kampanyası' }) });
  const parts = new Intl.ListFormat(locale).format([
    t('project.versionCount', { count: 2 }),
    t('project.fileCount', { count: 3 }),
    t('project.milestoneCount', { count: 1 }),
  ]);
  await expect(question).toContainText(t('project.deleteMessage', { count: 6, parts }));
  await expect(question.getByRole('button', { name: t('actions.cancel') })).toBeFocused();
  await question.getByRole('button', { name: t('project.delete') }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByText(t('projects.empty.freelancer'))).toBeVisible();
  expect((await freelancer.call('GET', `/api/projects/${project}/`)).status).toBe(404);
});

type Freelancer = Awaited<ReturnType<typeof registerFreelancer>>;

/** Adds two versions with three files and a milestone, as another window would. */
async function fill(freelancer: Freelancer, project: Project['id']): Promise<void> {
  await freelancer.expectCall(201, 'POST', '/api/milestones/', { name: 'Draft', project });
  for (const files of [1, 2]) {
    const form = { version_number: String(files), project };
    const { id } = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', form);
    for (let file = 0; file < files; file += 1) {
      const upload = new FormData();
      upload.set('version', String(id));
      upload.set('file', new Blob(['x']), `${file}.txt`);
      await freelancer.expectCall(201, 'POST', '/api/files/', upload);
    }
  }
}
