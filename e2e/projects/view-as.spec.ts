import type { Page } from '@playwright/test';
import type { Look } from '@vitrin/shared/contract/figures/looks.ts';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import type { Product } from '../../test-kit/product.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { type Delivery, openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';
import { waitForThumbnails } from '../kit/pictures.ts';

test.use(TURKISH_ON_PHONES);

/** Creates a project with one picture. */
async function prepareWork(product: Product, name: string): Promise<Delivery> {
  const delivery = await prepareDelivery(product, name);
  const bytes = await posterPng({ palette: PALETTES.cafe, title: 'Poster', line: 'Summer' });
  const form = new FormData();
  form.set('version', String(delivery.version));
  form.set('file', new File([new Uint8Array(bytes)], 'Poster.png'));
  await delivery.freelancer.expectCall(201, 'POST', '/api/files/', form);
  return delivery;
}

/** Returns true if the bar is at the top and uncovered. */
async function isInSight(page: Page, name: string): Promise<boolean> {
  return page.getByRole('complementary', { name }).evaluate((bar) => {
    const { left, top, height } = bar.getBoundingClientRect();
    const at = document.elementsFromPoint(left + 20, top + height / 2);
    return top === 0 && bar.contains(at[0] ?? null);
  });
}

test('@phone-before-release a freelancer sees a project as its client does, by keyboard, and leaves no trace @before-release', async ({
  page,
  product,
  t,
  isMobile,
}) => {
  const delivery = await prepareWork(product, isMobile ? 'view-phone' : 'view');
  const { freelancer, customer, project } = delivery;
  // A picture without a thumbnail would cause a request of its own.
  await waitForThumbnails(delivery);
  await openProject(page, delivery, 'freelancer');
  const add = page.getByRole('button', { name: t('versions.add') });
  await expect(add).toBeVisible();

  // The test advances the clock, because a look counts after a second.
  await page.clock.install();
  const requested: { method: string; path: string; as: string | undefined }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const { referer = '', 'x-view-as': as } = request.headers();
    const isCall = ['fetch', 'xhr', 'ping'].includes(request.resourceType());
    if (isCall && pathname.startsWith('/api/') && referer.includes('view=client'))
      requested.push({ method: request.method(), path: pathname, as });
  });
  await page.getByRole('button', { name: t('work.share') }).focus();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('menuitem', { name: t('work.viewAsClient') });
  await expect(entry).toBeVisible();
  while (!(await entry.evaluate((each) => each === document.activeElement)))
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(`/projects/${project}?view=client`);
  const bar = page.getByRole('complementary', { name: t('clientView.label') });
  await expect(bar).toContainText(t('clientView.text'));
  await expect(page.getByRole('heading', { level: 1, name: 'Summer campaign' })).toBeVisible();
  await expect(add).toHaveCount(0);
  await expectAccessibleAsItStands(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  // A file opens below the bar, and the address keeps the view.
  await page.getByRole('link', { name: t('files.open', { name: 'Poster.png' }) }).click();
  const viewer = page.getByRole('dialog');
  await expect(viewer).toBeVisible();
  await expect(page).toHaveURL(/[?&]view=client(?:&|$)/);
  const edges = async () => {
    const [above, below] = [await bar.boundingBox(), await viewer.boundingBox()];
    return [above?.y, (below?.y ?? 0) - (above?.height ?? 0), (below?.y ?? 0) + (below?.height ?? 0)];
  };
  await expect.poll(edges).toEqual([0, 0, page.viewportSize()?.height]);
  await page.clock.fastForward(3000);
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => isInSight(page, t('clientView.label'))).toBe(true);
  await page.clock.fastForward(3000);

  // A version added meanwhile appears, as for the client.
  const form = new FormData();
  form.set('version_number', '2.0');
  form.set('project', String(project));
  await freelancer.expectCall(201, 'POST', '/api/versions/', form);
  await expect(page.getByText(t('versions.name', { number: '2.0' })).first()).toBeVisible();
  expect(requested.map(({ path }) => path)).toContain(`/api/projects/${project}/`);
  expect(requested.filter(({ as, path }) => as !== 'client' && path !== '/api/changes/')).toEqual([]);
  expect(requested.filter(({ method }) => method !== 'GET')).toEqual([]);

  // The first link after the skip link leads back.
  await page.reload();
  await expect(bar).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: t('clientView.back') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/projects/${project}`);
  await expect(add).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect(await freelancer.expectCall<Look[]>(200, 'GET', '/api/analytics/lately/')).toEqual([]);

  // A customer who opens that address sees their own page.
  await signIn(page, customer);
  await page.goto(`/projects/${project}?view=client`);
  await expect(page).toHaveURL(`/projects/${project}`);
  await expect(bar).toHaveCount(0);
});

test('a client view arrives with its content, other screens leave it, and "back" returns to it @before-release', async ({
  page,
  context,
  product,
  t,
}) => {
  const { freelancer, project } = await prepareWork(product, 'view-left');
  await signIn(context, freelancer);
  const address = `/projects/${project}?view=client`;
  await expect.poll(async () => (await context.request.get(address)).text()).toContain(t('clientView.text'));
  await page.goto(address);
  const bar = page.getByRole('complementary', { name: t('clientView.label') });
  await expect(bar).toBeVisible();
  const name = page.getByRole('navigation').getByText('view-left-client', { exact: true });
  await expect(name).toBeVisible();

  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('shell.projects') })
    .click();
  await expect(page).toHaveURL('/projects');
  await expect(page.getByRole('button', { name: t('projects.new') })).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.goBack();
  await expect(bar).toBeVisible();
  await expect(page.getByRole('button', { name: t('versions.add') })).toHaveCount(0);

  // Signing out is blocked as well, because it is not a read.
  await page.getByRole('button', { name: t('shell.logout') }).click();
  await expect(page.getByText(/Go back to your own view/)).toBeVisible();
  await expect(bar).toBeVisible();
});
