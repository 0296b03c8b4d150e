import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

test('a freelancer sees who downloaded a file, and which files are still unopened', async ({
  page,
  product,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'activity');
  const { freelancer, customer, version } = delivery;
  const files: ProjectFile[] = [];
  for (const name of ['poster.bin', 'flyer.bin']) {
    const form = new FormData();
    form.set('version', String(version));
    form.set('file', new Blob([name]), name);
    files.push(await freelancer.expectCall<ProjectFile>(201, 'POST', '/api/files/', form));
  }
  await customer.call('GET', `${files[0]?.file}?download=1`);
  await signIn(page, freelancer);
  const activity = page.getByRole('region', { name: t('activity.title') });
  const words = t('activity.whole.file', { who: 'activity-client', file: 'poster.bin' });
  await expect(async () => {
    await openProject(page, delivery);
    await expect(activity.getByText(words)).toBeVisible({ timeout: 5000 });
  }).toPass();
  const unopened = activity.getByRole('list', { name: t('activity.unopened') });
  await expect(unopened.getByRole('listitem')).toHaveText(['flyer.bin']);
  await page.getByRole('button', { name: t('versions.actionsOf', { number: '1.0' }) }).click();
  await page.getByRole('menuitem', { name: t('work.receivers') }).click();
  const received = page.getByRole('dialog', { name: /1\.0$/ });
  const some = t('activity.whole.some', { who: 'activity-client', number: '1.0', count: 1, all: 2 });
  await expect(received.getByText(some)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('work.actionsOf', { name: 'poster.bin' }) }).click();
  await page.getByRole('menuitem', { name: t('work.receivers') }).click();
  await expect(page.getByRole('dialog', { name: /poster/ }).getByText(words)).toBeVisible();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await activity.getByRole('link', { name: t('activity.receipt') }).click();
  expect((await download).suggestedFilename()).toContain('receipt');
});
