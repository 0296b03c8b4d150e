import { beforeEach, expect, test } from 'vitest';
import { uploadTo } from '../../testing/forms.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { writeEvents } from '../events/service.ts';

const setup = await sharedTestApp();
beforeEach(async () => {
  await setup.db.deleteFrom('events').execute();
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function createScene() {
  const { owner, customer, project, version } = await setup.createDelivery();
  const file = await uploadTo(owner.browser, version.id, PNG, 'logo.png');
  return { owner, customer, project, version, file };
}

async function kindsRecorded(): Promise<string[]> {
  await writeEvents(setup.context);
  const rows = await setup.db.selectFrom('events').select('kind').orderBy('id').execute();
  return rows.map(({ kind }) => kind);
}

test('downloads of files are recorded, and loading them to be shown is not', async () => {
  const { customer, version, project, owner, file } = await createScene();
  await customer.browser.get(`/api/files/?version=${version.id}`);
  await customer.browser.get(file.file);
  await customer.browser.get(`${file.file}?download=1`);
  await customer.browser.get(`/api/versions/${version.id}/zip/`);
  expect(await kindsRecorded()).toEqual(['file_downloaded', 'zip_downloaded']);
  const download = await setup.db
    .selectFrom('events')
    .select(['user_id', 'owner_id', 'project_id', 'version_id', 'file_id'])
    .where('kind', '=', 'file_downloaded')
    .executeTakeFirstOrThrow();
  expect(download).toEqual({
    user_id: customer.id,
    owner_id: owner.id,
    project_id: project.id,
    version_id: version.id,
    file_id: file.id,
  });
});

test('HEAD, thumbnails, later ranges, repeats and cached bytes do not count', async () => {
  const { customer, version, file } = await createScene();
  const { etag = '' } = (await customer.browser.get(`${file.file}?download=1`)).headers;
  await customer.browser.get(`${file.file}?download=1`, { 'if-none-match': etag });
  await customer.browser.get(`${file.file}?download=1`, { range: 'bytes=5-9' });
  await customer.browser.request({ method: 'HEAD', url: `/api/versions/${version.id}/zip/` });
  await customer.browser.get(`/api/files/${file.id}/thumbnail/`);
  await customer.browser.get(`${file.file}?download=1`);
  expect(await kindsRecorded()).toEqual(['file_downloaded']);
});

test("the freelancer's own looks do not count", async () => {
  const { owner, version, file } = await createScene();
  await owner.browser.get(`/api/files/?version=${version.id}`);
  await owner.browser.get(`${file.file}?download=1`);
  await owner.browser.get(`/api/versions/${version.id}/zip/`);
  expect(await kindsRecorded()).toEqual([]);
});
