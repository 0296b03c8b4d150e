import type { Locator } from '@playwright/test';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { openProject, prepareDelivery } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

const LONG_NAME = `${'A name that a card cuts off '.repeat(8)}at its end.txt`;

test("a client's printed page shows only content, with names in full @before-release", async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'paper');
  await delivery.freelancer.expectCall(200, 'PATCH', `/api/projects/${delivery.project}/`, {
    description: '<p>See <a href="https://a.example/x">our site</a></p>',
  });
  await uploadFile(delivery.freelancer, delivery.version, LONG_NAME, Buffer.from('text'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await openProject(page, delivery, 'customer');
  const link = page.getByRole('link', { name: 'our site' });
  await expect(link).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const name = page.getByTitle(LONG_NAME).first();
  await expect.poll(() => cutParts(name)).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { name: 'Summer campaign' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /download/i })).toHaveCount(0);
  await expect(page.getByText(/^One folder with this page/)).toBeHidden();
  await expect(page.locator('.mantine-Accordion-chevron').first()).toBeHidden();
  expect(await link.evaluate((each) => getComputedStyle(each, '::after').content)).toContain(
    'https://a.example/x',
  );
  expect(await cutParts(name)).toBe(0);
  const [text, paper] = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor];
  });
  expect([text, paper]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
});

test('progress and the chosen language are visible in forced colours @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'forced');
  for (const [name, completed] of [
    ['Idea', true],
    ['Print', false],
  ] as const)
    await delivery.freelancer.expectCall(201, 'POST', '/api/milestones/', {
      name,
      project: delivery.project,
      completed,
    });
  await page.emulateMedia({ forcedColors: 'active' });
  await openProject(page, delivery, 'customer');
  const colours = (parts: Locator, property: 'borderTopColor' | 'backgroundColor') =>
    parts.evaluateAll((all, name) => all.map((part) => getComputedStyle(part)[name]), property);
  const segments = page.getByRole('link', { name: '1 of 2 milestones completed' }).locator('span');
  await expect(segments.first()).toHaveCSS('border-top-width', '6px');
  expect(new Set(await colours(segments, 'borderTopColor')).size).toBe(2);
  const languages = page.getByRole('button', { name: /English|Türkçe/ }).filter({ visible: true });
  expect(new Set(await colours(languages, 'backgroundColor')).size).toBe(2);
});

test('the printed page that verifies receipts shows only the result @before-release', async ({ page }) => {
  await page.goto('/verify');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByLabel('Receipt')).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).color)).toBe('rgb(38, 34, 25)');
});

/** Returns the number of elements of a name, itself included, that cut off their text. */
function cutParts(name: Locator): Promise<number> {
  return name.evaluate(
    (whole) =>
      [whole, ...whole.querySelectorAll('*')].filter(
        (part) => getComputedStyle(part).overflow !== 'visible' && part.scrollWidth > part.clientWidth,
      ).length,
  );
}
