import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerFreelancer } from '../../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../../test-kit/api-session.ts';
import { type Product, startProduct } from '../../../test-kit/product.ts';
import { type S3Server, startS3Server } from '../../../test-kit/s3-server.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

const MIB = 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };

describe.each(['disk', 's3'])('an upload to a server that is killed, with files on %s', (store) => {
  let s3: S3Server | undefined;
  let product: Product;
  let session: ApiSession;
  let version: Version;
  /** The server's TMPDIR. */
  const temporary = temporaryFolder();
  const environment = () => ({ ...s3?.environment, TMPDIR: temporary });

  beforeAll(async () => {
    if (store === 's3') s3 = await startS3Server();
    product = await startProduct({ env: environment() });
    session = await registerFreelancer(product, 'uploader');
    const work = { name: 'Film', description: '', customer_id: null };
    const project = await session.expectCall<Project>(201, 'POST', '/api/projects/', work);
    version = await session.expectCall(201, 'POST', '/api/versions/', {
      version_number: '1.0',
      description: '',
      project: project.id,
    });
  });
  afterAll(async () => {
    await product.remove();
    await s3?.stop();
  });

  test('continues after every kill, arrives byte for byte, and leaves no temporary file', async () => {
    const bytes = randomBytes(80 * MIB);
    const created = await session.call('POST', '/api/uploads/', undefined, {
      ...TUS,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${btoa('film.bin')},version ${btoa(String(version.id))}`,
    });
    expect(created.status).toBe(201);
    const url = created.headers.get('location') ?? '';
    const offsetNow = async () => {
      const { status, headers } = await session.call('HEAD', url, undefined, TUS);
      expect(status).toBe(200);
      return Number(headers.get('upload-offset'));
    };

    for (const part of [0.3, 0.6, 0.85]) {
      await sendUntilKilled(url, bytes, await offsetNow(), part * bytes.length);
      product = await startProduct({ dataDir: product.dataDir, env: environment() });
      session = openApiSession(product.url, session.cookies);
      expect(readdirSync(temporary)).toEqual([]);
      if (store === 's3') expect(readdirSync(join(product.dataDir, 'parts'))).toEqual([]);
    }
    const offset = await offsetNow();
    expect(offset).toBeGreaterThan(0);
    const { status, headers } = await send(url, offset, bytes.subarray(offset), bytes.length - offset).answer;
    expect(status).toBe(204);
    const { body } = await session.call('GET', `/api/files/${String(headers['vitrin-file-id'])}/content/`);
    expect(sha256(body as Buffer)).toBe(sha256(bytes));
  }, 120_000);

  /** Sends from `offset` to about `until`, and kills the server once it has recorded some of that. */
  async function sendUntilKilled(url: string, bytes: Buffer, offset: number, until: number): Promise<void> {
    const before = s3?.partBytes() ?? offset;
    const { request, answer } = send(url, offset, undefined, bytes.length - offset);
    const broken = answer.catch((error: unknown) => error);
    for (let sent = offset; sent < until; sent += MIB) {
      await new Promise((resolve) => request.write(bytes.subarray(sent, sent + MIB), resolve));
    }
    const keptBytes = () => s3?.partBytes() ?? syncedBytes();
    await vi.waitFor(() => expect(keptBytes()).toBeGreaterThan(before), 30_000);
    await product.kill();
    expect(await broken).toBeInstanceOf(Error);
  }

  function syncedBytes(): number {
    const database = new DatabaseSync(join(product.dataDir, 'vitrin.sqlite'), { readOnly: true });
    const row = database.prepare('select max(synced_bytes) as bytes from uploads').get();
    database.close();
    return Number(row?.['bytes']);
  }

  function send(url: string, offset: number, body: Buffer | undefined, length: number) {
    const request = http.request(`${product.url}${url}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        cookie: Array.from(session.cookies, ([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': session.cookies.get('csrftoken') ?? '',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': offset,
        'content-length': length,
      },
    });
    const answer = new Promise<{ status: number; headers: http.IncomingHttpHeaders }>((resolve, reject) => {
      request.once('error', reject);
      request.once('response', (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, headers: response.headers });
      });
    });
    if (body) request.end(body);
    return { request, answer };
  }
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
