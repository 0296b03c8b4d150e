import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { releaseBlock } from '../bytes/block-pool.ts';
import { storeBlocks, uploadBlocks } from '../bytes/transfer-blocks.ts';
import { untilBlocksAreBack } from '../testing/blocks.ts';
import { temporaryFolder } from '../testing/temporary.ts';
import { createS3Storage } from './s3-storage.ts';
import { newStorageKey, type Storage, StoreAwayError } from './storage.ts';

const MIB = 1024 * 1024;
const STARTED = '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>';

type Take = (request: http.IncomingMessage, answer: http.ServerResponse) => unknown;

/** A bucket that answers everything but the bytes of parts and objects, which go to `take`. */
let take: Take;
let store: http.Server;
let folder: string;
let storage: Storage;
let stored = 0;
/** The parts of the last object, in the order it was made of. */
let joined: number[] = [];

beforeEach(async () => {
  stored = 0;
  folder = temporaryFolder();
  writeFileSync(join(folder, 'left-by-a-killed-process'), '');
  store = http.createServer((request, answer) => {
    if (request.method === 'PUT') take(request, answer);
    else if (request.method === 'HEAD') answer.writeHead(200, { 'content-length': stored }).end();
    else if (request.url?.includes('uploads')) answer.end(STARTED);
    else void joinParts(request, answer);
  });
  await new Promise<void>((resolve) => {
    store.listen(0, '127.0.0.1', resolve);
  });
  const { port } = store.address() as AddressInfo;
  const secret = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const endpoint = `http://127.0.0.1:${port}`;
  storage = createS3Storage({ bucket: 'b', region: 'r', endpoint, redirect: false, ...secret }, folder);
});

afterEach(async () => {
  await untilBlocksAreBack();
  store.close();
});

async function joinParts(request: http.IncomingMessage, answer: http.ServerResponse): Promise<void> {
  const parts = Buffer.concat(await request.toArray()).toString();
  joined = Array.from(parts.matchAll(/<PartNumber>(\d+)</g), ([, number]) => Number(number));
  answer.end('<Done></Done>');
}

async function* chunks(bytes: Buffer, count: number) {
  for (let sent = 0; sent < count; sent += 1) yield bytes;
}

/** Reads the whole body and answers. The digest the request was signed with must be that of its bytes. */
function takeWell(bodies: Buffer[]): Take {
  return async (request, answer) => {
    const body = Buffer.concat(await request.toArray());
    const sum = createHash('sha256').update(body).digest('hex');
    answer.writeHead(request.headers['x-amz-content-sha256'] === sum ? 200 : 400, { etag: '"e"' }).end();
    stored += body.length;
    // Two parts are sent at once, so a repeated one may arrive after its successor.
    const [number = '1'] = /(?<=partNumber=)\d+/.exec(request.url ?? '') ?? [];
    bodies[Number(number) - 1] = body;
  };
}

test('requests that a store keeps waiting cost a block each, are served in turns, and leave no named file', async () => {
  const isOpen = Promise.withResolvers<void>();
  take = async (request, answer) => {
    await isOpen.promise;
    request.resume().once('end', () => answer.writeHead(200, { etag: '"e"' }).end());
  };
  // Uses a block, as requests do, because the digest thread reads anything else from a copy.
  const bytes = await uploadBlocks.acquire({ tenant: 'test' });
  const before = process.memoryUsage().arrayBuffers;
  // Two parts each.
  const write = (tenant: string) => storage.write(newStorageKey(), chunks(bytes, 18), { tenant });
  const writes = Array.from({ length: 40 }, () => write('a'));
  await expect.poll(() => storeBlocks.counts(), { timeout: 20_000 }).toMatchObject({ held: 16, waiting: 64 });
  writes.push(write('b'));
  await expect.poll(() => storeBlocks.counts(), { timeout: 20_000 }).toMatchObject({ held: 18, waiting: 64 });
  expect(readdirSync(folder)).toEqual([]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * MIB);

  stored = 9 * MIB;
  isOpen.resolve();
  expect(new Set(await Promise.all(writes))).toEqual(new Set([9 * MIB]));
  releaseBlock(bytes);
});

test.each([0, 1000, 8 * MIB, 19 * MIB + 5])(
  'the %i bytes that arrived are sent, signed with their sum',
  async (length) => {
    const bodies: Buffer[] = [];
    take = takeWell(bodies);
    const bytes = randomBytes(length);
    expect(await storage.write(newStorageKey(), [bytes] as unknown as AsyncIterable<Buffer>)).toBe(length);
    expect(Buffer.concat(bodies).equals(bytes)).toBe(true);
  },
);

test('a part the store refuses for now is sent again, with all its bytes, and joined in its place', async () => {
  const bodies: Buffer[] = [];
  let refused = 0;
  take = (request, answer) => {
    refused += 1;
    // The first request is refused without being read, the second one is cut off half-way.
    if (refused === 1) answer.writeHead(503).end();
    else if (refused === 2) request.once('data', () => request.socket.destroy());
    else takeWell(bodies)(request, answer);
  };
  const bytes = randomBytes(9 * MIB);
  await storage.write(newStorageKey(), chunks(bytes, 1));
  expect(Buffer.concat(bodies).equals(bytes)).toBe(true);
  expect(joined).toEqual([1, 2]);
});

test('a store that refuses without reading keeps neither blocks nor connections', async () => {
  take = (_request, answer) => answer.writeHead(503).end();
  const write = storage.write(newStorageKey(), chunks(randomBytes(MIB), 30));
  await expect(write).rejects.toBeInstanceOf(StoreAwayError);
  await expect
    .poll(() => new Promise((resolve) => store.getConnections((_error, count) => resolve(count))))
    .toBeLessThanOrEqual(1);
});

test('a store that went away is noticed with the next bytes, not only with the next part', async () => {
  let given = 0;
  take = (request) => request.socket.destroy();
  const source = async function* () {
    for (; given < 100; given += 1) {
      if (given > 9) await new Promise((resolve) => setTimeout(resolve, 200));
      yield randomBytes(given < 9 ? MIB : 1000);
    }
  };
  await expect(storage.write(newStorageKey(), source())).rejects.toBeInstanceOf(StoreAwayError);
  expect(given).toBeLessThan(100);
  expect(readdirSync(folder)).toEqual([]);
});
