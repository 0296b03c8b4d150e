import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { IS_POSTGRES } from '../testing/backup/installations.ts';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import { uploadTo } from '@vitrin/server/testing/forms.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { temporaryBucket } from '@vitrin/engine/testing/temporary-bucket.ts';
import { runCommand } from './commands.ts';

// The store on the disk is listed on SQLite, a bucket on PostgreSQL.
const s3 = IS_POSTGRES ? await temporaryBucket() : undefined;
const setup = await sharedTestApp(s3?.environment);

async function* once(text: string) {
  yield Buffer.from(text);
}

test('objects that no row names are listed, and nothing else', async () => {
  const { context } = setup;
  const list = () =>
    runCommand({ ...context, now: () => new Date(Date.now() + 2 * 3600_000) }, ['files', 'unnamed']);
  const owner = await setup.createFreelancer();
  const version = await setup.createVersion({ project: await setup.createProject({ owner }) });
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await uploadTo(owner.browser, version.id, picture, 'picture.png');
  const doomed = await uploadTo(owner.browser, version.id, picture, 'doomed.png');
  await setup.runJobs();
  // The job that deletes its bytes has not run yet.
  await owner.browser.delete(`/api/files/${doomed.id}/`);
  await owner.browser.post('/api/uploads/', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': '5000000',
    'upload-metadata': `filename ${btoa('a')},version ${btoa(String(version.id))}`,
  });
  expect(await list()).toBe('Every object in the file store that is older than an hour is named by a row.');

  const key = newStorageKey();
  await context.storage.write(key, once('forgotten'));
  const answer = await list();
  expect(answer).toMatch(new RegExp(`^${key}  9 bytes  .+Z\nNo row names 1 objects of 9 bytes\\.$`));
  expect(await context.storage.size(key)).toBe(9);
  // An object that was just stored may get its row a moment later.
  expect(await runCommand({ ...context, now: () => new Date() }, ['files', 'unnamed'])).toContain(
    'Every object',
  );
  await context.storage.delete([key]);
});

test('missing previews of a file are made when its owner asks', async () => {
  const owner = await setup.createFreelancer();
  const version = await setup.createVersion({ project: await setup.createProject({ owner }) });
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const { id } = await uploadTo(owner.browser, version.id, picture, 'picture.png');
  await setup.db.deleteFrom('jobs').where('kind', '=', 'make-thumbnail').execute();
  expect(await runCommand(setup.context, ['files', 'draw'])).toContain('The server makes pictures');
  await setup.runJobs();
  const drawn = setup.db.selectFrom('files').select('thumbnail_key').where('id', '=', id);
  expect((await drawn.executeTakeFirstOrThrow()).thumbnail_key).not.toBeNull();
});

test.each(IS_POSTGRES ? [] : ['by hand'])('a file put into the folder %s is listed too', async (how) => {
  const folder = join(setup.config.dataDir, 'files', 'ab');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'notes.txt'), how);
  utimesSync(join(folder, 'notes.txt'), 0, 0);
  expect(await runCommand(setup.context, ['files', 'unnamed'])).toContain('notes.txt  7 bytes');
});
