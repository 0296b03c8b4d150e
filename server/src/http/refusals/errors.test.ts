import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { answerErrors } from './errors.ts';

class TeapotError extends AppError {
  readonly statusCode = 418;
}

let app: FastifyInstance;
beforeEach(() => {
  app = Fastify();
  app.decorateRequest('language', 'en');
  answerErrors(app);
});
afterEach(() => app.close());

async function answerTo(error: unknown) {
  app.get('/', async () => {
    throw error;
  });
  const { statusCode, body } = await app.inject('/');
  return { statusCode, body: JSON.parse(body) };
}

const GENERIC = { detail: 'The request could not be read.' };
const SERVER = { detail: 'Server error. Please try again later.' };

test('an expected error is answered with its own status, wherever it is defined', async () => {
  expect(await answerTo(new TeapotError('errors.bad_request'))).toEqual({ statusCode: 418, body: GENERIC });
});

test.each([
  ['an error of JavaScript', new TypeError('undefined is not a function')],
  [
    'the answer that a payment provider gave us',
    Object.assign(new Error('No such card'), { statusCode: 402 }),
  ],
  [
    'a request of ours that was refused',
    Object.assign(new Error('x'), { statusCode: 400, code: 'E_DECLINED' }),
  ],
  ['a connection of ours that broke', Object.assign(new Error('aborted'), { code: 'ECONNRESET' })],
])('an unexpected error is answered with 500: %s', async (_what, error) => {
  expect(await answerTo(error)).toEqual({ statusCode: 500, body: SERVER });
});

test('a refusal by the framework keeps its status', async () => {
  app.post('/', { bodyLimit: 5 }, async () => ({}));
  const answer = await app.inject({ method: 'POST', url: '/', payload: { long: true } });
  expect(answer.statusCode).toBe(413);
});

test('a client that leaves in the middle of its body causes no server error', async () => {
  app.post('/', async () => ({}));
  const answered = Promise.withResolvers<number>();
  app.addHook('onSend', async (_request, reply) => answered.resolve(reply.statusCode));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const received = once(app.server, 'request');
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{');
  await received;
  socket.destroy();
  expect(await answered.promise).toBe(400);
});
