import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';
import { expectTransient } from '../kit/transient.ts';
import { addProjects } from '../kit/plans.ts';

test.use(TURKISH_ON_PHONES);

test('a freelancer creates customers, tells them apart, searches and pages them, and copies their links @phone-before-release', async ({
  page,
  context,
  product,
  isMobile,
  t,
  serverText,
}, { project: { name: size } }) => {
  const freelancer = await registerFreelancer(product, `desk-${size}`);
  await signIn(context, freelancer);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/customers');
  await expect(page.getByRole('heading', { name: t('customers.emptyTitle') })).toBeVisible();

  await page.getByRole('button', { name: t('customers.new') }).click();
  const dialog = page.getByRole('dialog');
  const username = dialog.getByLabel(t('customers.username'));
  await username.fill(`desk-${size}`);
  await dialog.getByRole('button', { name: t('customers.create') }).click();
  // The server's message, in the language of the page.
  await expect(dialog.getByText(serverText('users.username_taken'))).toBeVisible();
  await expect(username).toBeFocused();
  await expect(username).toHaveValue(`desk-${size}`);
  await username.fill(`aslı-${size}`);
  await username.press('Enter');
  await expect(dialog.getByText(t('customers.createdTitle'))).toBeVisible();
  await dialog
    .getByRole('button', { name: t('actions.close') })
    .last()
    .click();

  const registered = await inviteCustomer(freelancer, `berk-${size}`);
  const client = await registerCustomer(product, registered.reset_token);
  await client.expectCall(200, 'GET', '/api/projects/');
  await addProjects(freelancer, ['One', 'Two'], registered.id);
  for (let number = 10; number < 30; number += 1)
    await freelancer.expectCall(201, 'POST', '/api/users/', { username: `mass${number}-${size}` });
  await page.reload();

  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(
    rowOf(`aslı-${size}`).getByText(t('customers.invited')).filter({ visible: true }),
  ).toBeVisible();
  await expect(
    rowOf(`berk-${size}`).getByText(t('customers.lastSeen')).filter({ visible: true }),
  ).toBeVisible();
  if (!isMobile) await expect(rowOf(`berk-${size}`)).toContainText(t('customers.projectCount', { count: 2 }));
  // The initial follows the rules of the page's language.
  await expect(rowOf(`aslı-${size}`).locator('.mantine-Avatar-placeholder')).toHaveText('A');

  // "Copied" shows for half a second.
  const copy = page.getByRole('button', { name: t('customers.copyLinkOf', { username: `aslı-${size}` }) });
  const copied = page.getByRole('tooltip', { name: t('customers.copied') });
  await expectTransient(page, copy, copied);
  await page.clock.runFor(2000);
  await expect(copied).toBeHidden();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/^http:\/\/localhost:\d+\/customer-register\?token=.+/);
  await page.clock.resume();

  const pages = page.getByRole('navigation', { name: t('paging.label') });
  await expect(pages).toContainText(t('paging.pageOf', { page: 1, count: 2 }));
  await pages.getByRole('button', { name: t('paging.next') }).click();
  await expect(page).toHaveURL(/\/customers\?page=2$/);
  await expect(page.getByRole('row')).toHaveCount(3);
  const search = page.getByRole('searchbox', { name: t('customers.search') });
  await search.fill('ASLI');
  await expect(page).toHaveURL(/\/customers\?search=ASLI$/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(rowOf(`aslı-${size}`)).toBeVisible();
  await search.fill('zzz');
  await expect(page.getByText(t('customers.noneFound', { search: 'zzz' }))).toBeVisible();

  await page.getByRole('link', { name: 'Vitrin' }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  // Shows the projects of one customer only, not those of another one with a longer name.
  const longer = await inviteCustomer(freelancer, `berk-${size}2`);
  await addProjects(freelancer, ['Three'], longer.id);
  await page.goto(`/customers?search=berk-${size}`);
  await page
    .getByRole('button', { name: t('customers.actionsOf', { username: `berk-${size}` }), exact: true })
    .click();
  await page.getByRole('menuitem', { name: t('customers.showProjects') }).click();
  await expect(page).toHaveURL(new RegExp(`/projects\\?customer=${registered.id}$`));
  await expect(page.getByRole('link', { name: 'Two' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  const chosen = page.getByRole('button', {
    name: t('projects.clearCustomer', { username: `berk-${size}` }),
  });
  await chosen.click();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByRole('link', { name: 'Three' })).toBeVisible();
  await expect(chosen).toBeHidden();
});
