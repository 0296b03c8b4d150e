import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { PASSWORD, registerOnScreen } from '../kit/people.ts';

test('a session that ends in the middle of a form is begun again in front of it', async ({
  page,
  context,
  product,
  t,
}) => {
  await registerOnScreen(page, product, 'interrupted');
  const other = await context.newPage();
  await other.goto('/analytics');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto('/projects');
  await page
    .getByRole('button', { name: t('projects.new') })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: t('projects.createTitle') });
  await form.getByLabel(t('projects.name')).fill('Half a project');
  await context.clearCookies({ name: 'sessionid' });
  await form.getByRole('button', { name: t('projects.create') }).click();

  const again = page.getByRole('dialog', { name: t('auth.again.title') });
  await expect(again.getByLabel(t('auth.username'))).toHaveValue('interrupted');
  await again.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: t('actions.login') }).click();
  await expect(again).toBeHidden();
  await expect(form.getByLabel(t('projects.name'))).toHaveValue('Half a project');
  await form.getByRole('button', { name: t('projects.create') }).click();
  await expect(page.getByRole('link', { name: 'Half a project' })).toBeVisible();
  expect(new URL(other.url()).pathname).toBe('/analytics');

  // With nothing unsaved, the app goes to the login screen and back.
  await context.clearCookies({ name: 'sessionid' });
  await page.goto('/customers');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel(t('auth.identifier')).fill('interrupted');
  await page.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('actions.login') }).click();
  await expect(page).toHaveURL('/customers');
});

test('a stray 401 sends nobody to the login, and a failed logout stays and says so', async ({
  page,
  context,
  product,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'stray');
  await signIn(context, delivery.freelancer);
  await openProject(page, delivery);
  let navigations = 0;
  page.on('framenavigated', () => void (navigations += 1));
  const refused = page.waitForResponse((response) => response.status() === 401);
  await page.route('**/api/projects/?*', (route) =>
    route.fulfill({ status: 401, json: { detail: 'Stray.' } }),
  );
  await page.route('**/api/projects/', (route) => route.fulfill({ status: 401, json: { detail: 'Stray.' } }));
  await page
    .getByRole('link', { name: t('shell.projects') })
    .first()
    .click();
  await refused;
  await expect(page.getByText('Stray.')).toBeVisible();
  expect(navigations).toBeLessThanOrEqual(1);
  await expect(page).toHaveURL('/projects');

  await page.route('**/auth/session', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(page.getByText(t('shell.logoutFailed'))).toBeVisible();
  await expect(page).toHaveURL('/projects');
  await page.unroute('**/auth/session');
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(page).toHaveURL('/');
});
