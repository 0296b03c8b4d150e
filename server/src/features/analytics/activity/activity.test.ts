import { beforeEach, expect, test } from 'vitest';
import { randomBytes } from 'node:crypto';
import type {
  ActivityPage,
  FileReceivers,
  VersionReceivers,
} from '@vitrin/shared/contract/figures/activity.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Person } from '../../../testing/factories.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { writeDeliveries, notePlay } from '../../deliveries/service.ts';
import { writeEvents } from '../../events/service.ts';

let ada: Person;
let client: Person;
let project: { id: number };
let version: { id: number };
let files: ProjectFile[];

const setup = await sharedTestApp();
beforeEach(async () => {
  ({ owner: ada, customer: client, project, version } = await setup.createDelivery());
  files = [];
  for (const name of ['a.bin', 'b.bin', 'c.bin'])
    files.push(await uploadTo(ada.browser, version.id, randomBytes(1000), name));
});

const activity = async (query = '') => {
  await writeEvents(setup.context);
  await writeDeliveries(setup.context);
  return (await ada.browser.get(`/api/projects/${project.id}/activity/${query}`)).json<ActivityPage>();
};
const receivers = async <Of extends FileReceivers>(address: string) =>
  (await ada.browser.get(`/api/${address}/receivers/`)).json<Of>();
const fetch = (file: ProjectFile | undefined, headers = {}) =>
  client.browser.get(`${file?.file}?download=1`, headers);

test('looks and downloads are listed newest first, with the progress of each download', async () => {
  await client.browser.post('/api/seen/', { kind: 'version_opened', id: version.id });
  setup.advance(60);
  await fetch(files[0], { range: 'bytes=0-499' });
  const [half, look, ...others] = (await activity()).results;
  expect(others).toEqual([]);
  expect(half).toEqual({
    kind: 'downloaded',
    username: client.username,
    at: setup.context.now().toISOString(),
    version: { id: version.id, version_number: '1.0', file_count: 3 },
    file: { id: files[0]?.id, name: 'a.bin' },
    link: null,
    fetched: { device: 'computer', files: 1, complete: 0, handed: 0, percent: 50 },
    played: null,
    brought: null,
  });
  expect(look).toMatchObject({ kind: 'version_opened', username: client.username, fetched: null });
});

test('all files of a version are one download, dated by the last one', async () => {
  for (const file of files) {
    setup.advance(60);
    await fetch(file);
  }
  const complete = setup.context.now().toISOString();
  await activity();
  setup.advance(3600);
  await fetch(files[0]);
  expect((await activity()).results).toMatchObject([
    { at: complete, file: null, fetched: { files: 3, complete: 3, percent: 100 } },
  ]);
});

test('a percentage is rounded down, so that a missing byte shows', async () => {
  await fetch(files[0], { range: 'bytes=0-998' });
  await fetch(files[1]);
  const [only] = (await activity()).results;
  expect(only?.fetched).toEqual({ device: 'computer', files: 2, complete: 1, handed: 0, percent: 99 });
});

test('it is split into pages', async () => {
  for (const file of files) {
    setup.advance(60);
    await client.browser.post('/api/seen/', { kind: 'file_previewed', id: file.id });
  }
  const second = await activity('?limit=2&page=2');
  expect(second).toMatchObject({ count: 3, next: null, results: [{ file: { name: 'a.bin' } }] });
  expect((await ada.browser.get(`/api/projects/${project.id}/activity/?page=9`)).statusCode).toBe(404);
});

test('a version lists its viewers, its downloads and its unopened files', async () => {
  await client.browser.post('/api/seen/', { kind: 'file_previewed', id: files[0]?.id });
  await fetch(files[1]);
  await activity();
  const at = setup.context.now().toISOString();
  const downloaded = {
    username: client.username,
    at,
    device: 'computer',
    files: 1,
    complete: 1,
    handed: 0,
    percent: 100,
    brought: null,
  };
  expect(await receivers<VersionReceivers>(`versions/${version.id}`)).toEqual({
    seen_by: [{ username: client.username, at, brought: null }],
    played_by: [],
    downloaded_by: [downloaded],
    file_count: 3,
    unopened: { count: 1, files: [{ id: files[2]?.id, name: 'c.bin' }] },
  });
  expect(await receivers(`files/${files[1]?.id}`)).toEqual({
    seen_by: [],
    played_by: [],
    downloaded_by: [downloaded],
  });
});

test('only the freelancer sees the activity, and one project shows nothing of another', async () => {
  await fetch(files[0]);
  await activity();
  const others = [client, await setup.createCustomer({ owner: ada }), await setup.createFreelancer()];
  for (const { browser } of others)
    for (const address of [
      `projects/${project.id}/activity`,
      `versions/${version.id}/receivers`,
      `files/${files[0]?.id}/receivers`,
    ])
      expect((await browser.get(`/api/${address}/`)).statusCode, address).toBe(404);
  const second = await setup.createDelivery();
  const empty = await second.owner.browser.get(`/api/projects/${second.project.id}/activity/`);
  expect(empty.json<ActivityPage>().count).toBe(0);
});

test('a film shows how much of it was played, by whom and on which device', async () => {
  const [film, other] = files;
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148';
  const play = ({ browser }: Person, percent: unknown, file = film, userAgent = phone) =>
    browser.post('/api/played/', { id: file?.id, percent }, { 'user-agent': userAgent });
  expect((await play(client, 40)).statusCode).toBe(204);
  setup.advance(60);
  // A smaller part changes nothing but the time; another device and another file count separately.
  await play(client, 10);
  const last = setup.context.now().toISOString();
  setup.advance(60);
  await play(client, 100, other, 'curl');
  await play(ada, 70);
  const { results, count } = await activity();
  expect(count).toBe(2);
  expect(results).toMatchObject([
    { kind: 'played', file: { name: 'b.bin' }, played: { device: 'computer', percent: 100 } },
    {
      kind: 'played',
      username: client.username,
      at: last,
      version: { version_number: '1.0' },
      file: { id: film?.id, name: 'a.bin' },
      fetched: null,
      played: { device: 'phone', percent: 40 },
    },
  ]);
  expect((await receivers<FileReceivers>(`files/${film?.id}`)).played_by).toEqual([
    { username: client.username, at: last, device: 'phone', percent: 40, brought: null },
  ]);
  expect((await receivers<VersionReceivers>(`versions/${version.id}`)).played_by).toHaveLength(2);

  for (const bad of [0, 101, 1.5, '50', null, undefined, 1e30])
    expect((await play(client, bad)).statusCode).toBe(400);
  expect((await play(await setup.createCustomer({ owner: ada }), 50)).statusCode).toBe(404);
  await ada.browser.delete(`/api/files/${film?.id}/`);
  expect((await play(client, 50)).statusCode).toBe(404);
  expect((await activity()).count).toBe(1);
});

test('a play of a file deleted before it is recorded is not shown', async () => {
  const [film] = files;
  const ids = { owner_id: ada.id, project_id: project.id, version_id: version.id };
  await ada.browser.delete(`/api/files/${film?.id}/`);
  const gone = { id: film?.id ?? 0, ...ids };
  await notePlay(setup.context, client, gone, { percent: 5, userAgent: undefined });
  expect((await activity()).results).toEqual([]);
});
