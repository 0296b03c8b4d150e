import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { type PassingDigests, startDigests } from '../bytes/threaded-digests.ts';
import { firstBytesBlocks, uploadBlocks } from '../bytes/transfer-blocks.ts';
import { holdEveryBlock, untilBlocksAreBack, waitingForBlocks } from '../testing/blocks.ts';
import { bodyBlocks } from './body-blocks.ts';
import { BrokenBodyError } from './errors.ts';

const BLOCK_BYTES = uploadBlocks.blockBytes;

afterEach(untilBlocksAreBack);

async function readAll(body: Readable): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const block of bodyBlocks(body, 'a')) copies.push(Buffer.from(block));
  return Buffer.concat(copies);
}

/** A server that gives its first request to `read`; resolves to a socket on which `head` has been sent. */
async function requestTo(read: (request: IncomingMessage) => Promise<void>, head: string) {
  const server = createServer((request) => void read(request)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`);
  return socket;
}

test.each([0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 9 * BLOCK_BYTES + 7])(
  'gives %i bytes back as they came, in pieces of any size',
  async (length) => {
    const bytes = randomBytes(length);
    const pieces: Buffer[] = [];
    for (let start = 0, size = 1; start < length; start += size, size = (size * 7) % 90_001)
      pieces.push(bytes.subarray(start, start + size));
    expect((await readAll(Readable.from(pieces))).equals(bytes)).toBe(true);
  },
);

test('lets other work run while one-byte pieces arrive by the thousand', async () => {
  const body = new Readable({ read() {} });
  for (let piece = 0; piece < 5000; piece += 1) body.push('x');
  body.push(null);
  let [isRead, turns] = [false, 0];
  const countTurns = () => {
    if (!isRead) setImmediate(countTurns);
    turns += 1;
  };
  countTurns();
  const bytes = await readAll(body);
  isRead = true;
  expect(bytes).toHaveLength(5000);
  expect(turns).toBeGreaterThanOrEqual(5);
});

test('leaves bytes that its source still holds unchanged', async () => {
  const bytes = Buffer.from('mine'.repeat(20_000));
  await readAll(Readable.from([bytes]));
  expect(bytes.toString()).toBe('mine'.repeat(20_000));
});

test('delivers the same bytes to a slow reader, and pauses the connection meanwhile', async () => {
  const bytes = randomBytes(40 * BLOCK_BYTES);
  const received = Promise.withResolvers<{ copy: Buffer; mostAhead: number }>();
  const socket = await requestTo(async (request) => {
    const copies: Buffer[] = [];
    let mostAhead = 0;
    for await (const block of bodyBlocks(request, 'a')) {
      const copied = copies.length * BLOCK_BYTES;
      await new Promise((resolve) => setTimeout(resolve, 5));
      copies.push(Buffer.from(block));
      mostAhead = Math.max(mostAhead, request.socket.bytesRead - copied);
    }
    received.resolve({ copy: Buffer.concat(copies), mostAhead });
  }, `content-length: ${bytes.length}`);
  socket.write(bytes);
  const { copy, mostAhead } = await received.promise;
  expect(copy.equals(bytes)).toBe(true);
  expect(mostAhead).toBeLessThan(8 * BLOCK_BYTES);
});

test('releases the memory of bytes from a connection at once', async () => {
  const pieces: Buffer[] = [];
  const done = Promise.withResolvers<void>();
  const socket = await requestTo(async (request) => {
    request.on('data', (chunk: Buffer) => pieces.push(chunk));
    await readAll(request).then(() => done.resolve(), done.reject);
  }, 'content-length: 5000000');
  socket.write(randomBytes(5_000_000));
  await done.promise;
  expect(pieces.length).toBeGreaterThan(10);
  expect(pieces.filter(({ buffer }) => buffer.byteLength > 0)).toEqual([]);
});

test('delivers bytes that trickle in before a block is full', async () => {
  const body = new PassThrough();
  const blocks = bodyBlocks(body, 'a');
  body.write('a little');
  expect((await blocks.next()).value?.toString()).toBe('a little');
  body.write('more');
  expect((await blocks.next()).value?.toString()).toBe('more');
  body.end();
  expect((await blocks.next()).done).toBe(true);
});

test('a body that trickles in holds no large block', async () => {
  const body = new PassThrough();
  const blocks = bodyBlocks(body, 'a');
  for (let count = 0; count < 20; count += 1) {
    body.write('x'.repeat(3000));
    await new Promise((resolve) => setImmediate(resolve));
    expect(uploadBlocks.counts().held).toBe(0);
  }
  const passed = (await blocks.next()).value?.length;
  expect(passed).toBe(60_000);
  expect(firstBytesBlocks.counts().held).toBe(1);
  body.end();
  expect((await blocks.next()).done).toBe(true);
});

test('while no block is free the connection waits, and it goes on with the first one', async () => {
  const release = holdEveryBlock(uploadBlocks);
  const bytes = randomBytes(9 * BLOCK_BYTES);
  const received = Promise.withResolvers<Buffer>();
  let source: IncomingMessage | undefined;
  const socket = await requestTo(async (request) => {
    source = request;
    await readAll(request).then(received.resolve, received.reject);
  }, `content-length: ${bytes.length}`);
  socket.write(bytes);
  await expect.poll(waitingForBlocks).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(source?.socket.bytesRead).toBeLessThan(BLOCK_BYTES);
  release();
  expect((await received.promise).equals(bytes)).toBe(true);
});

test('a body that ends while it waits for a block delivers its bytes and stops waiting', async () => {
  const release = holdEveryBlock(uploadBlocks);
  const seen: Buffer[] = [];
  const result = Promise.withResolvers<unknown>();
  const bytes = randomBytes(100_000);
  const socket = await requestTo(async (request) => {
    try {
      for await (const block of bodyBlocks(request, 'a')) seen.push(Buffer.from(block));
    } catch (error) {
      result.resolve(error);
    }
  }, 'content-length: 1000000');
  socket.write(bytes);
  await expect.poll(waitingForBlocks).toBe(1);
  socket.destroy();
  expect(await result.promise).toBeInstanceOf(BrokenBodyError);
  expect(waitingForBlocks()).toBe(0);
  const kept = Buffer.concat(seen);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.equals(bytes.subarray(0, kept.length))).toBe(true);
  release();
});

test('a body that is refused while it waits for a block stops waiting', async () => {
  const release = holdEveryBlock(uploadBlocks);
  const body = new PassThrough();
  const blocks = bodyBlocks(body, 'a');
  body.write('the first bytes');
  await blocks.next();
  body.write(randomBytes(100_000));
  await expect.poll(waitingForBlocks).toBe(1);
  await blocks.return();
  expect(waitingForBlocks()).toBe(0);
  release();
});

test('more bodies than there are blocks are all read, each with as many blocks as allowed', async () => {
  const piece = randomBytes(60_000);
  const LENGTH = 60 * piece.length;
  let mostHeld = 0;
  const read = async (index: number) => {
    const digests: PassingDigests = startDigests();
    const pieces = Readable.from(Array.from({ length: 60 }, () => piece));
    let length = 0;
    for await (const block of bodyBlocks(pieces, `person ${index % 3}`)) {
      mostHeld = Math.max(mostHeld, uploadBlocks.counts().held);
      const seen = digests.update(block);
      length += block.length;
      await new Promise((resolve) => setImmediate(resolve));
      await seen;
    }
    return { length, ...(await digests.end()) };
  };
  const results = await Promise.all(Array.from({ length: 150 }, (_, index) => read(index)));
  const all = Buffer.concat(Array.from({ length: 60 }, () => piece));
  const sha256 = createHash('sha256').update(all).digest('hex');
  expect(results.filter((result) => result.length !== LENGTH || result.sha256 !== sha256)).toEqual([]);
  // The last quarter is for tenants that hold none.
  expect(mostHeld).toBe(72);
  expect(uploadBlocks.counts().made).toBeLessThanOrEqual(96);
});

test('delivers the last bytes before it reports a broken connection', async () => {
  const seen: string[] = [];
  const result = Promise.withResolvers<unknown>();
  const socket = await requestTo(async (request) => {
    try {
      for await (const block of bodyBlocks(request, 'a')) seen.push(block.toString());
      result.resolve('ended');
    } catch (error) {
      result.resolve(error);
    }
  }, 'content-length: 1000');
  socket.write('half of it');
  setTimeout(() => socket.destroy(), 50);
  expect(await result.promise).toBeInstanceOf(BrokenBodyError);
  expect(seen).toEqual(['half of it']);
});

test('reports a connection that broke before the body was read', async () => {
  const body = new PassThrough();
  body.destroy();
  await once(body, 'close');
  await expect(readAll(body)).rejects.toBeInstanceOf(BrokenBodyError);
});

test('leaves the connection to the next request when a body is refused half-way', async () => {
  let count = 0;
  const refuse = async (request: IncomingMessage, response: ServerResponse) => {
    count += 1;
    for await (const block of bodyBlocks(request, 'a')) if (block.length > 0) break;
    response.end(`${count}`);
  };
  const server = createServer((request, response) => void refuse(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const expected of ['1', '2']) {
    const answer = await fetch(address, { method: 'POST', body: randomBytes(3_000_000) });
    expect(await answer.text()).toBe(expected);
  }
});
