import { expect, test } from 'vitest';
import type { Page } from '@vitrin/shared/contract/common.ts';
import { MAX_FILES_AT_ONCE, type ProjectFile, type UpdatedFiles } from '@vitrin/shared/contract/files.ts';
import type { Section } from '@vitrin/shared/contract/sections.ts';
import { insertFile } from './queries.ts';
import { uploadTo } from '../../testing/forms.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

/** A version with files of these names. */
async function createScene(...names: string[]) {
  const { owner, customer, project, version } = await setup.createDelivery();
  const files: ProjectFile[] = [];
  for (const name of names) files.push(await uploadTo(owner.browser, version.id, Buffer.from('x'), name));
  const patch = (changes: object[], browser = owner.browser) =>
    browser.patch('/api/files/', { files: changes });
  const list = async () =>
    (await owner.browser.get(`/api/files/?version=${version.id}`)).json<Page<ProjectFile>>().results;
  const section = async (name = 'Web', versionId = version.id) =>
    (await owner.browser.post('/api/sections/', { name, version: versionId })).json<Section>();
  const lastUpdated = async () =>
    (await owner.browser.get(`/api/projects/${project.id}/`)).json<{ last_updated: string }>().last_updated;
  const id = (position: number) => files[position]?.id;
  const otherVersion = () => setup.createVersion({ project });
  return { owner, customer, version, otherVersion, patch, list, section, lastUpdated, id };
}

test('many files get names, captions and a section with one request', async () => {
  const { patch, list, section, id } = await createScene('a.txt', 'b.txt', 'c.txt');
  const web = await section();
  const answer = await patch([
    { id: id(2), name: 'Köy, 3', section: web.id },
    { id: id(0), name: 'Köy, 1.txt', caption: ' Dawn ', alt: 'A bay' },
  ]);
  expect(answer.statusCode).toBe(200);
  expect(answer.json<UpdatedFiles>().files).toMatchObject([
    { id: id(2), name: 'Köy, 3.txt', section: web.id },
    { id: id(0), name: 'Köy, 1.txt', caption: 'Dawn', alt: 'A bay', section: null },
  ]);
  expect((await list()).map(({ name }) => name)).toEqual(['Köy, 1.txt', 'b.txt', 'Köy, 3.txt']);
});

test('a caption given to many is found by search', async () => {
  const { owner, patch, id } = await createScene('a.txt', 'b.txt');
  await patch([0, 1].map((position) => ({ id: id(position), caption: 'İskele at dawn' })));
  const found = await owner.browser.get(`/api/files/?search=${encodeURIComponent('iskele')}&limit=5`);
  expect(found.json<Page<ProjectFile>>().count).toBe(2);
});

test.each([
  ['a name without a visible letter', () => ({ name: '..' }), 400, 'name'],
  ['a caption of two lines', () => ({ caption: 'a\nb' }), 400, 'files'],
  ['a section of another version', (other: number) => ({ section: other }), 400, 'section'],
])('nothing is changed if one file has %s', async (_what, bad, status, field) => {
  const { otherVersion, patch, list, section, id } = await createScene('a.txt', 'b.txt');
  const { id: elsewhere } = await section('Other', (await otherVersion()).id);
  const before = await list();
  const answer = await patch([
    { id: id(0), name: 'first' },
    { id: id(1), ...bad(elsewhere) },
  ]);
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toHaveProperty(field);
  expect(await list()).toEqual(before);
});

test('files of two versions, deleted files and a file given twice are refused', async () => {
  const { owner, otherVersion, patch, list, id } = await createScene('a.txt', 'b.txt');
  const away = await uploadTo(owner.browser, (await otherVersion()).id, Buffer.from('x'), 'away.txt');
  const before = await list();
  const statuses = [];
  for (const second of [away.id, 987_654, id(0)])
    statuses.push(
      (
        await patch([
          { id: id(0), caption: 'x' },
          { id: second, caption: 'x' },
        ])
      ).statusCode,
    );
  expect(statuses).toEqual([404, 404, 400]);
  expect(await list()).toEqual(before);
});

test('a stranger and the client change nothing', async () => {
  const { customer, patch, id } = await createScene('a.txt');
  const stranger = await setup.createDelivery();
  expect((await patch([{ id: id(0), caption: 'x' }], customer.browser)).statusCode).toBe(403);
  expect((await patch([{ id: id(0), caption: 'x' }], stranger.owner.browser)).statusCode).toBe(404);
});

test('undo restores former values only if files are still unchanged since', async () => {
  const { patch, list, id } = await createScene('a.txt', 'b.txt');
  await patch([
    { id: id(0), name: 'n 1' },
    { id: id(1), name: 'n 2' },
  ]);
  await patch([{ id: id(1), name: 'by another hand' }]);
  const undo = [
    { id: id(0), name: 'a.txt', was: { name: 'n 1.txt' } },
    { id: id(1), name: 'b.txt', was: { name: 'n 2.txt' } },
  ];
  const refused = await patch(undo);
  expect(refused.statusCode).toBe(409);
  expect((await list()).map(({ name }) => name)).toEqual(['n 1.txt', 'by another hand.txt']);
  expect((await patch(undo.slice(0, 1))).statusCode).toBe(200);
  expect((await list()).map(({ name }) => name)).toEqual(['a.txt', 'by another hand.txt']);
});

test.each([[{ section: 987_654 }], [{ caption: 'other' }], [{ alt: 'other' }]])(
  'a file that is not %j is not changed',
  async (was) => {
    const { patch, list, id } = await createScene('a.txt');
    const before = await list();
    expect((await patch([{ id: id(0), caption: 'x', was }])).statusCode).toBe(409);
    expect(await list()).toEqual(before);
  },
);

test('unchanged values do not change the date of the project', async () => {
  const { patch, lastUpdated, id } = await createScene('a.txt', 'b.txt');
  await patch([{ id: id(0), caption: 'x' }]);
  const before = await lastUpdated();
  setup.advance(60);
  await patch([
    { id: id(0), caption: ' x', name: 'a' },
    { id: id(1), section: null },
  ]);
  expect(await lastUpdated()).toBe(before);
  await patch([{ id: id(1), alt: 'A bay' }]);
  expect(await lastUpdated()).not.toBe(before);
});

test('the largest allowed number of files is changed with every field of each, and no more', async () => {
  const { owner, version, patch, list, section } = await createScene();
  const web = await section();
  const row = {
    version_id: version.id,
    section_id: null,
    owner_id: owner.id,
    size_bytes: 1,
    media_type: 'text/plain',
  };
  const unknown = {
    sha256: null,
    crc32: null,
    preview_percent: null,
    width: null,
    height: null,
    modified_at: null,
  };
  const created_at = '2026-01-01T00:00:00.000Z';
  for (let n = 0; n < MAX_FILES_AT_ONCE; n += 1)
    await insertFile(setup.db, {
      ...row,
      ...unknown,
      created_at,
      name: `${n}.txt`,
      storage_key: `many-${n}`,
    });
  const was = { name: '', section: null, caption: '', alt: '' };
  const files = await list();
  const changes = files.map(({ id, name }, n) => ({
    id,
    name: `${'n'.repeat(200)} ${n}`,
    section: web.id,
    caption: 'c'.repeat(200),
    alt: `${n}`,
    was: { ...was, name },
  }));
  const answer = await patch(changes);
  expect(answer.statusCode).toBe(200);
  const changed = (await list()).filter((file) => file.section === web.id && file.caption.length === 200);
  expect(changed).toHaveLength(MAX_FILES_AT_ONCE);
  expect((await patch([...changes, { id: 987_654 }])).statusCode).toBe(400);
});
