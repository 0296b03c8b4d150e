import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runAdmin } from '../../test-kit/admin.ts';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import type { Product } from '../../test-kit/product.ts';
import {
  addFiles,
  fileIn,
  letUploadsRun,
  openProject,
  prepareDelivery,
  signIn,
  slowUploads,
} from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use({ isAlone: true });

const BAR = '.read-only-bar';
const WORDS = { en: /view and download everything/, tr: /görüp indirebilirsiniz/ };
/**
 * Longer than the bar's pause between two polls, than its notice that changes are possible again, and than an upload's
 * pause.
 */
const PAUSES_MS = 12_000;
const OPEN = { en: 'You can make changes again.', tr: 'Yeniden değişiklik yapabilirsiniz.' };

/** Ends read-only operation and waits until the server knows. */
async function allowWrites(product: Product): Promise<void> {
  await runAdmin(product, 'read-only', 'off');
  await expect
    .poll(async () => (await fetch(`${product.url}/healthz`)).headers.get('vitrin-read-only'))
    .toBeNull();
}

test.describe('in the language of the user', () => {
  test.use(TURKISH_ON_PHONES);

  test('a form that is refused keeps its input, and can be saved once writes are allowed @phone-before-release @before-release', async ({
    page,
    context,
    product,
    language,
    t,
    serverText,
  }, { project: { name: size } }) => {
    const freelancer = await registerFreelancer(product, `reader-${size}`);
    await signIn(context, freelancer);
    await page.clock.install();
    await page.goto('/projects');
    await page.getByRole('button', { name: t('projects.new') }).click();
    const form = page.getByRole('dialog', { name: t('projects.createTitle') });
    const name = form.getByRole('textbox', { name: t('projects.name') });
    await name.fill('Kept');
    await runAdmin(product, 'read-only', 'on');
    await form.getByRole('button', { name: t('projects.create') }).click();
    await expect(form.getByText(serverText('errors.read_only'))).toBeVisible();
    await expect(page.locator(BAR)).toHaveText(WORDS[language]);
    await expect(name).toHaveValue('Kept');

    // A page opened during read-only operation shows the bar at once.
    const other = await context.newPage();
    await other.goto('/projects');
    await expect(other.locator(BAR)).toHaveText(WORDS[language]);
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

    await allowWrites(product);
    await page.clock.fastForward(PAUSES_MS);
    await expect(page.locator(BAR)).toHaveText(OPEN[language]);
    await page.clock.fastForward(PAUSES_MS);
    await expect(page.locator(BAR)).toHaveCount(0);
    await form.getByRole('button', { name: t('projects.create') }).click();
    await expect(form).toBeHidden();
    await other.close();
  });
});

test('an upload waits during read-only operation, and resumes by itself @before-release', async ({
  page,
  product,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-read-only-'));
  try {
    const delivery = await prepareDelivery(product, 'waiting');
    const file = fileIn(folder, 'film.bin', randomBytes(24 * 1024 ** 2));
    await signIn(page, delivery.freelancer);
    await page.clock.install();
    await openProject(page, delivery);
    await slowUploads(page, 1024 ** 2);
    await addFiles(page, [file]);
    const tray = page.getByRole('region', { name: 'Uploads' });
    await expect(tray.getByRole('progressbar', { name: /^film\.bin/ })).toBeVisible();
    await runAdmin(product, 'read-only', 'on');
    await letUploadsRun(page);
    await expect(tray).toContainText('The server is busy. Trying again.');
    await expect(page.locator(BAR)).toHaveText(WORDS.en);
    await allowWrites(product);
    await page.clock.fastForward(PAUSES_MS);
    await expect(tray).toContainText('1 file uploaded');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
