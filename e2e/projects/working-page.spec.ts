import type { Locator, Page } from '@playwright/test';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import type { Product } from '../../test-kit/product.ts';
import { type Delivery, openProject, prepareDelivery } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

/** Fills a version with pictures, in turn upright, square and wide, and adds three milestones. */
async function prepareFiles(product: Product, name: string, count: number): Promise<Delivery> {
  const delivery = await prepareDelivery(product, name);
  const shapes = [
    [120, 160],
    [140, 140],
    [200, 120],
  ] as const;
  for (let file = 0; file < count; file += 1) {
    const [width, height] = shapes[file % shapes.length] ?? shapes[0];
    const title = String(file);
    const bytes = await posterPng({ palette: PALETTES.cafe, title, line: 'Summer', width, height });
    const form = new FormData();
    form.set('version', String(delivery.version));
    form.set('file', new File([bytes], `${file}.png`));
    await delivery.freelancer.expectCall(201, 'POST', '/api/files/', form);
  }
  for (const milestone of ['Idea', 'Draft', 'Print'])
    await delivery.freelancer.expectCall(201, 'POST', '/api/milestones/', {
      name: milestone,
      project: delivery.project,
    });
  return delivery;
}

/** Counts the visible controls, without the links of the files themselves. */
function countControls(page: Page): Promise<{ aboveFold: number; inAll: number }> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')];
    const seen = all.filter(
      (control) =>
        !control.id.startsWith('file-') &&
        control.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        control.getBoundingClientRect().width > 1,
    );
    const aboveFold = seen.filter((control) => {
      const { top, bottom } = control.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    return { aboveFold: aboveFold.length, inAll: seen.length };
  });
}

test('the working page of 40 files shows few controls, and the keyboard reaches the menu of each file @before-release', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const delivery = await prepareFiles(product, 'at-rest', 40);
  await openProject(page, delivery, 'freelancer');
  await expect(page.getByRole('button', { name: 'Show all 40 files' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  const { aboveFold, inAll } = await countControls(page);
  expect(aboveFold).toBeLessThanOrEqual(20);
  expect(inAll).toBeLessThanOrEqual(60);
  await page.getByRole('link', { name: 'Open 1.png' }).focus();
  await page.keyboard.press('Tab');
  const menu = page.getByRole('button', { name: 'Actions for 1.png' });
  await expect(menu).toBeFocused();
  await expect(menu).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  // The menu that starts arranging disappears with it.
  await page.getByRole('button', { name: 'More actions for these files' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Arrange' }).press('Enter');
  const done = page.getByRole('button', { name: 'Done' });
  await expect(done).toBeFocused();
  await expect(done).toBeInViewport();
});

test('an upright first picture has the next pictures beside it @before-release', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const delivery = await prepareFiles(product, 'upright-first', 3);
  const { freelancer, project } = delivery;
  const covers = async () => {
    const address = `/api/projects/${project}/?files=none`;
    return (await freelancer.expectCall<Project>(200, 'GET', address)).versions[0]?.covers.length;
  };
  // Until then the first picture with a thumbnail leads.
  await expect.poll(covers, { timeout: 120_000 }).toBe(3);
  await openProject(page, delivery, 'freelancer');
  const boxOf = async (locator: Locator) =>
    (await locator.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
  const lead = await boxOf(page.getByRole('link', { name: 'Open 0.png' }));
  for (const name of ['Open 1.png', 'Open 2.png']) {
    const { x, y } = await boxOf(page.getByRole('link', { name }));
    expect(x).toBeGreaterThan(lead.x + lead.width);
    expect(y).toBeLessThan(lead.y + lead.height);
  }
});

test('several files can be deleted at once, after a question with their number', async ({
  page,
  product,
}) => {
  const delivery = await prepareFiles(product, 'several', 3);
  await openProject(page, delivery, 'freelancer');
  await page.getByRole('button', { name: 'More actions for these files' }).click();
  await page.getByRole('menuitem', { name: 'Select files' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select files' });
  for (const name of ['0.png', '2.png']) await dialog.getByRole('checkbox', { name }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 2 files?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: 'Open 0.png' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Open 2.png' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Open 1.png' })).toBeVisible();
});

test('several files can be renamed by keyboard alone, and "Undo" restores the names @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareFiles(product, 'named-by-keys', 3);
  await openProject(page, delivery, 'freelancer');
  await page.getByRole('button', { name: 'More actions for these files' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Select files' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Select files' });
  await expect(dialog.getByRole('checkbox', { name: 'All files' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(dialog.getByRole('button', { name: /^Download 2 files/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Edit' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
  const pattern = page.getByLabel('Pattern');
  await expect(pattern).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Kıyı {n:2}');
  await expect(page.getByText('Kıyı 02.png')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Open Kıyı 02.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Open 1.png' })).toBeVisible();
  await expect(page.getByText('Undone')).toBeVisible();
});

test('on a phone the page of 16 files is short, and "Share" is above the work @before-release', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const delivery = await prepareFiles(product, 'short', 16);
  await openProject(page, delivery, 'freelancer');
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2600);
  const top = async (locator: ReturnType<Page['getByRole']>) => (await locator.boundingBox())?.y ?? Infinity;
  const tops = [
    await top(page.getByRole('button', { name: 'Share' })),
    await top(page.getByRole('link', { name: 'Open 0.png' })),
    await top(page.getByRole('heading', { name: 'Milestones' })),
    await top(page.getByRole('heading', { name: 'Activity' })),
  ];
  expect(tops.toSorted((one, other) => one - other)).toEqual(tops);
});
