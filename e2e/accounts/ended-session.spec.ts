import type { Page } from '@playwright/test';
import { PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { blockChanges } from '../kit/no-changes.ts';
import { logInOnScreen } from '../kit/people.ts';

test('a form asks for a login when the session has ended, and keeps its input @before-release', async ({
  page,
  context,
  product,
  t,
}) => {
  // The page's stream of changes would report the end of the session before any action.
  await blockChanges(context);
  await signIn(context, await registerFreelancer(product, 'interrupted'));
  const idle = await context.newPage();
  await idle.goto('/analytics');
  await expect(idle.getByRole('heading', { level: 1 })).toBeVisible();
  await idle.waitForLoadState('networkidle');

  const formOf = (tab: Page) => tab.getByRole('dialog', { name: t('projects.createTitle') });
  const typeInto = async (tab: Page, name: string) => {
    await tab.goto('/projects');
    await tab
      .getByRole('button', { name: t('projects.new') })
      .first()
      .click();
    await formOf(tab)
      .getByRole('textbox', { name: t('projects.name') })
      .fill(name);
    await tab.waitForLoadState('networkidle');
  };
  await typeInto(page, 'Half a project');
  const form = formOf(page);
  await context.clearCookies({ name: 'sessionid' });
  await form.getByRole('button', { name: t('projects.create') }).click();

  const againIn = (tab: Page) => tab.getByRole('dialog', { name: t('auth.again.title') });
  const again = againIn(page);
  await expect(again.getByLabel(t('auth.username'))).toHaveValue('interrupted');
  await again.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: t('actions.login') }).click();
  await expect(again).toBeHidden();
  await expect(form.getByRole('textbox', { name: t('projects.name') })).toHaveValue('Half a project');
  await form.getByRole('button', { name: t('projects.create') }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Half a project' })).toBeVisible();

  // A tab without unsaved input goes to the login screen and back; a tab with a form stays.
  const typing = await context.newPage();
  await typeInto(typing, 'Another half');
  await context.clearCookies({ name: 'sessionid' });
  await page.goto('/customers');
  for (const tab of [page, idle]) await expect(tab).toHaveURL('/login?sessionExpired=true');
  await expect(againIn(typing)).toBeVisible();
  await page.getByLabel(t('auth.identifier')).fill('interrupted');
  await page.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('actions.login') }).click();
  await expect(page).toHaveURL('/customers');
  await expect(idle).toHaveURL('/analytics');
  await expect(againIn(typing)).toBeHidden();
  await expect(typing).toHaveURL('/projects');
  await expect(formOf(typing).getByRole('textbox', { name: t('projects.name') })).toHaveValue('Another half');
});

test('a stray 401 does not lead to the login, and a logout without an answer still ends the session @before-release', async ({
  page,
  context,
  product,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'stray');
  await openProject(page, delivery, 'freelancer');
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

  const session = (await context.cookies()).find(({ name }) => name === 'sessionid')?.value;
  expect(session).toBeDefined();
  await page.route('**/auth/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  const cookie = `sessionid=${session}`;
  const again = await fetch(`${product.url}/api/projects/`, { headers: { cookie } });
  expect(again.status).toBe(401);
  // The ended session does not prevent the next login.
  await page.goto('/login');
  await logInOnScreen(page, 'stray');
  await page.reload();
  await expect(page).toHaveURL('/dashboard');
});
