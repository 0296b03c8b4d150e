import { randomBytes } from 'node:crypto';
import { closeSync, futimesSync, openSync, utimesSync, writeSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  type Delivery,
  addFiles,
  download,
  fileIn,
  letUploadsRun,
  openProject,
  prepareDelivery,
  sha256Of,
  slowUploads,
} from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { specFolder } from '../kit/spec-folder.ts';

const MIB = 1024 ** 2;
const WHOLE_SECOND = 1_700_000_000;

const folder = specFolder();

/** Starts a slow upload of 6 MiB and overwrites the file once a fifth of it is sent. */
async function saveAmidUpload(page: Page, delivery: Delivery, name: string, savedAt: number) {
  const file = fileIn(folder(), name, randomBytes(6 * MIB));
  utimesSync(file, WHOLE_SECOND, WHOLE_SECOND);
  await openProject(page, delivery, 'freelancer');
  await slowUploads(page, MIB);
  await addFiles(page, [file]);
  const tray = page.getByRole('region', { name: 'Uploads' });
  const bar = tray.getByRole('progressbar', { name });
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { intervals: [100] })
    .toBeGreaterThan(20);
  const bytes = randomBytes(6 * MIB);
  const open = openSync(file, 'r+');
  writeSync(open, bytes);
  futimesSync(open, savedAt, savedAt);
  closeSync(open);
  return { file, tray };
}

/** Returns the names of the files on the server. */
async function namesOf({ freelancer, version }: Delivery): Promise<string[]> {
  const { results } = await freelancer.expectCall<{ results: { name: string }[] }>(
    200,
    'GET',
    `/api/files/?version=${version}`,
  );
  return results.map(({ name }) => name);
}

// The modification time stays the same here: programs may restore it, or write twice within one second.
test('a file saved during its upload is uploaded again, not mixed from both states @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'changing');
  const { file, tray } = await saveAmidUpload(page, delivery, 'saved.bin', WHOLE_SECOND);
  await expect(tray).toContainText('The file changed during the upload.');
  await letUploadsRun(page);
  await expect(tray).toContainText('1 file uploaded');
  const links = page.getByRole('link', { name: 'Download saved.bin' });
  await expect(links.first()).toBeVisible();
  const shown = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(new Set(shown).size).toBe(1);
  const link = links.last();
  expect(await download(page, () => link.click())).toEqual({ name: 'saved.bin', sha256: sha256Of(file) });
  expect(await namesOf(delivery)).toEqual(['saved.bin']);
});

test('a file that the browser refuses to read after a change must be chosen again, and the server keeps nothing of it @before-release', async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'dated');
  const { tray } = await saveAmidUpload(page, delivery, 'dated.bin', WHOLE_SECOND + 60);
  await expect(tray).toContainText('The file was changed or moved. Choose it again.');
  expect(await namesOf(delivery)).toEqual([]);
});
