import { registerFreelancer } from '../../test-kit/accounts.ts';
import type { Product } from '../../test-kit/product.ts';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import { type Delivery, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { PASSWORD } from '../kit/people.ts';

type Shared = Delivery & {
  old: { version: number; file: number };
  newest: { version: number; file: number };
};

/**
 * Creates a project of nine versions, of which the page shows seven, with a picture in the first and one in the last.
 */
async function prepareVersions(product: Product, name: string): Promise<Shared> {
  const delivery = await prepareDelivery(product, name);
  const { freelancer, project } = delivery;
  const old = { version: delivery.version, file: await addPoster(delivery, delivery.version, 'Old') };
  let last = 0;
  for (let number = 2; number <= 9; number += 1) {
    const form = new FormData();
    form.set('version_number', `${number}.0`);
    form.set('project', String(project));
    const version = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', form);
    last = version.id;
  }
  const newest = { version: last, file: await addPoster(delivery, last, 'Newest') };
  return { ...delivery, old, newest };
}

async function addPoster({ freelancer }: Delivery, version: number, name: string): Promise<number> {
  const bytes = await posterPng({ palette: PALETTES.cafe, title: name, line: 'Summer' });
  const form = new FormData();
  form.set('version', String(version));
  form.set('file', new File([new Uint8Array(bytes)], `${name}.png`));
  return (await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/files/', form)).id;
}

test("a guest who opens a file's address logs in and then sees the file", async ({ page, product, t }) => {
  const { project, newest } = await prepareVersions(product, 'shared-guest');
  const address = `/projects/${project}?version=${newest.version}&file=${newest.file}`;
  await page.goto(address);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel(t('auth.identifier')).fill('shared-guest-client');
  await page.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('actions.login') }).click();
  await expect(page.getByRole('dialog', { name: /Newest/ })).toBeVisible();
  await expect(page).toHaveURL(address);
});

for (const role of ['customer', 'freelancer'] as const)
  test(`for a ${role} an address without its version opens the file in any version, or says that it was deleted @before-release`, async ({
    page,
    product,
    t,
  }) => {
    const delivery = await prepareVersions(product, `shared-${role}`);
    const { project, old, newest } = delivery;
    await signIn(page, delivery[role]);
    await page.goto(`/projects/${project}?file=${newest.file}`);
    await expect(page.getByRole('dialog', { name: /Newest/ })).toBeVisible();

    await page.goto(`/projects/${project}?file=${old.file}`);
    const viewer = page.getByRole('dialog', { name: /Old/ });
    await expect(viewer).toBeVisible();
    await expect(page).toHaveURL(`/projects/${project}?version=${old.version}&file=${old.file}`);
    await viewer.getByRole('button', { name: t('actions.close') }).click();
    await expect(page.getByRole('link', { name: 'Open Old.png' })).toBeFocused();

    await page.goto(`/projects/${project}?version=${newest.version}&file=${old.file}`);
    await expect(viewer).toBeVisible();

    await delivery.freelancer.expectCall(204, 'DELETE', `/api/files/${old.file}/`);
    await page.goto(`/projects/${project}?version=${old.version}&file=${old.file}`);
    const gone = page.getByText(t('sharedFile.gone'));
    await expect(gone).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open Newest.png' })).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('button', { name: t('actions.close') })
      .click();
    await expect(gone).toBeHidden();
    await expect(page).toHaveURL(`/projects/${project}`);
  });

test('a user without access to a file sees nothing of it', async ({ page, product, t }) => {
  const { project, newest } = await prepareVersions(product, 'shared-other');
  await signIn(page, await registerFreelancer(product, 'shared-stranger'));
  await page.goto(`/projects/${project}?version=${newest.version}&file=${newest.file}`);
  await expect(page.getByRole('heading', { name: t('project.loadFailed') })).toBeVisible();
  await expect(page.getByText('Newest.png')).toHaveCount(0);
});
