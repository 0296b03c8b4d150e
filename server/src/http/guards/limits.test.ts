import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createRequestEnds } from '@vitrin/engine/requests/request-end.ts';
import { BODY_LIMIT, limitBodyTime, parseJsonOnly } from './limits.ts';

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = Fastify({ bodyLimit: BODY_LIMIT });
  const ends = createRequestEnds();
  ends.follow(app);
  limitBodyTime(app, ends, 150);
  parseJsonOnly(app);
  app.post('/', async ({ body }) => ({ received: body }));
  app.post('/transfer', { config: { transfer: true } }, async ({ body }) => ({ received: body }));
  const refuse = async (_request: FastifyRequest, reply: FastifyReply) => reply.code(403).send({});
  app.post('/refused', { onRequest: refuse }, async () => ({}));
  app.post('/transfer-refused', { onRequest: refuse, config: { transfer: true } }, async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterEach(() => void vi.useRealTimers());
afterAll(() => app.close());

function startPost(path: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  const head = [
    'host: localhost',
    'content-type: application/json',
    'content-length: 12',
    'connection: close',
  ];
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{"a":`);
  return socket;
}

/** Waits for the end of a connection. A reset after the answer also counts as its end. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

test('a body that does not arrive is answered with 408 and cut off, and the server goes on', async () => {
  const socket = startPost('/');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
  await closed(socket);
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 408 /);
  const response = await app.inject({ method: 'POST', url: '/', payload: { a: 1 } });
  expect(response.json()).toEqual({ received: { a: 1 } });
});

test.each(['/', '/refused', '/transfer-refused'])(
  'a sender that continues to %s after its answer loses the connection',
  async (path) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => socket.destroy());
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
    const head = ['host: localhost', 'content-type: application/json', 'content-length: 5000'];
    socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{"a":`);
    await once(socket, 'data');
    const trickle = setInterval(() => socket.write(' '), 20);
    await closed(socket);
    clearInterval(trickle);
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 40[38] /);
  },
);

test('a connection is kept if the body has arrived when the time limit is reached', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const answers = () => text.match(/HTTP\/1\.1 403 /g)?.length ?? 0;
  const head =
    'POST /refused HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n';
  socket.write(`${head}{"a":`);
  await expect.poll(answers).toBe(1);
  expect(vi.getTimerCount()).toBe(1);
  socket.write('1}');
  await expect.poll(() => vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(1000);
  socket.write(`${head}{"a":1}`);
  await expect.poll(answers).toBe(2);
  socket.destroy();
});

test('a transfer may take longer than that', async () => {
  const socket = startPost('/transfer');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
  setTimeout(() => socket.write('     1}'), 300);
  await closed(socket);
  expect(Buffer.concat(chunks).toString()).toContain('{"received":{"a":1}}');
});

test.each([
  ['', { received: {} }],
  ['{"a":[]}', { received: { a: [] } }],
])('the body %j is accepted', async (payload, answer) => {
  const response = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  expect(response.json()).toEqual(answer);
});

test.each([
  ['{"__proto__":{"admin":true}}', 400],
  ['{"a":', 400],
  [`"${'x'.repeat(BODY_LIMIT)}"`, 413],
  [JSON.stringify(Array.from({ length: 20_000 }, () => 1)), 400],
  ['{"a":'.repeat(30) + '1' + '}'.repeat(30), 400],
  ['['.repeat(50_000), 400],
])('a hostile body is refused', async (payload, status) => {
  const response = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  expect(response.statusCode).toBe(status);
});

test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])(
  '%s is not taken',
  async (type) => {
    const response = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': type },
      payload: 'a=1',
    });
    expect(response.statusCode).toBe(415);
  },
);
