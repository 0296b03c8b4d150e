import { randomBytes } from 'node:crypto';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, expect, onTestFailed, test, vi } from 'vitest';
import { downloadBlocks, slowReaderBlocks, smallReadBlocks } from '@vitrin/engine/bytes/transfer-blocks.ts';
import {
  heldBlocks,
  holdEveryBlock,
  untilBlocksAreBack,
  waitingForBlocks,
} from '@vitrin/engine/testing/blocks.ts';
import { formBody, uploadTo } from '../../../testing/forms.ts';
import { answerOf, listen, type LiveServer } from '../../../testing/live-server.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const MIB = 1024 * 1024;
/** Generous for a busy machine; nothing here depends on the time. */
const PATIENTLY = { timeout: 15_000 };

/** Bytes of shared memory allocated since the file began, those of freed blocks included. */
let sharedBytes = 0;
const PlainSharedArrayBuffer = globalThis.SharedArrayBuffer;
vi.stubGlobal(
  'SharedArrayBuffer',
  class extends PlainSharedArrayBuffer {
    constructor(length: number) {
      super(length);
      sharedBytes += length;
    }
  },
);

const setup = await sharedTestApp();
const server = await listen(setup.app);
afterEach(untilBlocksAreBack);
afterAll(() => void vi.unstubAllGlobals());

type Browser = Parameters<LiveServer['open']>[0];

/** Starts a download and reads nothing after the head of the answer. */
async function openIdle(browser: Browser, url: string): Promise<ClientRequest> {
  const request = server.open(browser, 'GET', url);
  request.on('error', () => {});
  request.end();
  await new Promise<void>((resolve) => {
    request.once('response', (response: IncomingMessage) => {
      response.on('error', () => {});
      response.pause();
      resolve();
    });
  });
  return request;
}

function upload(browser: Browser, versionId: number, bytes: Buffer) {
  const { payload, headers } = formBody(['version', `${versionId}`], ['file', bytes, 'a.bin']);
  return server.send(
    browser,
    'POST',
    '/api/files/',
    { ...headers, 'content-length': payload.length },
    payload,
  );
}

test('200 stalled readers and 64 simultaneous uploads stay within the bound, and others go on', async () => {
  const { owner, customer, version } = await setup.createDelivery();
  const bytes = randomBytes(12 * MIB);
  const file = await uploadTo(owner.browser, version.id, bytes);
  const zip = `/api/versions/${version.id}/zip/`;
  const idle = await Promise.all(
    Array.from({ length: 200 }, (_, index) => openIdle(customer.browser, index % 2 ? zip : file.file)),
  );
  onTestFailed(() => idle.forEach((request) => request.destroy()));
  // Each reader holds one block; how many are large depends on who was read from before the pause was noticed.
  await expect.poll(heldBlocks, PATIENTLY).toBe(200);
  expect(downloadBlocks.counts().held).toBeLessThanOrEqual(64);

  const answers = await Promise.all(
    Array.from({ length: 64 }, () => upload(owner.browser, version.id, bytes.subarray(0, MIB))),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const download = await server.send(owner.browser, 'GET', file.file);
  expect(download.body.equals(bytes)).toBe(true);
  const reader = await server.send(customer.browser, 'GET', file.file);
  expect(reader.body.equals(bytes)).toBe(true);

  expect(sharedBytes).toBeLessThanOrEqual(128 * MIB);
  for (const request of idle) request.destroy();
});

test('a small answer to a slow reader keeps its bytes while other readers come and go', async () => {
  const { owner, version } = await setup.createDelivery();
  const [mine, theirs] = [Buffer.alloc(40_000, 'mine '), Buffer.alloc(40_000, 'theirs ')];
  // More than the system buffers for a stalled reader.
  const large = Buffer.alloc(16 * MIB, 'large ');
  const [file, other, first] = await Promise.all(
    [mine, theirs, large].map((bytes) => uploadTo(owner.browser, version.id, bytes)),
  );
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').pause();
  const headers = Object.entries(server.headers(owner.browser)).map(([name, value]) => `${name}: ${value}`);
  const head = (url = '') => [`GET ${url} HTTP/1.1`, ...headers].join('\r\n');
  const small = head(file?.file);
  socket.write(
    `${head(first?.file)}\r\n\r\n${`${small}\r\n\r\n`.repeat(6)}${small}\r\nconnection: close\r\n\r\n`,
  );
  await expect.poll(() => smallReadBlocks.counts().held, PATIENTLY).toBeGreaterThan(0);

  for (let round = 0; round < 5; round += 1) {
    const leaving = await openIdle(owner.browser, other?.file ?? '');
    const answers = Array.from({ length: 20 }, () => server.send(owner.browser, 'GET', other?.file ?? ''));
    for (const { body } of await Promise.all(answers)) expect(body.equals(theirs)).toBe(true);
    leaving.destroy();
  }
  const chunks = await Array.fromAsync(socket as AsyncIterable<Buffer>);
  const all = Buffer.concat(chunks).toString('latin1');
  expect(all.split(mine.toString('latin1'))).toHaveLength(8);
  expect(all).not.toContain('theirs');
});

test('truncated, refused and oversized uploads release all their blocks', async () => {
  const { owner, version } = await setup.createDelivery();
  const whole = formBody(['version', `${version.id}`], ['file', randomBytes(4 * MIB), 'a.bin']);
  const cut = Array.from({ length: 20 }, (_, index) => {
    const request = server.open(owner.browser, 'POST', '/api/files/', {
      ...whole.headers,
      'content-length': whole.payload.length,
    });
    request.on('error', () => {});
    request.write(whole.payload.subarray(0, (index + 1) * 200_000));
    return request;
  });
  await expect.poll(heldBlocks, PATIENTLY).toBeGreaterThan(10);
  for (const request of cut) request.destroy();
  await expect.poll(heldBlocks, PATIENTLY).toBe(0);

  await setup.db.updateTable('users').set({ extra_storage_gb: -0.499 }).where('id', '=', owner.id).execute();
  expect((await upload(owner.browser, version.id, randomBytes(4 * MIB))).status).toBe(400);
  const unannounced = server.open(owner.browser, 'POST', '/api/files/', {
    ...whole.headers,
    'transfer-encoding': 'chunked',
  });
  const answer = answerOf(unannounced);
  unannounced.end(whole.payload);
  expect((await answer).status).toBe(400);
  expect((await upload(owner.browser, 999_999, randomBytes(MIB))).status).toBe(404);
});

test('a download that waits for a block stops waiting once its reader has gone', async () => {
  const { owner, version } = await setup.createDelivery();
  const file = await uploadTo(owner.browser, version.id, randomBytes(MIB));
  const release = [downloadBlocks, slowReaderBlocks].map(holdEveryBlock);
  const request = server.open(owner.browser, 'GET', file.file);
  request.on('error', () => {});
  request.end();
  await expect.poll(waitingForBlocks, PATIENTLY).toBe(1);
  request.destroy();
  await expect.poll(waitingForBlocks, PATIENTLY).toBe(0);
  release.forEach((each) => each());
});

test('uploads with wrong checksums release all their blocks, and the next ones pass', async () => {
  const { owner, version } = await setup.createDelivery();
  const threads: Worker[] = [];
  const send = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
    threads.push(this);
    send.mockRestore();
    // Ends before the last message arrives, so at least that upload fails.
    void this.terminate();
  });
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await upload(owner.browser, version.id, randomBytes(MIB))).status),
  );
  expect(threads).toHaveLength(1);
  expect(statuses).toContain(500);
  await expect.poll(heldBlocks, PATIENTLY).toBe(0);
  expect((await upload(owner.browser, version.id, randomBytes(MIB))).status).toBe(201);
});
