import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { Upload as TusUpload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '../../../testing/live-server.ts';
import { createTusApp, OCTETS, TUS, type TusApp } from '../../../testing/tus.ts';

describe.each(['disk', 's3'])('on the %s store', (store) => {
  let app: TusApp;
  let setup: TusApp['setup'];
  let server: TusApp['server'];
  let owner: TusApp['owner'];
  let versionId: number;
  let tus: TusApp['tus'];

  beforeAll(async () => {
    app = await createTusApp(store);
    ({ setup, server, owner, versionId, tus } = app);
  });
  afterAll(() => app.close());

  test('an upload in pieces becomes a file with its checksums', async () => {
    const bytes = randomBytes(700_000);
    const created = await tus.create(bytes.length, { name: 'Şarkı 🎵.bin' });
    expect(created.statusCode).toBe(201);
    expect(created.headers['location']).toMatch(/^\/api\/uploads\/[\w-]+$/);
    expect(created.headers['access-control-allow-origin']).toBeUndefined();
    expect(await tus.reserved()).toBe(bytes.length);
    const url = String(created.headers['location']);

    const first = await tus.patch(url, 0, bytes.subarray(0, 300_000));
    expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, '300000']);
    expect(first.headers['vitrin-file-id']).toBeUndefined();
    const where = await tus.head(url);
    expect(where.headers).toMatchObject({
      'upload-offset': '300000',
      'upload-length': '700000',
      'tus-resumable': '1.0.0',
      'cache-control': 'no-store',
    });
    const last = await tus.patch(url, 300_000, bytes.subarray(300_000));
    expect(last.headers['upload-offset']).toBe('700000');

    const row = await tus.fileRow(last.headers['vitrin-file-id']);
    expect(row).toMatchObject({
      name: 'Şarkı 🎵.bin',
      size_bytes: 700_000,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      crc32: crc32(bytes),
    });
    expect(await tus.reserved()).toBe(0);
    const content = await owner.browser.get(`/api/files/${row.id}/content/`);
    expect(content.rawPayload.equals(bytes)).toBe(true);
  });

  test('a client that missed the last answer learns which file the upload became', async () => {
    const url = await tus.begin(5);
    const { headers } = await tus.patch(url, 0, Buffer.from('12345'));
    const again = await tus.head(url);
    expect(again.headers['upload-offset']).toBe('5');
    expect(again.headers['vitrin-file-id']).toBe(headers['vitrin-file-id']);
    const repeated = await tus.patch(url, 5, Buffer.alloc(0));
    expect(repeated.headers['vitrin-file-id']).toBe(headers['vitrin-file-id']);
  });

  test('an empty file exists once it is created', async () => {
    const created = await tus.create(0);
    expect(created.statusCode).toBe(201);
    expect((await tus.fileRow(created.headers['vitrin-file-id'])).size_bytes).toBe(0);
  });

  test('a connection that breaks anywhere loses no bytes that arrived, and the upload continues', async () => {
    const bytes = randomBytes(6_000_000);
    const url = await tus.begin(bytes.length);
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
      const reached = Number((await tus.head(url)).headers['upload-offset']);
      expect(reached).toBeGreaterThanOrEqual(offset);
      expect(reached).toBeLessThanOrEqual(end);
      offset = reached;
    }
    await setup.runJobs();
    expect((await tus.fileRow(fileId)).sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('a second connection takes over from one that hangs', async () => {
    const bytes = randomBytes(400_000);
    const url = await tus.begin(bytes.length);
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
    const last = await tus.patch(url, offset, bytes.subarray(offset));
    await setup.runJobs();
    const row = await tus.fileRow(last.headers['vitrin-file-id']);
    expect(row.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('two pieces for the same place at once are never mixed', async () => {
    const bytes = randomBytes(2_000_000);
    const other = randomBytes(bytes.length);
    const url = await tus.begin(bytes.length);
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
    const { headers } = await tus.head(url);
    const { id, size_bytes, sha256 } = await tus.fileRow(headers['vitrin-file-id']);
    const stored = (await owner.browser.get(`/api/files/${id}/content/`)).rawPayload;
    expect(size_bytes).toBe(bytes.length);
    expect(sha256).toBe(createHash('sha256').update(stored).digest('hex'));
    // Each byte is from one of the two senders, and all bytes behind the change are from the second.
    const change = stored.findIndex((byte, index) => byte !== other[index]);
    const isOther = change === -1 || stored.subarray(change).equals(bytes.subarray(change));
    expect(stored.equals(bytes) || isOther).toBe(true);
    expect(await tus.reserved()).toBe(0);
  });

  test('the client of the web application uploads, is interrupted and continues', async () => {
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
    expect((await tus.fileRow(fileId)).sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
});
