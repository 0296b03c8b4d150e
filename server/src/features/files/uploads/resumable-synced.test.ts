import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf } from '../../../testing/live-server.ts';
import { createTusApp, OCTETS, type TusApp } from '../../../testing/tus.ts';

const MIB = 1024 * 1024;

describe.each(['disk', 's3'])('how far an upload is known to be durable, on the %s store', (store) => {
  let app: TusApp;
  let setup: TusApp['setup'];
  let tus: TusApp['tus'];

  beforeAll(async () => {
    app = await createTusApp(store);
    ({ setup, tus } = app);
  });
  afterAll(() => app.close());

  const idOf = (url: string) => url.split('/').pop() ?? '';
  const rowOf = (url: string) =>
    setup.db
      .selectFrom('uploads')
      .select(['storage_key', 'synced_bytes'])
      .where('id', '=', idOf(url))
      .executeTakeFirstOrThrow();
  const callSynced = (url: string, synced_bytes: number) =>
    setup.db.updateTable('uploads').set({ synced_bytes }).where('id', '=', idOf(url)).execute();

  /** Stores bytes unknown to any row, as a power cut may leave them. */
  async function storeUnsaid(url: string, offset: number, bytes: Buffer): Promise<void> {
    const { storage_key } = await rowOf(url);
    const source = async function* () {
      yield bytes;
    };
    await setup.context.storage.append(storage_key, offset, source());
  }

  async function expectWhole(fileId: unknown, bytes: Buffer): Promise<void> {
    await setup.runJobs();
    const row = await tus.fileRow(fileId);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(row).toMatchObject({ size_bytes: bytes.length, crc32: crc32(bytes), sha256 });
    const content = await app.owner.browser.get(`/api/files/${row.id}/content/`);
    expect(content.rawPayload.equals(bytes)).toBe(true);
  }

  test('each acknowledged piece is recorded', async () => {
    const url = await tus.begin(10);
    expect((await rowOf(url)).synced_bytes).toBe(0);
    await tus.patch(url, 0, Buffer.from('1234'));
    expect((await rowOf(url)).synced_bytes).toBe(4);
    await tus.patch(url, 4, Buffer.from('567'));
    expect((await rowOf(url)).synced_bytes).toBe(7);
  });

  test('bytes that the store holds beyond the synced offset are sent again, and the file is right', async () => {
    const bytes = randomBytes(500_000);
    const url = await tus.begin(bytes.length);
    await tus.patch(url, 0, bytes.subarray(0, 200_000));
    await storeUnsaid(url, 200_000, Buffer.alloc(250_000));

    const { headers } = await tus.head(url);
    const offset = Number(headers['upload-offset']);
    expect(offset).toBeLessThanOrEqual(200_000);
    expect((await tus.patch(url, 450_000, bytes.subarray(450_000))).statusCode).toBe(409);
    const last = await tus.patch(url, offset, bytes.subarray(offset));
    expect(last.statusCode).toBe(204);
    await expectWhole(last.headers['vitrin-file-id'], bytes);
  });

  test('a complete upload that was never recorded as durable is not yet a file', async () => {
    const bytes = randomBytes(1000);
    const url = await tus.begin(bytes.length);
    await storeUnsaid(url, 0, Buffer.alloc(bytes.length));
    const { headers } = await tus.head(url);
    expect(headers).toMatchObject({ 'upload-offset': '0' });
    expect(headers['vitrin-file-id']).toBeUndefined();
    const last = await tus.patch(url, 0, bytes);
    await expectWhole(last.headers['vitrin-file-id'], bytes);
  });

  test('an upload that was complete when the server stopped is finished at the next request', async () => {
    const url = await tus.begin(10);
    const bytes = Buffer.from('0123456789');
    await storeUnsaid(url, 0, bytes);
    await callSynced(url, 10);
    const { headers } = await tus.head(url);
    expect(await tus.fileRow(headers['vitrin-file-id'])).toMatchObject({ crc32: null, sha256: null });
    await expectWhole(headers['vitrin-file-id'], bytes);
  });

  test('the row is set back before other bytes replace those it describes', async () => {
    const url = await tus.begin(100);
    await callSynced(url, 60);
    expect((await tus.head(url)).headers['upload-offset']).toBe('0');
    const { storage } = setup.context;
    let syncedBytes: number | undefined;
    setup.context.storage = {
      ...storage,
      async append(...append) {
        ({ synced_bytes: syncedBytes } = await rowOf(url));
        return storage.append(...append);
      },
    };
    await tus.patch(url, 0, Buffer.from('12345'));
    setup.context.storage = storage;
    expect(syncedBytes).toBe(0);
    expect((await rowOf(url)).synced_bytes).toBe(5);
  });

  test('a piece waits for memory on behalf of its sender', async () => {
    const url = await tus.begin(100);
    const { storage } = setup.context;
    let tenant: string | undefined;
    setup.context.storage = {
      ...storage,
      async append(key, offset, source, onDurable, holder) {
        tenant = holder?.tenant;
        return storage.append(key, offset, source, onDurable, holder);
      },
    };
    await tus.patch(url, 0, Buffer.from('12345'));
    setup.context.storage = storage;
    expect(tenant).toBe(`user ${app.owner.id}`);
  });

  test('a large piece is recorded while it arrives', async () => {
    const length = 64 * MIB;
    const url = await tus.begin(length + 1);
    const request = app.server.open(app.owner.browser, 'PATCH', url, {
      ...OCTETS,
      'upload-offset': 0,
      'content-length': length + 1,
    });
    const answer = answerOf(request).catch((error: unknown) => error);
    for (let sent = 0; sent < length; sent += MIB)
      await new Promise((resolve) => request.write(randomBytes(MIB), resolve));
    const synced = async () => (await rowOf(url)).synced_bytes;
    await expect.poll(synced, { timeout: 15_000 }).toBeGreaterThanOrEqual(8 * MIB);
    expect(await synced()).toBeLessThanOrEqual(length);
    request.destroy();
    await answer;
    await expect.poll(synced, { timeout: 15_000 }).toBe(length);
  });
});
