import type { Page } from '@playwright/test';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import { type Delivery, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { blockChanges } from '../kit/no-changes.ts';

/** Slightly more than the age in milliseconds at which the app requests data again. */
const OLD = 16_000;

async function addPoster({ freelancer, version }: Delivery, name: string): Promise<void> {
  const bytes = await posterPng({ palette: PALETTES.cafe, title: name, line: 'Summer' });
  const form = new FormData();
  form.set('version', String(version));
  form.set('file', new File([new Uint8Array(bytes)], `${name}.png`));
  await freelancer.expectCall(201, 'POST', '/api/files/', form);
}

/** Holds back every answer of the API until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

for (const role of ['customer', 'freelancer'] as const)
  test(`a ${role} who goes back and forward sees the earlier content at once, and then the changes @before-release`, async ({
    page,
    product,
  }) => {
    // Without a stream of changes, going back must find them.
    await blockChanges(page);
    const name = `back-${role}`;
    const delivery = await prepareDelivery(product, name);
    await addPoster(delivery, 'First');
    await page.clock.install();
    await signIn(page, delivery[role]);
    await page.goto('/projects');
    await page.getByRole('link', { name: 'Summer campaign' }).click();
    await expect(page.getByRole('link', { name: 'Open First.png' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('link', { name: 'Summer campaign' })).toBeVisible();

    await delivery.freelancer.expectCall(200, 'PUT', `/api/projects/${delivery.project}/`, {
      name: 'Winter campaign',
    });
    await addPoster(delivery, 'Second');
    await page.clock.fastForward(OLD);
    const answerProject = await holdAnswers(page);
    await page.goForward();
    // No request has been answered, so this content is the earlier one.
    await expect(page.getByRole('heading', { level: 1, name: 'Summer campaign' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open First.png' })).toBeVisible();
    answerProject();
    await expect(page.getByRole('heading', { level: 1, name: 'Winter campaign' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open Second.png' })).toBeVisible();

    await page.clock.fastForward(OLD);
    const answerList = await holdAnswers(page);
    await page.goBack();
    await expect(page.getByRole('link', { name: 'Summer campaign' })).toBeVisible();
    answerList();
    await expect(page.getByRole('link', { name: 'Winter campaign' })).toBeVisible();
  });
