import { createHash, randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { formBody, postForm, uploadTo } from '../../testing/forms.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

const reservedBytes = async () => {
  const rows = await setup.db.selectFrom('uploads').select('size_bytes').execute();
  return rows.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
};

test('a freelancer uploads a file and gets it back byte for byte', async () => {
  const { owner, customer, version } = await setup.createDelivery();
  const bytes = randomBytes(300_000);
  const file = await uploadTo(owner.browser, version.id, bytes, 'Taslak günlüğü 🎬.bin');
  expect(file).toEqual({
    id: file.id,
    name: 'Taslak günlüğü 🎬.bin',
    file: `/api/files/${file.id}/content/`,
    version: version.id,
    thumbnail: null,
    thumbnail_medium: null,
    thumbnail_large: null,
    picture: null,
    pages: null,
    width: null,
    height: null,
    tint: null,
    duration: null,
    preview: null,
    preview_percent: null,
    kind: 'other',
    is_image: false,
    is_video: false,
    file_type: 'application/octet-stream',
    size: 300_000,
    section: null,
    caption: '',
    alt: '',
    modified_at: null,
    created_at: '2026-11-20T10:00:00.000Z',
  });
  for (const { browser } of [owner, customer]) {
    const response = await browser.get(file.file);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(bytes)).toBe(true);
  }
  const row = await setup.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow();
  expect(row.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(row.crc32).toBe(crc32(bytes));
});

test('the file may be sent before its version', async () => {
  const { owner, version } = await setup.createDelivery();
  const response = await postForm(
    owner.browser,
    ['file', Buffer.from('first'), 'a.txt'],
    ['version', `${version.id}`],
  );
  expect(response.statusCode).toBe(201);
  expect(response.json<ProjectFile>()).toMatchObject({ name: 'a.txt', size: 5, file_type: 'text/plain' });
});

test('an empty file is a file', async () => {
  const { owner, version } = await setup.createDelivery();
  const file = await uploadTo(owner.browser, version.id, Buffer.alloc(0), 'empty.txt');
  expect(file.size).toBe(0);
  const response = await owner.browser.get(file.file);
  expect([response.statusCode, response.body]).toEqual([200, '']);
});

test('a file with wrong checksums is refused and leaves nothing behind', async () => {
  const { owner, version } = await setup.createDelivery();
  const objects = () => Array.fromAsync(setup.context.storage.list());
  const before = await objects();
  const sending = vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(() => {
    throw new Error('cannot be sent');
  });
  const { statusCode } = await postForm(
    owner.browser,
    ['version', String(version.id)],
    ['file', randomBytes(300_000), 'a.bin'],
  );
  sending.mockRestore();
  expect(statusCode).toBe(500);
  expect(await objects()).toEqual(before);
  expect(await reservedBytes()).toBe(0);
});

test('names never become paths', async () => {
  const { owner, version } = await setup.createDelivery();
  const file = await uploadTo(owner.browser, version.id, Buffer.from('x'), '../../etc/pass\twd');
  expect(file.name).toBe('passwd');
});

test.each([
  ['no version', [['file', Buffer.from('x'), 'a.txt']], { version: ['This field is required.'] }],
  ['no file', [['version', 'VERSION']], { file: ['This field is required.'] }],
  [
    'a field instead of a file',
    [
      ['version', 'VERSION'],
      ['file', 'text'],
    ],
    { file: ['Enter a valid value.'] },
  ],
  [
    'a version that is no number',
    [
      ['version', 'one'],
      ['file', Buffer.from('x'), 'a'],
    ],
    { version: ['Enter a valid value.'] },
  ],
  [
    'two files',
    [
      ['version', 'VERSION'],
      ['file', Buffer.from('x'), 'a'],
      ['file', Buffer.from('y'), 'b'],
    ],
    { file: ['Enter a valid value.'] },
  ],
] as const)('%s is refused and leaves nothing', async (_, parts, errors) => {
  const { owner, version } = await setup.createDelivery();
  const filled = parts.map((part) => (part[1] === 'VERSION' ? ([part[0], `${version.id}`] as const) : part));
  const response = await postForm(owner.browser, ...(filled as unknown as Parameters<typeof postForm>[1][]));
  expect([response.statusCode, response.json()]).toEqual([400, errors]);
  const files = await setup.db
    .selectFrom('files')
    .select('id')
    .where('version_id', '=', version.id)
    .execute();
  expect(files).toEqual([]);
  expect(await reservedBytes()).toBe(0);
});

test('a body that is not a form is refused', async () => {
  const { owner } = await setup.createDelivery();
  const cut = formBody(['version', '1'], ['file', Buffer.from('0123456789'), 'a.txt']);
  for (const [payload, type] of [
    ['{}', 'application/json'],
    ['hello', 'multipart/form-data'],
    ['hello', 'multipart/form-data; boundary=x'],
    [cut.payload.subarray(0, -20), cut.headers['content-type'] ?? ''],
  ] as const) {
    const response = await owner.browser.request({
      method: 'POST',
      url: '/api/files/',
      payload,
      headers: { 'content-type': type },
    });
    expect([400, 404, 415]).toContain(response.statusCode);
  }
  expect(await reservedBytes()).toBe(0);
});

test('the list of a version is for its freelancer and its customer', async () => {
  const { owner, customer, version } = await setup.createDelivery();
  const first = await uploadTo(owner.browser, version.id, Buffer.from('1'), 'one.txt');
  const second = await uploadTo(owner.browser, version.id, Buffer.from('2'), 'two.txt');
  for (const { browser } of [owner, customer]) {
    const response = await browser.get(`/api/files/?version=${version.id}`);
    expect(response.json()).toEqual({ count: 2, next: null, previous: null, results: [first, second] });
  }
  const stranger = await setup.createFreelancer();
  expect((await stranger.browser.get(`/api/files/?version=${version.id}`)).statusCode).toBe(404);
});

test('the first files of a version, and others by their ids, belong to this version only', async () => {
  const { owner, customer, version } = await setup.createDelivery();
  const other = await setup.createDelivery();
  const foreign = await uploadTo(other.owner.browser, other.version.id, Buffer.from('x'), 'x.txt');
  const files: ProjectFile[] = [];
  for (const name of ['1.txt', '2.txt', '3.txt'])
    files.push(await uploadTo(owner.browser, version.id, Buffer.from(name), name));
  const [first, second, third] = files;
  const list = (query: string, browser = customer.browser) =>
    browser.get(`/api/files/?version=${version.id}${query}`);
  const page = (results: unknown[]) => ({ count: 3, next: null, previous: null, results });
  expect((await list(`&first=1&also=${first?.id},${third?.id}`)).json()).toEqual(page([first, third]));
  expect((await list(`&first=1&also=${foreign.id}`)).json()).toEqual(page([first]));
  expect((await list('&first=99')).json()).toEqual(page([first, second, third]));
  expect((await list('&first=1', other.owner.browser)).statusCode).toBe(404);
  for (const bad of [
    '&first=0',
    '&first=100',
    '&first=-1',
    '&first=1&also=1,2,3',
    '&also=x',
    `&first=${'1'.repeat(9000)}`,
  ])
    expect((await list(bad)).statusCode, bad.slice(0, 20)).toBe(400);
});

test('only the owner uploads and deletes', async () => {
  const { owner, customer, version } = await setup.createDelivery();
  const file = await uploadTo(owner.browser, version.id, Buffer.from('x'));
  const stranger = await setup.createFreelancer();
  const otherCustomer = await setup.createCustomer({ owner });
  for (const [person, status] of [
    [customer, 403],
    [stranger, 404],
    [otherCustomer, 404],
  ] as const) {
    for (const parts of [
      [
        ['version', `${version.id}`],
        ['file', Buffer.from('x'), 'x'],
      ],
      [
        ['file', Buffer.from('x'), 'x'],
        ['version', `${version.id}`],
      ],
    ]) {
      const upload = await postForm(person.browser, ...(parts as Parameters<typeof postForm>[1][]));
      expect(upload.statusCode).toBe(status);
    }
    expect((await person.browser.delete(`/api/files/${file.id}/`)).statusCode).toBe(status);
  }
  expect(await reservedBytes()).toBe(0);
  expect((await owner.browser.delete(`/api/files/${file.id}/`)).statusCode).toBe(204);
  expect((await owner.browser.delete(`/api/files/${file.id}/`)).statusCode).toBe(404);
});

test('deleting a file frees its storage at once and deletes its bytes by a job', async () => {
  const { owner, version, project } = await setup.createDelivery();
  const bytes = randomBytes(100_000);
  const file = await uploadTo(owner.browser, version.id, bytes);
  const storage_key = await setup.storageKeyOf(file.id);
  const usedStorage = async () =>
    (await owner.browser.get(`/api/users/${owner.id}/`)).json<{ used_storage: number }>().used_storage;
  expect(await usedStorage()).toBe(100_000 / 1024 ** 3);
  setup.advance(60);
  await owner.browser.delete(`/api/files/${file.id}/`);
  expect(await usedStorage()).toBe(0);
  const { last_updated } = await setup.db
    .selectFrom('projects')
    .select('last_updated')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow();
  expect(Date.parse(last_updated)).toBe(setup.context.now().getTime());
  expect(await setup.context.storage.size(storage_key)).toBe(100_000);
  await setup.runJobs();
  expect(await setup.context.storage.size(storage_key)).toBeUndefined();
});
