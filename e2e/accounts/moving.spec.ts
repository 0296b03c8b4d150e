import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from '@playwright/test';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import type { ApiSession } from '../../test-kit/api-session.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use({ isAlone: true });

test.use(TURKISH_ON_PHONES);

/** Longer than the page's pause between two polls, and than its wait before it resumes an upload. */
const ASKED_AGAIN_MS = 2000;

/** Creates a project with a file; returns the address of the file. */
async function createWork(freelancer: ApiSession, customer: number): Promise<string> {
  const project = await freelancer.expectCall<Project>(201, 'POST', '/api/projects/', {
    name: 'Summer',
    description: '<p>All of the summer</p>',
    customer_id: customer,
  });
  const version = await freelancer.expectCall<Version>(201, 'POST', '/api/versions/', {
    version_number: '1.0',
    project: project.id,
  });
  const form = new FormData();
  form.append('version', String(version.id));
  form.append('file', new Blob([Buffer.alloc(3_000_000, 'film ')]), 'film.bin');
  return (await freelancer.expectCall<ProjectFile>(201, 'POST', '/api/files/', form)).file;
}

/** Texts of the page that verifies receipts; it does not use the language files of the app. */
const VERIFIED = {
  en: [
    'From another installation, not attested here',
    'complete downloads 1',
    'It was signed by this installation.',
  ],
  tr: [
    'Başka bir kurulumdan, burada doğrulanmamış',
    'tamamlanan indirme 1',
    'Bu kurulum tarafından imzalanmış.',
  ],
};

/** Waits for the result of a job that the page polls for, and advances the page's clock past its pauses. */
async function expectSoon(page: Page, what: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(ASKED_AGAIN_MS);
    await expect(what).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 60_000, intervals: [200] });
}

test('a freelancer exports everything and imports it into another account @phone-before-release @before-release', async ({
  page,
  context,
  product,
  t,
  serverText,
  language,
}, { project: { name: size } }) => {
  const leaver = await registerFreelancer(product, `leaver-${size}`);
  const { id, reset_token } = await inviteCustomer(leaver, `client-of-${size}`);
  const file = await createWork(leaver, id);
  const client = await registerCustomer(product, reset_token);
  await client.call('GET', `${file}?download=1`);
  await signIn(context, leaver);
  await page.clock.install();
  await page.goto('/account');
  const moving = page.getByRole('region', { name: t('archives.title') });
  await moving.getByRole('button', { name: t('archives.prepare') }).click();
  const link = moving.getByRole('link', { name: t('archives.download') });
  await expectSoon(page, link);
  await moving.scrollIntoViewIfNeeded();
  await expectAccessibleAsItStands(page);
  const downloading = page.waitForEvent('download');
  await link.click();
  const path = await (await downloading).path();
  expect((await stat(path)).size).toBeGreaterThan(3_000_000);

  const arriver = await registerFreelancer(product, `arriver-${size}`);
  await context.clearCookies();
  await signIn(context, arriver);
  await page.goto('/account');
  const choose = moving.getByLabel(t('archives.choose'));
  await choose.setInputFiles({ name: 'x.zip', mimeType: 'application/zip', buffer: Buffer.alloc(900, 'x') });
  await expectSoon(page, moving.getByText(serverText('imports.cut_off')));

  // The connection breaks while the archive is uploaded, and the upload resumes by itself.
  const archive = await buffer(createReadStream(path));
  let cuts = 0;
  await page.route('**/api/uploads/*', async (route) => {
    if (route.request().method() !== 'PATCH' || cuts > 0) return route.fallback();
    cuts += 1;
    await route.abort('connectionreset');
  });
  await choose.setInputFiles({ name: 'everything.zip', mimeType: 'application/zip', buffer: archive });
  const importButton = moving.getByRole('button', { name: t('archives.bring'), exact: true });
  await expectSoon(page, importButton);
  expect(cuts).toBe(1);
  await expect(
    moving.getByText(t('archives.contents', { projects: 1, files: 1, customers: 1 })),
  ).toBeVisible();
  await expect(moving.getByText(`client-of-${size}`)).toBeVisible();
  await expectAccessibleAsItStands(page);
  await importButton.click();
  await expectSoon(page, moving.getByText(`client-of-${size} → client-of-${size}-2`));
  await page.goto('/projects');
  await page.getByRole('link', { name: 'Summer' }).first().click();

  // The other account recorded the download, so it is shown as imported and is not attested here.
  const activity = page.getByRole('region', { name: t('activity.title') });
  const from = `leaver-${size}, ${new URL(product.url).host}`;
  const [imported = '', attested = ''] = t('activity.brought.known', { from, date: '|' }).split('|');
  const line = activity.getByText(imported).first();
  await expectSoon(page, line);
  await expect(line).toContainText(attested);
  const receiving = page.waitForEvent('download');
  await activity.getByRole('link', { name: t('activity.receiptSigned') }).click();
  const receipt = await (await receiving).path();
  await page.goto('/verify');
  await page.getByLabel(/Receipt|Belge/).setInputFiles(receipt);
  for (const words of VERIFIED[language]) await expect(page.getByRole('status')).toContainText(words);

  // An archive that was imported before needs a confirmation to be imported again.
  await page.goto('/account');
  await choose.setInputFiles({ name: 'everything.zip', mimeType: 'application/zip', buffer: archive });
  await expectSoon(page, moving.getByText(t('archives.beforeText')));
  await moving.getByRole('button', { name: t('archives.discard') }).click();
  await expect(choose).toBeAttached();
  await expect(moving.getByText(t('archives.beforeText'))).toBeHidden();
  await expectAccessibleAsItStands(page);
});
