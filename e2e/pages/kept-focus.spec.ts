import type { Board } from '@vitrin/shared/contract/figures/boards.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Locator, Page } from '@playwright/test';
import { inviteCustomer } from '../../test-kit/accounts.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { type Delivery, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expectFocusIn, openWhole } from '../kit/dialogs.ts';
import { expect, test } from '../kit/fixtures.ts';
import { upgrade } from '../kit/plans.ts';
import type { Words } from '../kit/words.ts';

test('after a row is deleted by keyboard, the row beside it has the focus @before-release', async ({
  page,
  product,
  t,
}) => {
  const delivery = await prepareRows(await prepareDelivery(product, 'kept-focus'));
  await signIn(page, delivery.freelancer);
  const remove = (menu: Locator) => removeByKeys(page, t, menu);
  const menuOf = (key: string, values: Record<string, string>) =>
    page.getByRole('button', { name: t(key, values), exact: true });

  await openWhole(page, `/projects/${delivery.project}`);
  const beside = (name: string) => menuOf('work.actionsOf', { name });
  await remove(menuOf('linkTools.actionsOf', { title: 'Board of ideas' }));
  await expect(menuOf('linkTools.actionsOf', { title: 'Film' })).toBeFocused();
  await remove(menuOf('sections.actionsOf', { name: 'Morning' }));
  await expect(menuOf('sections.actionsOf', { name: 'Evening' })).toBeFocused();
  await remove(beside('two.txt'));
  await expect(page.locator('main :focus')).toBeVisible();
  await remove(menuOf('milestones.actionsOf', { name: 'Draft' }));
  await expect(menuOf('milestones.actionsOf', { name: 'Print' })).toBeFocused();
  await remove(menuOf('milestones.actionsOf', { name: 'Print' }));
  await expect(page.locator('main :focus')).toBeVisible();

  await openWhole(page, '/customers');
  await remove(menuOf('customers.actionsOf', { username: 'kept-one' }));
  await expect(page.getByRole('button', { name: /kept-two/ }).and(page.locator(':focus'))).toBeVisible();

  await openWhole(page, '/analytics/boards');
  await remove(menuOf('boards.actionsOf', { name: 'Mondays' }));
  await expect(menuOf('boards.actionsOf', { name: 'Fridays' })).toBeFocused();
  await page.getByRole('link', { name: 'Fridays' }).press('Enter');
  await menuOf('boards.actionsOfCard', { title: 'Opened' }).press('Enter');
  await page.getByRole('menuitem').last().press('Enter');
  await expect(menuOf('boards.actionsOfCard', { title: 'Opened' })).toHaveCount(0);
  // The focused radio button is hidden visually; its label shows it.
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test('the focus stays on the screen after a link is copied and after the first version is added @before-release', async ({
  page,
  product,
  t,
}) => {
  const { freelancer, project } = await prepareDelivery(product, 'first-focus');
  const { customer_id } = await freelancer.expectCall<Project>(200, 'GET', `/api/projects/${project}/`);
  const form = { name: 'New', description: '', customer_id };
  const { id } = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/projects/', form);
  await signIn(page, freelancer);
  await openWhole(page, `/projects/${id}`);
  await page.getByRole('button', { name: t('work.share'), exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: t('work.copyLink') }).press('Enter');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.locator('main :focus')).toBeVisible();

  await page
    .getByRole('button', { name: t('versions.add') })
    .first()
    .press('Enter');
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await dialog.getByLabel(t('versions.number')).fill('1.0');
  await dialog.getByRole('button', { name: t('versions.add') }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t('versions.name', { number: '1.0' })).first()).toBeVisible();
  await expect(page.locator('main :focus')).toBeVisible();
});

test('a button that replaces a pressed one gets its focus, and closing the search returns it @before-release', async ({
  page,
  product,
  t,
}) => {
  const { freelancer } = await prepareDelivery(product, 'kept-place');
  await signIn(page, freelancer);
  await openWhole(page, '/account#calendar');
  const feed = page.locator('#calendar');
  await feed.getByRole('button', { name: t('feed.make') }).press('Enter');
  await expect(feed.getByRole('button', { name: t('feed.end') })).toBeVisible();
  await expect(feed.locator(':focus')).toBeVisible();
  await feed.getByRole('button', { name: t('feed.end') }).press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('feed.end') })
    .press('Enter');
  await expect(feed.getByRole('button', { name: t('feed.make') })).toBeVisible();
  await expect(page.locator('main :focus')).toBeVisible();

  const search = page.getByRole('button', { name: t('palette.open') });
  for (let time = 0; time < 2; time += 1) {
    await search.press('Enter');
    await expectFocusIn(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expect(search).toBeFocused();
  }
});

/** Creates two rows of each kind. */
async function prepareRows(delivery: Delivery): Promise<Delivery> {
  const { freelancer, project, version } = delivery;
  await upgrade(freelancer, 'Enterprise');
  const make = <T>(address: string, fields: object) => freelancer.expectCall<T>(201, 'POST', address, fields);
  for (const name of ['kept-one', 'kept-two']) await inviteCustomer(freelancer, name);
  for (const name of ['Morning', 'Evening']) await make('/api/sections/', { version, name });
  for (const title of ['Board of ideas', 'Film'])
    await make('/api/links/', { version, title, address: `https://example.com/${title.length}` });
  for (const name of ['one.txt', 'two.txt']) await uploadFile(freelancer, version, name, Buffer.from('text'));
  for (const name of ['Draft', 'Print']) await make('/api/milestones/', { project, name });
  const query = {
    measure: 'opens',
    by: ['day'],
    compare: null,
    project: null,
    customer: null,
    version: null,
  };
  const card = { title: 'Opened', query, range: 'last_30_days', from: null, to: null };
  await make<Board>('/api/analytics/boards/', { name: 'Mondays', cards: [] });
  await make<Board>('/api/analytics/boards/', { name: 'Fridays', cards: [card] });
  return delivery;
}

/** Deletes by the menu's entry and confirms it, all by keyboard. */
async function removeByKeys(page: Page, t: Words, menu: Locator): Promise<void> {
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: t('actions.delete') }).press('Enter');
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await expectFocusIn(dialog);
  await dialog.getByRole('button', { name: t('actions.delete') }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(menu).toHaveCount(0);
}
