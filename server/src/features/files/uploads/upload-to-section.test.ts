import { expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Section } from '@vitrin/shared/contract/sections.ts';
import { type FormPart, postForm } from '../../../testing/forms.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { base64, createTusUser } from '../../../testing/tus.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

async function createScene() {
  const { owner, version } = await setup.createDelivery();
  const add = async () =>
    (await owner.browser.post('/api/sections/', { name: 'Web', version: version.id })).json<Section>();
  return { owner, version, section: await add(), tus: createTusUser(setup, owner, version.id) };
}

const BYTES = Buffer.from('12345');

test.each(['before', 'after'])('a form names the section of its file %s its bytes', async (when) => {
  const { owner, version, section } = await createScene();
  const file: FormPart = ['file', BYTES, 'a.txt'];
  const part: FormPart = ['section', String(section.id)];
  const parts = when === 'before' ? [part, file] : [file, part];
  const answer = await postForm(owner.browser, ['version', String(version.id)], ...parts);
  expect(answer.statusCode).toBe(201);
  expect(answer.json<ProjectFile>().section).toBe(section.id);
});

test('a resumable upload names the section of its file, and reports it later', async () => {
  const { section, tus } = await createScene();
  const url = String((await tus.create(5, { more: `,section ${base64(section.id)}` })).headers['location']);
  expect((await tus.head(url)).headers['upload-metadata']).toContain(`,section ${base64(section.id)}`);
  const { headers } = await tus.patch(url, 0, BYTES);
  expect((await tus.fileRow(headers['vitrin-file-id'])).section_id).toBe(section.id);
});

test('an empty file is put into its section at once', async () => {
  const { section, tus } = await createScene();
  const { headers } = await tus.create(0, { more: `,section ${base64(section.id)}` });
  expect((await tus.fileRow(headers['vitrin-file-id'])).section_id).toBe(section.id);
});

test('a file is in no section if its section is deleted during the upload', async () => {
  const { owner, section, tus } = await createScene();
  const url = String((await tus.create(5, { more: `,section ${base64(section.id)}` })).headers['location']);
  await tus.patch(url, 0, BYTES.subarray(0, 2));
  await owner.browser.delete(`/api/sections/${section.id}/`);
  const { headers } = await tus.patch(url, 2, BYTES.subarray(2));
  expect((await tus.fileRow(headers['vitrin-file-id'])).section_id).toBeNull();
});

test.each(['x', '-1', '', '99999999999999999999', '9'.repeat(1000)])(
  'the section %j is refused, and leaves no bytes and no space taken',
  async (section) => {
    const { owner, version, tus } = await createScene();
    const answer = await tus.create(5, { more: `,section ${base64(section)}` });
    expect([answer.statusCode, Object.keys(answer.json<object>())]).toEqual([400, ['section']]);
    const form = await postForm(
      owner.browser,
      ['version', String(version.id)],
      ['file', BYTES, 'a.txt'],
      ['section', section],
    );
    expect([form.statusCode, Object.keys(form.json<object>())]).toEqual([400, ['section']]);
    expect(await tus.reserved()).toBe(0);
  },
);

test('a section of another version is refused', async () => {
  const { owner, version, tus } = await createScene();
  const { section } = await createScene();
  expect((await tus.create(5, { more: `,section ${base64(section.id)}` })).statusCode).toBe(400);
  const form = await postForm(
    owner.browser,
    ['version', String(version.id)],
    ['section', String(section.id)],
    ['file', BYTES, 'a.txt'],
  );
  expect([form.statusCode, Object.keys(form.json<object>())]).toEqual([400, ['section']]);
  expect(await tus.reserved()).toBe(0);
});
