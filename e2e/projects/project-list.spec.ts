import type { Locator, Page } from '@playwright/test';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import { expectAccessible } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';
import { addProjects, upgrade } from '../kit/plans.ts';

test.use(TURKISH_ON_PHONES);

const namesIn = (page: Page) => page.getByRole('row').getByRole('link').allTextContents();
const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => `Work ${String(at + 1).padStart(2, '0')}`);

/** Returns the names of the visible columns. */
async function columnsOf(page: Page): Promise<string[]> {
  return page.getByRole('columnheader').filter({ visible: true }).allTextContents();
}

async function choose(page: Page, list: Locator, option: string): Promise<void> {
  await list.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('the address keeps the page, search, filter and order of the project list @phone-before-release @before-release', async ({
  page,
  product,
  isMobile,
  t,
}, { project: { name: size } }) => {
  const freelancer = await registerFreelancer(product, `list-${size}`);
  await upgrade(freelancer);
  const customer = await inviteCustomer(freelancer, `çiğdem-${size}`);
  const projects = await addProjects(freelancer, numbered(22));
  await addProjects(freelancer, ['Ilgaz'], customer.id);
  for (const [at, status] of [
    [0, 'on-hold'],
    [1, 'cancelled'],
  ] as const)
    await freelancer.expectCall(200, 'PATCH', `/api/projects/${projects[at]?.id}/`, { status });
  await signIn(page, freelancer);
  await page.goto('/projects');

  const pages = page.getByRole('navigation', { name: t('paging.label') });
  const next = pages.getByRole('button', { name: t('paging.next') });
  const previous = pages.getByRole('button', { name: t('paging.previous') });
  await expect(pages).toContainText(t('paging.pageOf', { page: 1, count: 3 }));
  await expect(previous).toBeDisabled();
  const columns = [t('projects.name'), t('projects.customer')];
  const wideColumns = [t('projects.statusLabel'), t('projects.progress'), t('projects.lastUpdated')];
  expect(await columnsOf(page)).toEqual(isMobile ? columns : [...columns, ...wideColumns]);

  await next.click();
  await expect(page).toHaveURL(/\/projects\?page=2$/);
  await expect(pages).toContainText(t('paging.pageOf', { page: 2, count: 3 }));
  await next.click();
  await expect(pages).toContainText(t('paging.pageOf', { page: 3, count: 3 }));
  await expect(next).toBeDisabled();
  await expect.poll(() => namesIn(page)).toEqual(['Work 03', 'Work 02', 'Work 01']);
  await page.goBack();
  await expect(pages).toContainText(t('paging.pageOf', { page: 2, count: 3 }));
  await page.goBack();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(pages).toContainText(t('paging.pageOf', { page: 1, count: 3 }));
  for (const [requested, shown, address] of [
    ['abc', 1, /\/projects$/],
    ['0', 1, /\/projects$/],
    ['99', 3, /\/projects\?page=3$/],
  ] as const) {
    await page.goto(`/projects?page=${requested}`);
    await expect(pages).toContainText(t('paging.pageOf', { page: shown, count: 3 }));
    await expect(page).toHaveURL(address);
  }

  const search = page.getByRole('searchbox', { name: t('projects.search') });
  await search.fill('ÇİĞDEM');
  await expect(page).toHaveURL(/\/projects\?search=%C3%87%C4%B0%C4%9EDEM$/);
  await expect.poll(() => namesIn(page)).toEqual(['Ilgaz']);
  await page.getByRole('button', { name: t('actions.clear') }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await choose(
    page,
    page.getByRole('combobox', { name: t('projects.statusLabel') }),
    t('projects.status.on-hold'),
  );
  await expect(page).toHaveURL(/\?status=on-hold$/);
  await expect.poll(() => namesIn(page)).toEqual(['Work 01']);
  await page.reload();
  await expect(page.getByRole('combobox', { name: t('projects.statusLabel') })).toHaveValue(
    t('projects.status.on-hold'),
  );
  await search.fill('nothing like it');
  await expect(page.getByRole('heading', { name: t('projects.nothingFound.title') })).toBeVisible();
  await page.getByRole('button', { name: t('projects.nothingFound.clear') }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await choose(page, page.getByRole('combobox', { name: t('projects.order') }), t('projects.ordering.name'));
  await expect(page).toHaveURL(/\?ordering=name$/);
  await expect(page.getByRole('row').nth(1)).toContainText('Ilgaz');
  await expect(page.getByRole('row').nth(2)).toContainText('Work 01');

  // The whole row opens the project, also by its link.
  await page.getByRole('row').nth(2).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Work 01' })).toBeVisible();
});

test('a client sees only their own projects or a hint if there are none; a failure replaces the table @phone-before-release @before-release', async ({
  page,
  product,
  t,
}, { project: { name: size } }) => {
  const freelancer = await registerFreelancer(product, `empty-${size}`);
  const [one, other] = await Promise.all(
    ['one', 'other'].map(async (name) => inviteCustomer(freelancer, `${name}-${size}`)),
  );
  await addProjects(freelancer, ['For one'], one?.id);
  await addProjects(freelancer, ['For nobody']);
  await signIn(page, await registerCustomer(product, one?.reset_token ?? null));
  await page.goto('/projects');
  await expect(page.getByRole('link', { name: 'For one' })).toBeVisible();
  await expect(page.getByText('For nobody')).toBeHidden();
  await expect(page.getByRole('button', { name: t('projects.new') })).toBeHidden();

  await page.route('**/api/projects/*', (route) =>
    route.fulfill({ status: 400, json: { detail: 'Not now.' } }),
  );
  // An address other than that of the server's content.
  await page.goto('/projects?ordering=name');
  await expect(page.getByRole('alert')).toContainText('Not now.');
  await expect(page.getByRole('table')).toBeHidden();
  await page.unroute('**/api/projects/*');
  await page
    .getByRole('alert')
    .getByRole('button', { name: t('actions.tryAgain') })
    .click();
  await expect(page.getByRole('link', { name: 'For one' })).toBeVisible();

  await signIn(page, await registerCustomer(product, other?.reset_token ?? null));
  await page.goto('/projects');
  await expect(page.getByText(t('projects.empty.customer'))).toBeVisible();
  await page.getByRole('link', { name: t('projects.empty.learnMore') }).click();
  await expect(page).toHaveURL(/\/subscription\/pricing#faq$/);
});

test('each column is shown from its own width on @before-release', async ({ page, product }) => {
  const freelancer = await registerFreelancer(product, 'columns');
  await signIn(page, freelancer);
  await page.goto('/projects');
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  await expect(page.getByText('Create your first project')).toBeVisible();
  await expectAccessible(page);
  await addProjects(freelancer, ['Wide']);
  for (const [width, columns] of [
    [320, ['Name', 'Client']],
    [767, ['Name', 'Client']],
    [768, ['Name', 'Client', 'Status']],
    [1023, ['Name', 'Client', 'Status']],
    [1024, ['Name', 'Client', 'Status', 'Progress']],
    [1440, ['Name', 'Client', 'Status', 'Progress', 'Last updated']],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/projects');
    await expect(page.getByRole('link', { name: 'Wide' })).toBeVisible();
    expect(await columnsOf(page), `${width} px`).toEqual(columns);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
  }
});
