import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzip } from '@vitrin/engine/testing/unzip.ts';
import { makeToken } from '../../../testing/api-tokens.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { listen, type LiveServer } from '../../../testing/live-server.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const MIB = 1024 * 1024;
const CUT_AT = 3 * MIB;

let setup: TestApp;
let server: LiveServer;
let folder: string;

beforeAll(async () => {
  setup = await createTestApp({ RATE_LIMITS: 'off' });
  server = await listen(setup.app);
  folder = await mkdtemp(path.join(tmpdir(), 'vitrin-curl-'));
});
afterAll(async () => {
  await setup.close();
  await rm(folder, { recursive: true });
});

/** A port that forwards to the server; the first connection is cut after this many bytes of the answer. */
async function cutOnce(bytes: number): Promise<{ port: number; close: () => void }> {
  let isCut = false;
  const proxy = net.createServer((reader) => {
    const upstream = net.connect(Number(new URL(server.url).port), '127.0.0.1');
    const isFirst = !isCut;
    isCut = true;
    let left = bytes;
    for (const socket of [reader, upstream]) socket.on('error', () => socket.destroy());
    reader.on('close', () => upstream.destroy());
    upstream.on('close', () => reader.end());
    reader.pipe(upstream);
    upstream.on('data', (piece: Buffer) => {
      const part = isFirst ? piece.subarray(0, left) : piece;
      left -= part.length;
      reader.write(part);
      if (isFirst && left <= 0) reader.destroySoon();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return { port: (proxy.address() as AddressInfo).port, close: () => proxy.close() };
}

test.each(['a session', 'a token'])('curl -C - resumes an interrupted zip, by %s', async (by) => {
  const { owner, customer, version } = await setup.createDelivery();
  await setup.putOnPlan(owner, 'enterprise', 400);
  await uploadTo(owner.browser, version.id, randomBytes(4 * MIB), 'deniz.bin');
  await uploadTo(owner.browser, version.id, randomBytes(2 * MIB), 'kıyı.bin');
  await setup.runJobs();
  const address = `/api/versions/${version.id}/zip/`;
  const signed =
    by === 'a session'
      ? `cookie: ${server.headers(customer.browser)['cookie']}`
      : `authorization: Bearer ${(await makeToken(owner, 'read')).token}`;
  const proxy = await cutOnce(CUT_AT);
  const file = path.join(folder, `${by}.zip`);
  const line = ['-fsS', '-C', '-', '-o', file, '-H', signed, '-H', 'host: localhost:3000'];
  const curl = () => promisify(execFile)('curl', [...line, `http://127.0.0.1:${proxy.port}${address}`]);
  try {
    // 18: the transfer ended early, 56: the connection was reset.
    await expect(curl()).rejects.toSatisfy((error: { code: number }) => [18, 56].includes(error.code));
    const { size } = await stat(file);
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(CUT_AT);
    await curl();
  } finally {
    proxy.close();
  }
  const archive = await readFile(file);
  const whole = await server.send(customer.browser, 'GET', address);
  expect(archive.equals(whole.body)).toBe(true);
  expect(await unzip('-tq', archive)).toContain('No errors');
});
