import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Person } from '../../../testing/factories.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { listen, type LiveServer } from '../../../testing/live-server.ts';
import { IS_DAILY } from '../../../../../test-kit/large/extent.ts';
import { type S3Server, startS3Server } from '../../../../../test-kit/s3-server.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { unzip } from '@vitrin/engine/testing/unzip.ts';

const MIB = 1024 * 1024;

/** Stores, with the bytes of a long archive. */
const STORES: [store: 'disk' | 's3', total: number][] = [['disk', 24 * MIB]];
if (!IS_DAILY) STORES.push(['s3', 12 * MIB]);

describe.each(STORES)('from the %s store', (store, total) => {
  let s3: S3Server | undefined;
  let setup: TestApp;
  let server: LiveServer;
  let owner: Person;
  let customer: Person;

  beforeAll(async () => {
    if (store === 's3') s3 = await startS3Server();
    setup = await createTestApp(s3?.environment);
    server = await listen(setup.app);
    owner = await setup.createFreelancer();
    customer = await setup.createCustomer({ owner });
  });
  afterAll(async () => {
    await setup.close();
    await s3?.stop();
  });

  const newVersion = async () => {
    const project = await setup.createProject({ owner, customer, name: 'Çay / Logo' });
    return { project, ...(await setup.createVersion({ project, version_number: '2.0' })) };
  };

  test('a version read in eleven pieces, with ten cuts, is a clean archive', async () => {
    const { id } = await newVersion();
    await uploadTo(owner.browser, id, randomBytes(total / 2 + 1), 'büyük.bin');
    await uploadTo(owner.browser, id, randomBytes(total / 2 - 5), 'büyük.bin');
    await uploadTo(owner.browser, id, Buffer.alloc(0), 'boş.txt');
    await uploadTo(owner.browser, id, Buffer.from('merhaba'), 'not: 1.txt');
    const url = `/api/versions/${id}/zip/`;
    const { headers } = await server.send(customer.browser, 'HEAD', url);
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''%C3%87ay%20-%20Logo%202.0.zip`);
    const [size, etag] = [Number(headers['content-length']), String(headers.etag)];
    const pieces: Buffer[] = [];
    let position = 0;
    for (let cut = 0; position < size; cut += 1) {
      const wanted = cut < 10 ? 1 + Math.floor(Math.random() * (size / 11)) : Infinity;
      const piece = await readUntil(url, position, wanted, etag);
      pieces.push(piece);
      position += piece.length;
    }
    const archive = Buffer.concat(pieces);
    expect(archive).toHaveLength(size);
    expect(await unzip('-tq', archive)).toContain('No errors');
    expect((await unzip('-Z1', archive)).trim().split('\n')).toHaveLength(4);

    /** Downloads from `start` on and disconnects after `wanted` bytes. */
    async function readUntil(path: string, start: number, wanted: number, tag: string): Promise<Buffer> {
      const request = server.open(customer.browser, 'GET', path, {
        range: `bytes=${start}-`,
        'if-range': tag,
      });
      request.end();
      const chunks: Buffer[] = [];
      let length = 0;
      return new Promise((resolve, reject) => {
        request.once('error', reject);
        request.once('response', (response) => {
          expect(response.statusCode).toBe(206);
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            length += chunk.length;
            if (length < wanted) return;
            response.destroy();
            resolve(Buffer.concat(chunks));
          });
          response.once('end', () => resolve(Buffer.concat(chunks)));
        });
      });
    }
  });

  test('the archive serves every range correctly', async () => {
    const { id } = await newVersion();
    for (const length of [1000, 0, 300_000])
      await uploadTo(owner.browser, id, randomBytes(length), 'same.bin');
    const url = `/api/versions/${id}/zip/`;
    const whole = (await customer.browser.get(url)).rawPayload;
    expect(await unzip('-tq', whole)).toContain('No errors');
    for (let count = 0; count < 25; count += 1) {
      const start = 1 + Math.floor(Math.random() * (whole.length - 2));
      const end = start + Math.floor(Math.random() * (whole.length - start));
      const { rawPayload, statusCode } = await customer.browser.get(url, { range: `bytes=${start}-${end}` });
      expect(statusCode).toBe(206);
      expect(rawPayload.equals(whole.subarray(start, end + 1))).toBe(true);
    }
  });

  test('until every checksum is known the archive has to wait', async () => {
    const { id } = await newVersion();
    const file = await uploadTo(owner.browser, id, Buffer.from('0123456789'));
    await setup.db
      .updateTable('files')
      .set({ crc32: null, sha256: null })
      .where('id', '=', file.id)
      .execute();
    const response = await customer.browser.get(`/api/versions/${id}/zip/`);
    expect(response.statusCode).toBe(409);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.json()).toHaveProperty('detail');
  });

  /** A version of two files, with the bytes of the second one missing. */
  async function versionWithLostBytes() {
    const { id } = await newVersion();
    await uploadTo(owner.browser, id, Buffer.from('stays'));
    const file = await uploadTo(owner.browser, id, Buffer.from('goes'));
    const storage_key = await setup.storageKeyOf(file.id);
    await setup.context.storage.delete([storage_key]);
    const url = `/api/versions/${id}/zip/`;
    const ask = async (method: 'GET' | 'HEAD', headers: Record<string, string> = {}) =>
      (await customer.browser.request({ method, url, headers })).statusCode;
    return { file, ask };
  }

  test('missing bytes are noticed before the archive begins, or a part of it', async () => {
    const { ask } = await versionWithLostBytes();
    expect(await Promise.all([ask('GET'), ask('HEAD')])).toEqual([404, 404]);
    expect(await ask('GET', { range: 'bytes=1-' })).toBe(404);
    expect(await ask('GET', { range: 'bytes=0-3' })).toBe(206);
  });

  test('no request waits for the checksum of missing bytes', async () => {
    const { file, ask } = await versionWithLostBytes();
    // Files of earlier releases have none.
    await setup.db.updateTable('files').set({ crc32: null }).where('id', '=', file.id).execute();
    expect(await Promise.all([ask('GET'), ask('HEAD')])).toEqual([404, 404]);
  });

  test('deleting a file while its archive is read aborts it, and the rest is another archive', async () => {
    const { id } = await newVersion();
    // More than the system buffers for a connection with a waiting reader, which grows to some 10 MB.
    await uploadTo(owner.browser, id, randomBytes(32 * MIB));
    const doomed = await uploadTo(owner.browser, id, randomBytes(100_000));
    const url = `/api/versions/${id}/zip/`;
    const alarm = vi.spyOn(setup.context.log, 'error');
    const request = server.open(customer.browser, 'GET', url);
    request.end();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    expect((await owner.browser.delete(`/api/files/${doomed.id}/`)).statusCode).toBe(204);
    await setup.runJobs();
    const received = await new Promise<number>((resolve) => {
      let length = 0;
      response.on('data', (chunk: Buffer) => (length += chunk.length));
      response.on('error', () => {}).once('close', () => resolve(length));
    });
    expect(response.complete).toBe(false);
    expect(received).toBeLessThan(Number(response.headers['content-length']));
    const alarms = alarm.mock.calls.filter(([what]) => JSON.stringify(what).includes('missing-object'));
    expect(alarms).toEqual([]);
    const rest = { range: `bytes=${received}-`, 'if-range': String(response.headers.etag) };
    const again = await customer.browser.get(url, rest);
    expect(again.statusCode).toBe(200);
    expect(await unzip('-tq', again.rawPayload)).toContain('No errors');
  });

  test('the archive is for everyone who may see the project', async () => {
    const { id } = await newVersion();
    await uploadTo(owner.browser, id, Buffer.from('x'));
    const url = `/api/versions/${id}/zip/`;
    for (const { browser } of [owner, customer]) expect((await browser.get(url)).statusCode).toBe(200);
    const others = [await setup.createFreelancer(), await setup.createCustomer({ owner })];
    for (const { browser } of others) expect((await browser.get(url)).statusCode).toBe(404);
    const guest = setup.createBrowser();
    expect((await guest.get(url)).statusCode).toBe(401);
    expect((await guest.get(url, { 'sec-fetch-dest': 'document' })).headers.location).toMatch(
      /^\/login\?next=/,
    );
  });

  test('the archive of a version changes its tag with its files', async () => {
    const { id } = await newVersion();
    const url = `/api/versions/${id}/zip/`;
    expect((await customer.browser.get(url)).statusCode).toBe(404);
    await uploadTo(owner.browser, id, Buffer.from('1'));
    const { etag = '' } = (await customer.browser.get(url)).headers;
    expect((await customer.browser.get(url, { 'if-none-match': etag })).statusCode).toBe(304);
    await uploadTo(owner.browser, id, Buffer.from('2'));
    expect((await customer.browser.get(url, { 'if-none-match': etag })).statusCode).toBe(200);
  });
});
