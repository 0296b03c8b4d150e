import { openProject, prepareDelivery } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

test('a freelancer adds a link, the client opens it, and its host receives no request before the click @before-release', async ({
  page,
  product,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'delivered-links');
  const requested: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url)) requested.push(request.url());
  });
  await openProject(page, delivery, 'freelancer');
  await page.getByRole('button', { name: t('work.moreWays') }).click();
  await page.getByRole('menuitem', { name: t('linkTools.add') }).click();
  const dialog = page.getByRole('dialog', { name: t('linkTools.add') });
  await dialog.getByLabel(t('linkTools.address')).fill('http://example.com/');
  await dialog.getByLabel(t('linkTools.title')).fill('Board');
  await dialog.getByRole('button', { name: t('actions.save') }).click();
  await expect(dialog.getByText(t('linkTools.noAddress'))).toBeVisible();
  await dialog.getByLabel(t('linkTools.address')).fill('https://www.figma.com/board');
  await dialog.getByRole('button', { name: t('actions.save') }).click();
  await expect(dialog).toBeHidden();
  const link = page.getByRole('link', {
    name: t('links.opensAt', { title: 'Board', host: 'www.figma.com' }),
  });
  await expect(link).toBeVisible();

  await link.hover();
  await page.getByRole('button', { name: t('linkTools.actionsOf', { title: 'Board' }) }).click();
  await page.getByRole('menuitem', { name: t('linkTools.edit') }).click();
  const editing = page.getByRole('dialog', { name: t('linkTools.editTitle') });
  await editing.getByLabel(t('linkTools.title')).fill('Moods');
  await editing.getByRole('button', { name: t('actions.save') }).click();
  await expect(editing).toBeHidden();

  await openProject(page, delivery, 'customer');
  const seen = page.getByRole('link', {
    name: t('links.opensAt', { title: 'Moods', host: 'www.figma.com' }),
  });
  await expect(seen).toBeVisible();
  expect(requested).toEqual([]);
  // The palette leads to the card, from the project's page and from another one.
  for (const who of ['freelancer', 'customer'] as const) {
    await openProject(page, delivery, who);
    for (const leave of [false, true]) {
      if (leave) await page.goto('/account');
      const field = page.getByLabel(t('search.placeholder'));
      // Keys have no effect until React has taken over the page.
      await expect(async () => {
        await page.keyboard.press('ControlOrMeta+k');
        await expect(field).toBeVisible({ timeout: 2000 });
      }).toPass();
      await field.fill('figma');
      await page.getByRole('button', { name: /^Moods/ }).click();
      await expect(seen).toBeFocused();
      await expect(seen).toBeInViewport();
    }
  }
  expect(requested).toEqual([]);
  await page.context().route('https://www.figma.com/**', (route) => route.fulfill({ body: 'A board' }));
  const [opened] = await Promise.all([page.waitForEvent('popup'), seen.click()]);
  await expect(opened.getByText('A board')).toBeVisible();
  expect(await opened.evaluate(() => [document.referrer, String(window.opener)])).toEqual(['', 'null']);
});
