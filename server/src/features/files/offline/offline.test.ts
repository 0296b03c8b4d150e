import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import type { OwnFace } from '@vitrin/shared/contract/faces.ts';
import { ALL_FILES_MARKER, type OfflineCopy } from '@vitrin/shared/rules/offline-copy.ts';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { PAGE_ROWS } from '../../../database/pages.ts';
import type { Person } from '../../../testing/factories.ts';
import { type FormPart, formBody, uploadTo } from '../../../testing/forms.ts';
import { dataIn, filesIn, projectToTake, renderedIn, TAKEN } from '../../../testing/pages/offline-copies.ts';
import { drawn } from '../../../testing/pictures.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { writeEvents } from '../../events/service.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const owner = await setup.createFreelancer();
const customer = await setup.createCustomer({ owner });

const PICTURE = await drawn();
const newProject = () => projectToTake(setup, { owner, customer });

/** Adds a file under a name as it is, whatever an upload would have made of it. */
async function addFile(person: Person, versionId: number, name: string, bytes: Buffer) {
  const file = await uploadTo(person.browser, versionId, bytes, 'file.bin');
  await setup.db.updateTable('files').set({ name }).where('id', '=', file.id).execute();
  return file;
}

test('a copy has every file whole, in a folder for each version, with pictures and the page', async () => {
  const { project, url } = await newProject();
  const first = await setup.createVersion({ project, version_number: '1' });
  const second = await setup.createVersion({ project, version_number: '2 - Final' });
  const old = randomBytes(3000);
  await uploadTo(owner.browser, first.id, old, 'poster.bin');
  const shown = await uploadTo(owner.browser, second.id, PICTURE, 'poster.png');
  await setup.runJobs();
  const { headers, rawPayload } = await customer.browser.get(url);
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(rawPayload.length),
    'accept-ranges': 'bytes',
  });
  expect(headers['content-disposition']).toContain(`filename*=UTF-8''%C3%87ay%20%28whole%20project%29.zip`);
  const entries = await filesIn(customer.browser, url);
  expect([...entries.keys()]).toEqual([
    'index.html',
    'offline/data.js',
    'offline/page.js',
    `offline/files/${shown.id}-medium.webp`,
    `offline/files/${shown.id}-large.webp`,
    'Version 1/poster.bin',
    'Version 2 - Final/poster.png',
  ]);
  expect(entries.get('Version 1/poster.bin')?.bytes.equals(old)).toBe(true);
  expect(entries.get('Version 2 - Final/poster.png')?.bytes.equals(PICTURE)).toBe(true);
  for (const { bytes, crc } of entries.values()) expect(crc).toBe(crc32(bytes));
  const { versions, takenAt, language } = dataIn(entries);
  expect({ takenAt, language }).toEqual({ takenAt: TAKEN, language: 'en' });
  expect(versions.map(({ folder, files }) => [folder, files.map(({ file }) => file)])).toEqual([
    ['Version 1/', ['Version%201/poster.bin']],
    ['Version 2 - Final/', ['Version%202%20-%20Final/poster.png']],
  ]);
  expect(versions[1]?.files[0]).toMatchObject({
    thumbnail_large: `offline/files/${shown.id}-large.webp`,
    picture: 'Version%202%20-%20Final/poster.png',
  });
});

test('a copy read in pieces, with interruptions, has the same bytes as one read at once', async () => {
  const { project, url } = await newProject();
  const { id } = await setup.createVersion({ project });
  for (const length of [70_000, 0, 40_000]) await uploadTo(owner.browser, id, randomBytes(length), 'a.bin');
  const whole = await customer.browser.get(url);
  const { etag = '' } = whole.headers;
  const pieces: Buffer[] = [];
  for (let start = 0; start < whole.rawPayload.length; start += 17_000) {
    setup.advance(1);
    const range = { range: `bytes=${start}-${start + 16_999}`, 'if-range': etag };
    const { statusCode, rawPayload } = await customer.browser.get(url, range);
    expect(statusCode).toBe(206);
    pieces.push(rawPayload);
  }
  expect(Buffer.concat(pieces).equals(whole.rawPayload)).toBe(true);
  expect((await customer.browser.get(url, { 'if-none-match': etag })).statusCode).toBe(304);
  const { headers } = await customer.browser.request({ method: 'HEAD', url });
  expect([headers.etag, headers['content-length']]).toEqual([etag, whole.headers['content-length']]);
});

test('a copy has a folder for each section in the folder of its version, and the names of all', async () => {
  const { project, url } = await newProject();
  const version = await setup.createVersion({ project, version_number: '1' });
  const add = async (name: string) =>
    (await owner.browser.post('/api/sections/', { name, version: version.id })).json<{ id: number }>();
  const web = await add('For the web');
  const unsafe = await add('../A: 1/2');
  const put = ({ id }: { id: number }): FormPart => ['section', String(id)];
  await uploadTo(owner.browser, version.id, Buffer.from('1'), 'a.txt');
  await uploadTo(owner.browser, version.id, Buffer.from('2'), 'a.txt', put(web));
  await uploadTo(owner.browser, version.id, Buffer.from('3'), 'a.txt', put(unsafe));
  await setup.runJobs();
  const entries = await filesIn(customer.browser, url);
  const paths = ['Version 1/a.txt', 'Version 1/For the web/a.txt', 'Version 1/.._A_ 1_2/a.txt'];
  expect([...entries.keys()].filter((name) => name.startsWith('Version')).toSorted()).toEqual(
    paths.toSorted(),
  );
  expect(paths.map((path) => entries.get(path)?.bytes.toString())).toEqual(['1', '2', '3']);
  expect(dataIn(entries).project.versions[0]?.sections.map(({ name }) => name)).toEqual([
    'For the web',
    '../A: 1/2',
  ]);
});

test('a change during the download makes another copy, which begins anew', async () => {
  const { project, url } = await newProject();
  const { id } = await setup.createVersion({ project });
  await uploadTo(owner.browser, id, Buffer.from('1'), 'a.txt');
  const { etag = '' } = (await customer.browser.get(url)).headers;
  await uploadTo(owner.browser, id, Buffer.from('2'), 'b.txt');
  const rest = await customer.browser.get(url, { range: 'bytes=100-', 'if-range': etag });
  expect(rest.statusCode).toBe(200);
  expect(rest.headers.etag).not.toBe(etag);
});

test('names are safe on every system, differ in more than their case, and lead nowhere else', async () => {
  const { project, url } = await newProject();
  const numbers = ['../..', 'a/b', 'A\\B', 'CON', 'offline', ' . ', 'x'.repeat(30), '<b>&amp;"', '2:1?'];
  const given = [
    'con',
    'COM1.txt',
    'a.txt',
    'A.TXT',
    'x'.repeat(250),
    'q?*|".png',
    'end. ',
    '#50%.png',
    'ş.jpg',
  ];
  for (const version_number of numbers) await setup.createVersion({ project, version_number });
  const last = await setup.createVersion({ project, version_number: '9' });
  for (const name of given) await addFile(owner, last.id, name, Buffer.from(name));
  for (const version of await setup.db
    .selectFrom('versions')
    .select('id')
    .where('project_id', '=', project.id)
    .execute())
    if (version.id !== last.id) await uploadTo(owner.browser, version.id, Buffer.from('x'), 'index.html');
  const entries = await filesIn(customer.browser, url);
  const paths = [...entries.keys()];
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  for (const path of paths) {
    expect(path.split('/').length).toBeLessThanOrEqual(3);
    for (const part of path.split('/')) {
      expect(part).not.toMatch(
        // oxlint-disable-next-line no-control-regex -- what Windows forbids
        /[<>:"|?*\\\u0000-\u001f]|^\.{1,2}$|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i,
      );
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(120);
    }
  }
  const { versions } = dataIn(entries);
  for (const { file } of versions.flatMap(({ files }) => files)) {
    // The address of a file leads from the page to its entry.
    const { pathname, search, hash } = new URL(file, 'file:///copy/index.html');
    expect([search, hash]).toEqual(['', '']);
    expect(entries.has(decodeURIComponent(pathname).slice('/copy/'.length))).toBe(true);
  }
});

test('names and texts are written into the page as text', async () => {
  const { project, url } = await newProject();
  const { id } = await setup.createVersion({ project, version_number: '<i>1' });
  await addFile(owner, id, '</noscript><script src="x.js"></script>.txt', Buffer.from('x'));
  const html = (await filesIn(customer.browser, url)).get('index.html')?.bytes.toString() ?? '';
  const list = html.slice(html.indexOf('</p>'));
  expect(list).not.toContain(ALL_FILES_MARKER);
  expect(list).not.toMatch(/<script|<\/noscript|<i>/);
  expect(list).toContain('&lt;script');
});

test('a copy contains nothing of a visit, of other people, or that a server would have to answer', async () => {
  const face = await owner.browser.request({
    method: 'POST',
    url: '/api/face/logo/',
    ...formBody(['logo', PICTURE, 'logo.png']),
  });
  const { logo } = face.json<OwnFace>();
  const posted = await owner.browser.request({
    method: 'POST',
    url: '/api/pictures/',
    ...formBody(['picture', PICTURE, 'p.png']),
  });
  const { id: pictureId } = posted.json<{ id: number }>();
  const { project, url } = await newProject();
  const description = `<p>See <img src="/api/pictures/${pictureId}/"> and <img src="https://other.example/x.png" alt="a far one"></p>`;
  const { edited_at } = (await owner.browser.get(`/api/projects/${project.id}/`)).json<{
    edited_at: string;
  }>();
  const saved = await owner.browser.patch(`/api/projects/${project.id}/`, { description, edited_at });
  expect(saved.statusCode).toBe(200);
  const { id } = await setup.createVersion({ project });
  await uploadTo(owner.browser, id, Buffer.from('hello'), 'note.txt');
  await setup.createMilestone({ project });
  await customer.browser.get(`/api/projects/${project.id}/`);
  await writeEvents(setup.context);
  const entries = await filesIn(customer.browser, url);
  const made = ['index.html', 'offline/data.js']
    .map((name) => entries.get(name)?.bytes.toString() ?? '')
    .join();
  for (const secret of ['/api/', 'token', 'csrf', customer.username, `${owner.username}@example.com`])
    expect(made).not.toContain(secret);
  expect(made).not.toMatch(/<img[^>]+src=[^>]*https?:/);
  const copy = dataIn(entries);
  expect(copy.project).toMatchObject({
    customer: null,
    customer_id: null,
    seen: null,
    previous_visit: null,
    news: null,
  });
  expect(copy.project.description).toContain(`<img src="offline/texts/${pictureId}.png"`);
  expect(copy.project.description).toContain('<a href="https://other.example/x.png"');
  expect(copy.project.milestones).toHaveLength(1);
  expect(copy.face?.logo).toEqual({ ...logo, address: 'offline/logo.png' });
  expect(entries.has(`offline/texts/${pictureId}.png`)).toBe(true);
  expect(copy.versions[0]?.texts).toEqual({
    'Version%201.0/note.txt': Buffer.from('hello').toString('base64'),
  });
});

test('the page of many files is rendered with the first ones, and all are in its data and its list', async () => {
  const { project, url } = await newProject();
  const { id } = await setup.createVersion({ project });
  const file = await uploadTo(owner.browser, id, Buffer.from('x'), 'a.bin');
  const { id: _id, ...row } = await setup.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: PAGE_ROWS }, () => ({ ...row, storage_key: newStorageKey() }));
  for (const { storage_key } of copies)
    await setup.context.storage.write(storage_key, bytesOf(Buffer.from('x')));
  await setup.db.insertInto('files').values(copies).execute();
  const entries = await filesIn(customer.browser, url);
  expect(renderedIn(entries).versions[0]?.files).toHaveLength(24);
  expect(dataIn(entries).versions[0]?.files).toHaveLength(PAGE_ROWS + 1);
  const html = entries.get('index.html')?.bytes.toString() ?? '';
  expect(html.match(/<li><a href="Version%201\.0\/a[^"]*\.bin">/g)).toHaveLength(PAGE_ROWS + 1);
});

test('the page is rendered with the files of the newest version only, and all are in its data', async () => {
  const { project, url } = await newProject();
  for (const name of ['old.bin', 'new.bin']) {
    const { id } = await setup.createVersion({ project });
    await uploadTo(owner.browser, id, Buffer.from('x'), name);
  }
  const entries = await filesIn(customer.browser, url);
  const namesIn = ({ versions }: OfflineCopy) => versions.map(({ files }) => files.map(({ name }) => name));
  expect(namesIn(renderedIn(entries))).toEqual([[], ['new.bin']]);
  expect(namesIn(dataIn(entries))).toEqual([['old.bin'], ['new.bin']]);
});
