import type { Look } from '@vitrin/shared/contract/figures/looks.ts';
import { openProject, prepareDelivery } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

test('a freelancer sees who has looked at the newest version, or that it is still unopened @before-release', async ({
  page,
  product,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'looks');
  const { freelancer, project } = delivery;
  const kinds = async () =>
    (await freelancer.expectCall<Look[]>(200, 'GET', '/api/analytics/lately/')).map(({ kind }) => kind);
  await openProject(page, delivery, 'freelancer');
  await expect(page.getByText(t('versions.notSeen'))).toBeVisible();

  await openProject(page, delivery, 'customer');
  await expect.poll(kinds).toEqual(['version_opened']);

  await openProject(page, delivery, 'freelancer');
  await expect(page.getByText(t('versions.seenBy', { username: 'looks-client' }))).toBeVisible();
  await page.goto('/dashboard');
  const lately = page.getByRole('region', { name: t('lately.title') });
  await lately.getByRole('link', { name: /looks-client/ }).click();
  await expect(page).toHaveURL(new RegExp(`/projects/${project}$`));
});
