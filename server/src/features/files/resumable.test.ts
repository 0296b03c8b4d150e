import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { Upload as TusUpload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBrowser } from '../../testing/browser.ts';
import {
  createCustomer,
  createFreelancer,
  createProject,
  createVersion,
  type Person,
} from '../../testing/factories.ts';
import { answerOf, listen, type LiveServer } from '../../testing/live-server.ts';
import { type S3Server, startS3Server } from '../../../../scripts/testing/s3-server.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { sweepUploads } from './sweep.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const OCTETS = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const base64 = (text: string | number) => Buffer.from(String(text)).toString('base64');

describe.each(['disk', 's3'])('on the %s store', (store) => {
  let s3: S3Server | undefined;
  let setup: TestApp;
  let server: LiveServer;
  let owner: Person;
  let versionId: number;

  beforeAll(async () => {
    if (store === 's3') s3 = await startS3Server();
    setup = await createTestApp(s3?.environment);
    server = await listen(setup.app);
    owner = await createFreelancer(setup);
    const project = await createProject(setup, { owner });
    versionId = (await createVersion(setup, { project })).id;
  });
  afterAll(async () => {
    await setup.close();
    await s3?.stop();
  });

  const create = (length: number, { name = 'film.bin', person = owner, version = versionId } = {}) =>
    person.browser.post('/api/uploads/', undefined, {
      ...TUS,
      'upload-length': String(length),
      'upload-metadata': `filename ${base64(name)},version ${base64(version)}`,
    });
  const begin = async (length: number) => String((await create(length)).headers['location']);
  const head = (url: string, person = owner) => person.browser.request({ method: 'HEAD', url, headers: TUS });
  const patch = (url: string, offset: number, payload: Buffer, person = owner) =>
    person.browser.request({
      method: 'PATCH',
      url,
      payload,
      headers: { ...OCTETS, 'upload-offset': String(offset) },
    });
  const fileRow = (id: unknown) =>
    setup.db.selectFrom('files').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
  const reserved = async () => {
    const rows = await setup.db
      .selectFrom('uploads')
      .select('size_bytes')
      .where('owner_id', '=', owner.id)
      .execute();
    return rows.reduce((sum, row) => sum + row.size_bytes, 0);
  };

  test('an upload in pieces becomes a file with its checksums', async () => {
    const bytes = randomBytes(700_000);
    const created = await create(bytes.length, { name: 'Şarkı 🎵.bin' });
    expect(created.statusCode).toBe(201);
    expect(created.headers['location']).toMatch(/^\/api\/uploads\/[\w-]+$/);
    expect(created.headers['access-control-allow-origin']).toBeUndefined();
    expect(await reserved()).toBe(bytes.length);
    const url = String(created.headers['location']);

    const first = await patch(url, 0, bytes.subarray(0, 300_000));
    expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, '300000']);
    expect(first.headers['vitrin-file-id']).toBeUndefined();
    const where = await head(url);
    expect(where.headers).toMatchObject({
      'upload-offset': '300000',
      'upload-length': '700000',
      'tus-resumable': '1.0.0',
      'cache-control': 'no-store',
    });
    const last = await patch(url, 300_000, bytes.subarray(300_000));
    expect(last.headers['upload-offset']).toBe('700000');

    const row = await fileRow(last.headers['vitrin-file-id']);
    expect(row).toMatchObject({
      name: 'Şarkı 🎵.bin',
      size_bytes: 700_000,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      crc32: crc32(bytes),
    });
    expect(await reserved()).toBe(0);
    const content = await owner.browser.get(`/api/files/${row.id}/content/`);
    expect(content.rawPayload.equals(bytes)).toBe(true);
  });

  test('a client that missed the last answer learns which file came of its upload', async () => {
    const url = await begin(5);
    const { headers } = await patch(url, 0, Buffer.from('12345'));
    const again = await head(url);
    expect(again.headers['upload-offset']).toBe('5');
    expect(again.headers['vitrin-file-id']).toBe(headers['vitrin-file-id']);
    const repeated = await patch(url, 5, Buffer.alloc(0));
    expect(repeated.headers['vitrin-file-id']).toBe(headers['vitrin-file-id']);
  });

  test('an empty file is there with its creation', async () => {
    const created = await create(0);
    expect(created.statusCode).toBe(201);
    expect((await fileRow(created.headers['vitrin-file-id'])).size_bytes).toBe(0);
  });

  test('an upload that was complete when the server stopped is finished at the next question', async () => {
    const url = await begin(10);
    const { storage_key } = await setup.db
      .selectFrom('uploads')
      .select('storage_key')
      .where('id', '=', url.split('/').pop() ?? '')
      .executeTakeFirstOrThrow();
    const bytes = Buffer.from('0123456789');
    await setup.context.storage.append(
      storage_key,
      0,
      (async function* () {
        yield bytes;
      })(),
    );
    const { headers } = await head(url);
    const row = await fileRow(headers['vitrin-file-id']);
    expect(row).toMatchObject({ size_bytes: 10, crc32: null, sha256: null });
    await setup.runJobs();
    expect(await fileRow(row.id)).toMatchObject({
      crc32: crc32(bytes),
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  });

  test('a connection that breaks anywhere costs nothing that arrived, and the upload goes on', async () => {
    const bytes = randomBytes(6_000_000);
    const url = await begin(bytes.length);
    let offset = 0;
    let fileId: unknown;
    for (let cut = 0; offset < bytes.length; cut += 1) {
      const end =
        cut < 6 ? Math.min(bytes.length - 1, offset + Math.ceil(Math.random() * 1_000_000)) : bytes.length;
      const request = server.open(owner.browser, 'PATCH', url, {
        ...OCTETS,
        'upload-offset': offset,
        'content-length': bytes.length - offset,
      });
      const answer = answerOf(request);
      if (end < bytes.length) {
        answer.catch(() => {});
        await new Promise((resolve) => request.write(bytes.subarray(offset, end), resolve));
        await pause(20);
        request.destroy();
      } else {
        request.end(bytes.subarray(offset));
        const { status, headers } = await answer;
        expect(status).toBe(204);
        fileId = headers['vitrin-file-id'];
        break;
      }
      const reached = Number((await head(url)).headers['upload-offset']);
      expect(reached).toBeGreaterThanOrEqual(offset);
      expect(reached).toBeLessThanOrEqual(end);
      offset = reached;
    }
    await setup.runJobs();
    expect((await fileRow(fileId)).sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('a second connection takes over from one that hangs', async () => {
    const bytes = randomBytes(400_000);
    const url = await begin(bytes.length);
    const hanging = server.open(owner.browser, 'PATCH', url, {
      ...OCTETS,
      'upload-offset': 0,
      'content-length': bytes.length,
    });
    const broken = answerOf(hanging).catch((error: unknown) => error);
    await new Promise((resolve) => hanging.write(bytes.subarray(0, 100_000), resolve));
    await pause(50);
    const { headers } = await server.send(owner.browser, 'HEAD', url, TUS);
    expect(await broken).toBeInstanceOf(Error);
    const offset = Number(headers['upload-offset']);
    const last = await patch(url, offset, bytes.subarray(offset));
    await setup.runJobs();
    const row = await fileRow(last.headers['vitrin-file-id']);
    expect(row.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('two pieces for the same place at once are never mixed', async () => {
    const bytes = randomBytes(2_000_000);
    const other = randomBytes(bytes.length);
    const url = await begin(bytes.length);
    const send = (piece: Buffer, offset: number) =>
      server.send(owner.browser, 'PATCH', url, { ...OCTETS, 'upload-offset': offset }, piece);
    await Promise.allSettled([send(bytes, 0), send(other, 0), send(bytes, 0)]);
    for (let tries = 0; tries < 5; tries += 1) {
      const { headers } = await server.send(owner.browser, 'HEAD', url, TUS);
      if (headers['vitrin-file-id'] !== undefined) break;
      const offset = Number(headers['upload-offset']);
      await Promise.allSettled([send(bytes.subarray(offset), offset)]);
    }
    await setup.runJobs();
    const { headers } = await head(url);
    const { id, size_bytes, sha256 } = await fileRow(headers['vitrin-file-id']);
    const stored = (await owner.browser.get(`/api/files/${id}/content/`)).rawPayload;
    expect(size_bytes).toBe(bytes.length);
    expect(sha256).toBe(createHash('sha256').update(stored).digest('hex'));
    // Each byte is from one of both, and where one took over the rest is its own.
    const change = stored.findIndex((byte, place) => byte !== other[place]);
    const isOther = change === -1 || stored.subarray(change).equals(bytes.subarray(change));
    expect(stored.equals(bytes) || isOther).toBe(true);
    expect(await reserved()).toBe(0);
  });

  test('an upload that is dropped gives its space and bytes back', async () => {
    const url = await begin(100);
    await patch(url, 0, Buffer.from('12345'));
    const { storage_key } = await setup.db
      .selectFrom('uploads')
      .select('storage_key')
      .where('id', '=', url.split('/').pop() ?? '')
      .executeTakeFirstOrThrow();
    expect((await owner.browser.request({ method: 'DELETE', url, headers: TUS })).statusCode).toBe(204);
    expect((await head(url)).statusCode).toBe(404);
    expect(await reserved()).toBe(0);
    expect(await setup.context.storage.offset(storage_key)).toBeUndefined();
  });

  test('an upload expires 24 hours after its last byte and is swept', async () => {
    const url = await begin(100);
    setup.advance(23 * 3600);
    await patch(url, 0, Buffer.from('12345'));
    setup.advance(23 * 3600);
    expect((await head(url)).statusCode).toBe(200);
    setup.advance(3600);
    expect((await patch(url, 5, Buffer.from('6'))).statusCode).toBe(410);
    expect((await head(url)).statusCode).toBe(410);
    expect(await reserved()).toBe(100);
    await sweepUploads(setup.context);
    expect(await reserved()).toBe(0);
    expect((await head(url)).statusCode).toBe(404);
  });

  test('only bytes prolong an upload, and the first of them do', async () => {
    const url = await begin(100);
    setup.advance(24 * 3600 - 60);
    expect((await patch(url, 0, Buffer.alloc(0))).statusCode).toBe(204);
    const { headers } = await head(url);
    expect(Date.parse(String(headers['upload-expires'])) - setup.context.now().getTime()).toBe(60_000);
    const request = server.open(owner.browser, 'PATCH', url, {
      ...OCTETS,
      'upload-offset': '0',
      'content-length': '100',
    });
    const answer = answerOf(request);
    request.write('123');
    const expiry = async () => {
      const id = url.split('/').pop() ?? '';
      const row = await setup.db.selectFrom('uploads').select('expires_at').where('id', '=', id).execute();
      return Date.parse(row[0]?.expires_at ?? '') - setup.context.now().getTime();
    };
    await expect.poll(expiry, { timeout: 10_000 }).toBeGreaterThan(23 * 3600 * 1000);
    setup.advance(120);
    await sweepUploads(setup.context);
    request.end('x'.repeat(97));
    expect((await answer).headers).toHaveProperty('vitrin-file-id');
  });

  test('the right to the version is asked again at the end', async () => {
    const project = await createProject(setup, { owner });
    const version = await createVersion(setup, { project });
    const url = String((await create(5, { version: version.id })).headers['location']);
    await patch(url, 0, Buffer.from('123'));
    await setup.db.deleteFrom('projects').where('id', '=', project.id).execute();
    expect((await patch(url, 3, Buffer.from('45'))).statusCode).toBe(404);
    expect((await head(url)).statusCode).toBe(404);
    setup.advance(24 * 3600);
    await sweepUploads(setup.context);
    expect(await reserved()).toBe(0);
  });

  test.each(['project', 'version'])('uploads to a deleted %s end at once', async (what) => {
    const uploader = await createFreelancer(setup);
    const project = await createProject(setup, { owner: uploader });
    const version = await createVersion(setup, { project });
    const all = 512 * 1024 * 1024;
    const [first, second] = await Promise.all(
      [all - 100, 100].map((length) => create(length, { person: uploader, version: version.id })),
    );
    const url = String(first?.headers['location']);
    expect((await patch(url, 0, Buffer.from('12345'), uploader)).statusCode).toBe(204);
    const full = await create(1, { person: uploader, version: version.id });
    expect(full.statusCode).toBe(400);
    const rows = () =>
      setup.db.selectFrom('uploads').select('storage_key').where('owner_id', '=', uploader.id).execute();
    const keys = (await rows()).map(({ storage_key }) => storage_key);
    expect(keys).toHaveLength(2);

    const address = what === 'project' ? `/api/projects/${project.id}/` : `/api/versions/${version.id}/`;
    expect((await uploader.browser.delete(address)).statusCode).toBe(204);
    expect((await patch(url, 5, Buffer.from('6'), uploader)).statusCode).toBe(404);
    expect((await head(String(second?.headers['location']), uploader)).statusCode).toBe(404);
    const next = await createVersion(setup, { project: await createProject(setup, { owner: uploader }) });
    expect((await create(all, { person: uploader, version: next.id })).statusCode).toBe(201);

    await setup.runJobs();
    expect(await rows()).toHaveLength(1);
    for (const key of keys) expect(await setup.context.storage.offset(key)).toBeUndefined();
  });

  test('whoever still sends to a deleted version is cut off', async () => {
    const version = await createVersion(setup, { project: await createProject(setup, { owner }) });
    const url = String((await create(1000, { version: version.id })).headers['location']);
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
    expect(await reserved()).toBe(0);
  });

  test.each([
    ['no length', { 'upload-length': undefined }, 400],
    ['a deferred length', { 'upload-length': undefined, 'upload-defer-length': '1' }, 400],
    ['a length that is none', { 'upload-length': '-1' }, 400],
    ['more than MAX_UPLOAD_MB', { 'upload-length': String(10_240 * 1024 * 1024 + 1) }, 413],
    ['more than the plan holds', { 'upload-length': String(600 * 1024 * 1024) }, 400],
    ['no metadata', { 'upload-metadata': undefined }, 400],
    ['no name', { 'upload-metadata': `version ${base64(1)}` }, 400],
    ['no version of mine', { 'upload-metadata': `filename ${base64('x')},version ${base64(999_999)}` }, 404],
    ['another version of tus', { 'tus-resumable': '0.2.2' }, 412],
    ['no CSRF token', { 'x-csrftoken': '' }, 403],
  ])('creation with %s is refused', async (_, changes, status) => {
    const headers = {
      ...TUS,
      'upload-length': '10',
      'upload-metadata': `filename ${base64('x')},version ${base64(versionId)}`,
      ...changes,
    };
    const given = Object.entries(headers).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const response = await owner.browser.post('/api/uploads/', undefined, Object.fromEntries(given));
    expect(response.statusCode).toBe(status);
    expect(Object.keys(response.json())).not.toContain('statusCode');
    expect(await reserved()).toBe(0);
  });

  test('a piece is refused at the wrong place, beyond the end and as another kind of content', async () => {
    const url = await begin(10);
    expect((await patch(url, 5, Buffer.from('x'))).statusCode).toBe(409);
    expect((await patch(url, 0, Buffer.alloc(11))).statusCode).toBe(400);
    const wrongKind = await owner.browser.request({
      method: 'PATCH',
      url,
      payload: 'x',
      headers: { ...TUS, 'content-type': 'text/plain', 'upload-offset': '0' },
    });
    expect(wrongKind.statusCode).toBe(415);
    const nowhere = await owner.browser.request({ method: 'PATCH', url, payload: 'x', headers: OCTETS });
    expect(nowhere.statusCode).toBe(400);
    expect((await head(url)).headers['upload-offset']).toBe('0');
    await owner.browser.request({ method: 'DELETE', url, headers: TUS });
  });

  test('an upload is for whoever created it', async () => {
    const url = await begin(10);
    const stranger = await createFreelancer(setup);
    const customer = await createCustomer(setup, { owner });
    for (const person of [stranger, customer]) {
      expect((await head(url, person)).statusCode).toBe(404);
      expect((await patch(url, 0, Buffer.from('x'), person)).statusCode).toBe(404);
      expect((await person.browser.request({ method: 'DELETE', url, headers: TUS })).statusCode).toBe(404);
      expect((await create(10, { person })).statusCode).toBe(404);
    }
    const guest = createBrowser(setup.app);
    expect((await guest.request({ method: 'HEAD', url, headers: TUS })).statusCode).toBe(401);
    expect((await head('/api/uploads/nonsense')).statusCode).toBe(404);
    await owner.browser.request({ method: 'DELETE', url, headers: TUS });
  });

  test('the client of the web application uploads, is interrupted and goes on', async () => {
    const bytes = randomBytes(900_000);
    const options = {
      endpoint: `${server.url}/api/uploads/`,
      chunkSize: 250_000,
      retryDelays: null,
      metadata: { filename: 'resumed.bin', version: String(versionId) },
      headers: server.headers(owner.browser),
    };
    const address = await new Promise<string>((resolve, reject) => {
      const upload = new TusUpload(bytes, {
        ...options,
        onError: reject,
        onChunkComplete: (_size, accepted) => {
          if (accepted < 500_000) return;
          void upload.abort().then(() => resolve(upload.url ?? ''));
        },
      });
      upload.start();
    });
    const fileId = await new Promise<string | undefined>((resolve, reject) => {
      const upload = new TusUpload(bytes, {
        ...options,
        uploadUrl: address,
        onError: reject,
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('Vitrin-File-Id')),
      });
      upload.start();
    });
    await setup.runJobs();
    expect((await fileRow(fileId)).sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('anybody may ask what the server can do', async () => {
    const response = await createBrowser(setup.app).request({ method: 'OPTIONS', url: '/api/uploads/' });
    expect(response.statusCode).toBe(204);
    expect(response.headers).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,termination,expiration',
      'tus-max-size': String(10_240 * 1024 * 1024),
    });
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('a freelancer has at most 50 uploads open', async () => {
    const person = await createFreelancer(setup);
    const version = (await createVersion(setup, { project: await createProject(setup, { owner: person }) }))
      .id;
    const responses = await Promise.all(Array.from({ length: 53 }, () => create(10, { person, version })));
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  });
});
