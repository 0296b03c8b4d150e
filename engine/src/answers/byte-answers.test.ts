import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createDiskStorage } from '../storage/disk-storage.ts';
import { newStorageKey } from '../storage/storage.ts';
import type { BlockHolder } from '../bytes/block-pool.ts';
import { createRequestEnds } from '../requests/request-end.ts';
import { heldBlocks, untilBlocksAreBack } from '../testing/blocks.ts';
import { temporaryFolder } from '../testing/temporary.ts';
import type { ByteRange } from './byte-ranges.ts';
import { answerBytes } from './byte-answers.ts';

afterEach(untilBlocksAreBack);

/** Bytes of this type in a store, as they are answered. */
async function storedBytes(mediaType: string) {
  const storage = await createDiskStorage(temporaryFolder());
  const key = newStorageKey();
  await storage.write(
    key,
    (async function* () {
      yield Buffer.from(key);
    })(),
  );
  const open = (range: ByteRange, holder: BlockHolder) => storage.read(key, range, holder);
  return { text: key, sent: { size: key.length, etag: '"1"', mediaType, open, check: async () => {} } };
}

test('a reader who has left before the bytes are opened holds no memory', async () => {
  const { sent } = await storedBytes('text/plain');
  const app = Fastify();
  createRequestEnds().follow(app);
  const answered = Promise.withResolvers<number>();
  app.get('/', async (request, reply) => {
    leaving.destroy();
    await once(reply.raw, 'close');
    await answerBytes(request, reply, sent, 'a');
    answered.resolve(heldBlocks());
    return reply;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  leaving.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect(await answered.promise).toBe(0);
  await app.close();
});

test.each(['text/plain', 'application/json'])(
  'bytes of the type %s arrive as they are',
  async (mediaType) => {
    const { text, sent } = await storedBytes(mediaType);
    const app = Fastify();
    createRequestEnds().follow(app);
    app.get('/', (request, reply) => answerBytes(request, reply, sent, 'a'));
    const { body, headers } = await app.inject('/');
    expect([body, headers['content-type']]).toEqual([text, mediaType]);
    await app.close();
  },
);
