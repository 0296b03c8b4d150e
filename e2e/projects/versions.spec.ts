import type { Page } from '@playwright/test';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type Delivery, openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';
import { blockChanges } from '../kit/no-changes.ts';

test.use(TURKISH_ON_PHONES);

/** Creates a version with one file. */
async function addVersion({ freelancer, project }: Delivery, number: string): Promise<Version> {
  const input = { version_number: number, project };
  const version = await freelancer.expectCall<Version>(201, 'POST', '/api/versions/', input);
  await addFile({ freelancer }, version.id, `${number}.txt`);
  return version;
}

async function addFile({ freelancer }: Pick<Delivery, 'freelancer'>, version: number, name: string) {
  const form = new FormData();
  form.set('version', String(version));
  form.set('file', new Blob(['x']), name);
  await freelancer.expectCall(201, 'POST', '/api/files/', form);
}

/** Returns a list that collects the ids of the versions for which the page requests files, in that order. */
function requestedVersions(page: Page): number[] {
  const requested: number[] = [];
  page.on('request', (request) => {
    const version = /\/api\/files\/\?version=(\d+)/.exec(request.url())?.[1];
    if (version !== undefined) requested.push(Number(version));
  });
  return requested;
}

test('the newest version is on top, open and marked as current; the files of another load once, when its panel first opens @phone-before-release @before-release', async ({
  page,
  product,
  t,
}, { project: { name: size } }) => {
  await blockChanges(page);
  const delivery = await prepareDelivery(product, `versions-${size}`);
  const first = delivery.version;
  await addFile(delivery, first, '1.0.txt');
  const second = await addVersion(delivery, '1.1');
  const panel = (number: string) =>
    page.getByRole('heading', { name: t('versions.name', { number }) }).getByRole('button');
  for (const person of [delivery.customer, delivery.freelancer]) {
    // A late answer that extends the previous session would restore its cookie.
    await page.goto('about:blank');
    await signIn(page, person);
    const requested = requestedVersions(page);
    await openProject(page, delivery);
    await expect(page.getByText('1.1.txt').first()).toBeVisible();
    expect(await page.getByRole('heading', { name: /1\.\d/ }).allTextContents()).toEqual([
      expect.stringContaining('1.1'),
      expect.stringContaining('1.0'),
    ]);
    await expect(panel('1.1')).toContainText(t('versions.current'));
    await expect(panel('1.1')).toHaveAttribute('aria-expanded', 'true');
    await expect(panel('1.0')).not.toContainText(t('versions.current'));
    await expect(panel('1.0')).toHaveAttribute('aria-expanded', 'false');
    // The page may already contain the newest version's list.
    const later = () => requested.filter((id) => id !== second.id);
    expect(later()).toEqual([]);
    for (let time = 0; time < 2; time += 1) {
      await panel('1.0').click();
      await expect(page.getByText('1.0.txt').first()).toBeVisible();
      await panel('1.0').click();
      await expect(panel('1.0')).toHaveAttribute('aria-expanded', 'false');
    }
    await expect.poll(later).toEqual([first]);
    expect(requested.length).toBeLessThanOrEqual(2);
    page.removeAllListeners('request');
  }

  // The freelancer changes and deletes one.
  const actions = (number: string) => page.getByRole('button', { name: t('versions.actionsOf', { number }) });
  await actions('1.1').click();
  await page.getByRole('menuitem', { name: t('actions.edit') }).click();
  const form = page.getByRole('dialog', { name: t('versions.editTitle') });
  await form.getByLabel(t('versions.number')).fill('2.0 son');
  await form.getByRole('textbox', { name: t('versions.description') }).fill('What is new');
  await form.getByRole('button', { name: t('actions.save') }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('What is new')).toBeVisible();
  await actions('2.0 son').click();
  await page.getByRole('menuitem', { name: t('actions.delete') }).click();
  const question = page.getByRole('dialog', { name: t('versions.deleteTitle', { number: '2.0 son' }) });
  await expect(question).toContainText(t('versions.deleteMessage', { count: 1 }));
  await question.getByRole('button', { name: t('actions.delete') }).click();
  await expect(panel('1.0')).toContainText(t('versions.current'));
  await expect(page.getByText('What is new')).toBeHidden();
});

test('an unknown project shows a message and leads back @before-release', async ({ page, product }) => {
  const { customer } = await prepareDelivery(product, 'unknown');
  await signIn(page, customer);
  await page.goto('/projects/999999');
  await expect(page.getByRole('heading', { name: 'Failed to load project details' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to projects' }).click();
  await expect(page).toHaveURL(/\/projects$/);
});
