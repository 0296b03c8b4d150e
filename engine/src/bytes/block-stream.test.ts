import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { ByteSource } from './byte-source.ts';
import { BlockStream } from './block-stream.ts';

/** The answer of a server that sends `source`. */
async function answerWith(source: ByteSource): Promise<IncomingMessage> {
  const app = Fastify();
  app.get('/', (_request, reply) => reply.send(new BlockStream(source)));
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const [response] = (await once(http.get({ port, host: '127.0.0.1', agent: false }), 'response')) as [
    IncomingMessage,
  ];
  onTestFinished(() => void response.destroy());
  return response;
}

test('a block is not reused before the connection has sent it', async () => {
  const bytes = randomBytes(12_000_000);
  let asked = 0;
  const response = await answerWith(
    (async function* () {
      const block = Buffer.alloc(250_000);
      for (let start = 0; start < bytes.length; start += block.length) {
        asked += 1;
        bytes.copy(block, 0, start);
        yield block;
        block.fill(0);
      }
    })(),
  );
  response.pause();
  await new Promise((resolve) => setTimeout(resolve, 200));
  // The source is not read ahead of a reader that pauses.
  expect(asked).toBeLessThan(bytes.length / 250_000);
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
});

test('a reader that leaves ends the source', async () => {
  const ended = Promise.withResolvers<void>();
  const response = await answerWith(
    (async function* () {
      try {
        for (;;) yield Buffer.alloc(100_000);
      } finally {
        ended.resolve();
      }
    })(),
  );
  response.on('error', () => {});
  response.destroy();
  expect(await ended.promise).toBeUndefined();
});

test('a failing source closes the connection, so that a part is not mistaken for the whole', async () => {
  const response = await answerWith(
    (async function* () {
      yield Buffer.alloc(100_000);
      throw new Error('the disk is gone');
    })(),
  );
  response.resume();
  await expect(once(response, 'end')).rejects.toThrow('aborted');
});
