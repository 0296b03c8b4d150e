import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFreelancer, createProject, createVersion } from '../../../testing/factories.ts';
import { answerOf } from '../../../testing/live-server.ts';
import { createTusApp, OCTETS, TUS, type TusApp } from '../../../testing/tus.ts';
import { sweepUploads } from './sweep.ts';
import { withUploadLock } from './upload-locks.ts';

describe.each(['disk', 's3'])('on the %s store', (store) => {
  let app: TusApp;
  let setup: TusApp['setup'];
  let server: TusApp['server'];
  let owner: TusApp['owner'];
  let tus: TusApp['tus'];

  beforeAll(async () => {
    app = await createTusApp(store);
    ({ setup, server, owner, tus } = app);
  });
  afterAll(() => app.close());

  test('an aborted upload frees its space and bytes', async () => {
    const url = await tus.begin(100);
    await tus.patch(url, 0, Buffer.from('12345'));
    const { storage_key } = await setup.db
      .selectFrom('uploads')
      .select('storage_key')
      .where('id', '=', url.split('/').pop() ?? '')
      .executeTakeFirstOrThrow();
    expect((await owner.browser.request({ method: 'DELETE', url, headers: TUS })).statusCode).toBe(204);
    expect((await tus.head(url)).statusCode).toBe(404);
    expect(await tus.reserved()).toBe(0);
    expect(await setup.context.storage.offset(storage_key, 5)).toBeUndefined();
  });

  test('an upload that has become a file can no longer be aborted', async () => {
    const url = await tus.begin(5);
    const { headers } = await tus.patch(url, 0, Buffer.from('12345'));
    expect((await owner.browser.request({ method: 'DELETE', url, headers: TUS })).statusCode).toBe(404);
    const content = await owner.browser.get(`/api/files/${Number(headers['vitrin-file-id'])}/content/`);
    expect(content.payload).toBe('12345');
    expect((await tus.head(url)).headers).toMatchObject({ 'upload-offset': '5' });
  });

  test('an upload is reported finished once the request that finishes it has ended', async () => {
    const [url, other] = [await tus.begin(5), await tus.begin(5)];
    await tus.patch(url, 0, Buffer.from('12345'));
    const { promise, resolve } = Promise.withResolvers<void>();
    const finishing = withUploadLock(
      setup.context,
      url.split('/').at(-1) ?? '',
      () => {},
      () => promise,
    );
    let isAnswered = false;
    const answer = tus.head(url).finally(() => (isAnswered = true));
    await tus.head(other);
    expect(isAnswered).toBe(false);
    resolve();
    await finishing;
    expect((await answer).headers).toMatchObject({ 'upload-offset': '5' });
    await owner.browser.request({ method: 'DELETE', url: other, headers: TUS });
  });

  test('an upload expires 24 hours after its last byte and is swept', async () => {
    const url = await tus.begin(100);
    setup.advance(23 * 3600);
    await tus.patch(url, 0, Buffer.from('12345'));
    setup.advance(23 * 3600);
    expect((await tus.head(url)).statusCode).toBe(200);
    setup.advance(3600);
    expect((await tus.patch(url, 5, Buffer.from('6'))).statusCode).toBe(410);
    expect((await tus.head(url)).statusCode).toBe(410);
    expect(await tus.reserved()).toBe(100);
    await sweepUploads(setup.context);
    expect(await tus.reserved()).toBe(0);
    expect((await tus.head(url)).statusCode).toBe(404);
  });

  /** Sends the first three bytes of a piece, and returns once they have prolonged the upload. */
  async function sending(url: string, length: number) {
    const request = server.open(owner.browser, 'PATCH', url, {
      ...OCTETS,
      'upload-offset': '0',
      'content-length': String(length),
    });
    const answer = answerOf(request);
    request.write('123');
    const expiry = async () => {
      const id = url.split('/').pop() ?? '';
      const row = await setup.db.selectFrom('uploads').select('expires_at').where('id', '=', id).execute();
      return Date.parse(row[0]?.expires_at ?? '') - setup.context.now().getTime();
    };
    await expect.poll(expiry, { timeout: 10_000 }).toBe(24 * 3600 * 1000);
    return { request, answer };
  }

  test('a user without a right to an upload interrupts no request of others', async () => {
    const url = await tus.begin(6);
    setup.advance(3600);
    const { request, answer } = await sending(url, 6);
    const stranger = await createFreelancer(setup);
    const answers = [
      await tus.head(url, stranger),
      await tus.patch(url, 3, Buffer.from('x'), stranger),
      await stranger.browser.request({ method: 'DELETE', url, headers: TUS }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    request.end('456');
    expect((await answer).headers).toHaveProperty('vitrin-file-id');
  });

  test('an upload deleted while a piece arrives is not found', async () => {
    const url = await tus.begin(6);
    setup.advance(3600);
    const { request, answer } = await sending(url, 6);
    await setup.db
      .deleteFrom('uploads')
      .where('id', '=', url.split('/').pop() ?? '')
      .execute();
    request.end('456');
    expect((await answer).status).toBe(404);
  });

  test('only bytes prolong an upload, and the first of them do', async () => {
    const url = await tus.begin(100);
    setup.advance(24 * 3600 - 60);
    expect((await tus.patch(url, 0, Buffer.alloc(0))).statusCode).toBe(204);
    const { headers } = await tus.head(url);
    expect(Date.parse(String(headers['upload-expires'])) - setup.context.now().getTime()).toBe(60_000);
    const { request, answer } = await sending(url, 100);
    setup.advance(120);
    await sweepUploads(setup.context);
    request.end('x'.repeat(97));
    expect((await answer).headers).toHaveProperty('vitrin-file-id');
  });

  test('the right to the version is checked again at the end', async () => {
    const project = await createProject(setup, { owner });
    const version = await createVersion(setup, { project });
    const url = String((await tus.create(5, { version: version.id })).headers['location']);
    await tus.patch(url, 0, Buffer.from('123'));
    await setup.db.deleteFrom('projects').where('id', '=', project.id).execute();
    expect((await tus.patch(url, 3, Buffer.from('45'))).statusCode).toBe(404);
    expect((await tus.head(url)).statusCode).toBe(404);
    setup.advance(24 * 3600);
    await sweepUploads(setup.context);
    expect(await tus.reserved()).toBe(0);
  });

  test.each(['project', 'version'])('uploads to a deleted %s end at once', async (what) => {
    const uploader = await createFreelancer(setup);
    const project = await createProject(setup, { owner: uploader });
    const version = await createVersion(setup, { project });
    const all = 512 * 1024 * 1024;
    const [first, second] = await Promise.all(
      [all - 100, 100].map((length) => tus.create(length, { person: uploader, version: version.id })),
    );
    const url = String(first?.headers['location']);
    expect((await tus.patch(url, 0, Buffer.from('12345'), uploader)).statusCode).toBe(204);
    const full = await tus.create(1, { person: uploader, version: version.id });
    expect(full.statusCode).toBe(400);
    const rows = () =>
      setup.db.selectFrom('uploads').select('storage_key').where('owner_id', '=', uploader.id).execute();
    const keys = (await rows()).map(({ storage_key }) => storage_key);
    expect(keys).toHaveLength(2);

    const address = what === 'project' ? `/api/projects/${project.id}/` : `/api/versions/${version.id}/`;
    expect((await uploader.browser.delete(address)).statusCode).toBe(204);
    expect((await tus.patch(url, 5, Buffer.from('6'), uploader)).statusCode).toBe(404);
    expect((await tus.head(String(second?.headers['location']), uploader)).statusCode).toBe(404);
    const next = await createVersion(setup, { project: await createProject(setup, { owner: uploader }) });
    expect((await tus.create(all, { person: uploader, version: next.id })).statusCode).toBe(201);

    await setup.runJobs();
    expect(await rows()).toHaveLength(1);
    for (const key of keys) expect(await setup.context.storage.offset(key, 5)).toBeUndefined();
  });

  test('a request that still sends to a deleted version is aborted', async () => {
    const version = await createVersion(setup, { project: await createProject(setup, { owner }) });
    const url = String((await tus.create(1000, { version: version.id })).headers['location']);
    const request = server.open(owner.browser, 'PATCH', url, {
      ...OCTETS,
      'upload-offset': '0',
      'content-length': '1000',
    });
    const end = answerOf(request).catch((error: unknown) => error);
    await new Promise((resolve) => request.write('123', resolve));
    await pause(50);
    expect((await owner.browser.delete(`/api/versions/${version.id}/`)).statusCode).toBe(204);
    await setup.runJobs();
    expect(await end).toBeInstanceOf(Error);
    expect(await tus.reserved()).toBe(0);
  });
});
