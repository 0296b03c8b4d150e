import { expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { sampleFile } from '../../../../../test-kit/sample-files/sample-file.ts';
import { listedFile, uploadTo } from '../../../testing/forms.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { TOOL_ENVIRONMENT } from '@vitrin/engine/sandbox/programs.ts';
import { makeSlowThumbnail } from '../thumbnails/thumbnails.ts';
import {
  lookForProgramsIn,
  standInOffice,
  standInRoom,
} from '@vitrin/engine/testing/pictures/office-stand-ins.ts';

const LETTER = Buffer.from(String.raw`{\rtf1\ansi Dear client}`);
const PAGES = sampleFile('brand-guide.pdf');

const setup = await sharedTestApp();
const owner = await setup.createFreelancer();
const { id: versionId } = await setup.createVersion({ project: await setup.createProject({ owner }) });

const listed = (id: number) => listedFile(owner.browser, versionId, id);

/** An uploaded letter, after its job has run with the programs in a folder. */
async function upload(folder: string): Promise<ProjectFile> {
  lookForProgramsIn(folder);
  const { id } = await uploadTo(owner.browser, versionId, LETTER, 'letter.rtf');
  await setup.runJobs();
  return listed(id);
}

test('an office document is shown by the pages made from it, and is downloaded as it is', async () => {
  const folder = standInOffice();
  const given = standInRoom(folder, PAGES);
  const file = await upload(folder);
  expect(given().input.equals(LETTER)).toBe(true);
  expect(file).toMatchObject({ kind: 'pdf', pages: 3, preview_percent: null, file_type: 'application/rtf' });
  expect(file.thumbnail).not.toBeNull();
  const preview = await owner.browser.get(file.preview ?? '');
  expect(preview.headers['content-type']).toBe('application/pdf');
  expect(preview.headers['x-content-type-options']).toBe('nosniff');
  expect(preview.headers['content-security-policy']).toContain('sandbox');
  expect(preview.rawPayload.equals(PAGES)).toBe(true);
  const download = await owner.browser.get(file.file);
  expect(download.headers['content-disposition']).toContain('letter.rtf');
  expect(download.rawPayload.equals(LETTER)).toBe(true);
});

test('its pages are hidden from other users, take no storage, and are deleted with it', async () => {
  const folder = standInOffice();
  standInRoom(folder, PAGES);
  const usedBy = async () =>
    (await owner.browser.get(`/api/users/${owner.id}/`)).json<{ used_storage: number }>().used_storage;
  const before = await usedBy();
  const file = await upload(folder);
  expect((await usedBy()) - before).toBeCloseTo(LETTER.length / 1024 ** 3, 12);
  const other = await setup.createCustomer();
  expect((await other.browser.get(file.preview ?? '')).statusCode).toBe(404);
  const { preview_key } = await setup.db
    .selectFrom('files')
    .select('preview_key')
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow();
  expect(await setup.context.storage.size(preview_key ?? '')).toBe(PAGES.length);
  await owner.browser.delete(`/api/files/${file.id}/`);
  await setup.runJobs();
  expect(await setup.context.storage.size(preview_key ?? '')).toBeUndefined();
});

test.each([
  ['of programs that are not there', () => '/nowhere'],
  [
    'of a document that they cannot read',
    () => {
      const folder = standInOffice();
      standInRoom(folder, Buffer.from('no pdf'));
      return folder;
    },
  ],
])('a document is only downloaded because %s, and no pages are awaited', async (_, folderOf) => {
  expect(await upload(folderOf())).toMatchObject({
    kind: 'other',
    preview: null,
    preview_percent: null,
    thumbnail: null,
  });
});

test('existing pages are not made again', async () => {
  const folder = standInOffice();
  standInRoom(folder, PAGES);
  const { id, preview } = await upload(folder);
  lookForProgramsIn('/nowhere');
  await makeSlowThumbnail(setup.context, id);
  expect(await listed(id)).toMatchObject({ kind: 'pdf', preview });
});

test('pending pages are awaited, until their programs are gone', async () => {
  lookForProgramsIn(standInOffice());
  standInRoom(TOOL_ENVIRONMENT.PATH, PAGES);
  const { id, preview_percent } = await uploadTo(owner.browser, versionId, LETTER, 'letter.rtf');
  expect([preview_percent, (await listed(id)).preview_percent]).toEqual([0, 0]);
  lookForProgramsIn('/nowhere');
  await setup.runJobs();
  expect(await listed(id)).toMatchObject({ kind: 'other', preview_percent: null });
});
