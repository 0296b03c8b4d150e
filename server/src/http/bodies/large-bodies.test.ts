import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSlots, type Slots } from '@vitrin/engine/slots/fair-slots.ts';
import { eventually } from '../../testing/eventually.ts';
import { answerOf } from '../../testing/live-server.ts';
import { answerErrors } from '../refusals/errors.ts';
import { acceptForms } from './form-body.ts';
import { limitLargeBodies } from './large-bodies.ts';
import { createRequestEnds } from '@vitrin/engine/requests/request-end.ts';
import { BODY_LIMIT, DESCRIPTION_BODY_LIMIT, limitBodyTime, parseJsonOnly } from '../guards/limits.ts';

const USERS: Record<string, number> = { ada: 1, bob: 2 };
const LARGE = JSON.stringify({ text: 'x'.repeat(4_000_000) });

let app: FastifyInstance;
let slots: Slots;
let guestSlots: Slots;
let sockets: Socket[];
/** Requests being answered, in the order they began; `endAll` ends them. */
let begun: string[];
let ends: (() => void)[];
const endAll = () => ends.splice(0).forEach((end) => end());

/** A server that answers on command. */
async function start({
  count = 2,
  waitMilliseconds = 20_000,
  bodyMilliseconds = 20_000,
} = {}): Promise<void> {
  [begun, ends, sockets] = [[], [], []];
  // A request to the previous server may still begin after this.
  const [begunHere, endsHere, socketsHere] = [begun, ends, sockets];
  slots = createSlots({ count, each: 1, maxWaitingEach: 2 });
  guestSlots = createSlots({ count: 1, each: 1 });
  app = Fastify({ bodyLimit: BODY_LIMIT });
  app.decorateRequest('session', null).decorateRequest('language', 'en');
  app.addHook('onRequest', (request, _reply, done) => {
    const id = USERS[String(request.headers['x-person'])];
    request.language = 'en';
    if (id !== undefined) Object.assign(request, { session: { user: { id, tenant: `user ${id}` } } });
    done();
  });
  const requestEnds = createRequestEnds();
  requestEnds.follow(app);
  answerErrors(app);
  limitLargeBodies(app, { slots, guestSlots, waitMilliseconds });
  limitBodyTime(app, requestEnds, bodyMilliseconds);
  parseJsonOnly(app);
  acceptForms(app);
  app.post('/', { bodyLimit: DESCRIPTION_BODY_LIMIT }, async (request) => {
    begunHere.push(String(request.headers['x-person']));
    await new Promise<void>((resolve) => void endsHere.push(resolve));
    return { keys: Object.keys(request.body as object) };
  });
  app.server.on('connection', (socket) => void socketsHere.push(socket));
  await app.listen({ host: '127.0.0.1', port: 0 });
}

beforeEach(() => start());
afterEach(async () => {
  vi.useRealTimers();
  const closed = app.close();
  app.server.closeAllConnections();
  endAll();
  await closed;
});

function open(person: string, headers: http.OutgoingHttpHeaders = {}): http.ClientRequest {
  const { port } = app.server.address() as AddressInfo;
  const request = http.request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-person': person, ...headers },
  });
  request.on('error', () => {});
  return request;
}

function send(person: string, body = LARGE, headers: http.OutgoingHttpHeaders = {}) {
  const request = open(person, { 'content-length': Buffer.byteLength(body), ...headers });
  const answer = answerOf(request);
  // Requests that a test aborts are rejected, and nothing awaits them.
  answer.catch(() => {});
  request.end(body);
  return { request, answer };
}

const counts = (expected: { held: number; waiting: number }) =>
  eventually(() => expect(slots.counts()).toEqual(expected));
const begunAre = (expected: string[]) => eventually(() => expect(begun).toEqual(expected));

test('one large body of each person is read at a time, and waiting ones hold only the bytes that have arrived', async () => {
  const sent = [send('ada'), send('ada'), send('ada')];
  await counts({ held: 1, waiting: 2 });
  await begunAre(['ada']);
  sent.push(send('bob'));
  await begunAre(['ada', 'bob']);
  expect(slots.counts()).toEqual({ held: 2, waiting: 2 });
  const unread = sockets.filter(({ bytesRead }) => bytesRead < LARGE.length);
  expect(unread).toHaveLength(2);
  for (const { bytesRead } of unread) expect(bytesRead).toBeLessThan(300_000);

  for (const total of [3, 4]) {
    endAll();
    await eventually(() => expect(begun).toHaveLength(total));
  }
  endAll();
  for (const { answer } of sent) expect((await answer).status).toBe(200);
  expect(slots.counts()).toEqual({ held: 0, waiting: 0 });
});

test('people who wait are served in turns', async () => {
  await app.close();
  await start({ count: 1 });
  const sent = [send('ada')];
  await begunAre(['ada']);
  sent.push(send('ada'), send('ada'));
  await counts({ held: 1, waiting: 2 });
  sent.push(send('bob'));
  await counts({ held: 1, waiting: 3 });
  for (const total of [2, 3, 4]) {
    endAll();
    await eventually(() => expect(begun).toHaveLength(total));
  }
  endAll();
  await Promise.all(sent.map(({ answer }) => answer));
  expect(begun).toEqual(['ada', 'ada', 'bob', 'ada']);
});

test('small bodies do not wait, and guests take no place from others', async () => {
  send('ada');
  await counts({ held: 1, waiting: 0 });
  send('ada', '{"small":1}');
  send('guest');
  await eventually(() => expect(begun.toSorted()).toEqual(['ada', 'ada', 'guest']));
  expect(slots.counts()).toEqual({ held: 1, waiting: 0 });
  expect(guestSlots.counts()).toEqual({ held: 1, waiting: 0 });
});

test('a body without a length, and a form, wait like others', async () => {
  send('ada');
  await begunAre(['ada']);
  open('ada', { 'transfer-encoding': 'chunked' }).end('{"a":1}');
  await counts({ held: 1, waiting: 1 });
  const form = `--b\r\ncontent-disposition: form-data; name="text"\r\n\r\n${LARGE}\r\n--b--\r\n`;
  const { answer } = send('ada', form, { 'content-type': 'multipart/form-data; boundary=b' });
  await counts({ held: 1, waiting: 2 });
  for (const total of [2, 3]) {
    endAll();
    await eventually(() => expect(begun).toHaveLength(total));
  }
  endAll();
  expect(JSON.parse((await answer).body.toString())).toEqual({ keys: ['text'] });
});

test('an aborted body releases its place', async () => {
  const request = open('ada', { 'content-length': 4_000_000 });
  request.write('{"a":');
  await counts({ held: 1, waiting: 0 });
  request.destroy();
  await counts({ held: 0, waiting: 0 });
  expect(begun).toEqual([]);
});

test('a wait ends with its connection', async () => {
  send('ada');
  await begunAre(['ada']);
  const request = open('ada', { 'content-length': 100_000 });
  request.flushHeaders();
  await counts({ held: 1, waiting: 1 });
  request.destroy();
  await counts({ held: 1, waiting: 0 });
  expect(begun).toEqual(['ada']);
});

test('a closed connection releases its place once its body is no longer in use', async () => {
  const { request } = send('ada');
  await begunAre(['ada']);
  send('ada');
  request.destroy();
  await eventually(() => expect(sockets[0]?.destroyed).toBe(true));
  await counts({ held: 1, waiting: 1 });
  endAll();
  await begunAre(['ada', 'ada']);
});

test('a refused body releases its place', async () => {
  for (const body of ['x'.repeat(100_000), 'x'.repeat(DESCRIPTION_BODY_LIMIT + 1)])
    await send('ada', body).answer;
  await send('ada', LARGE, { 'content-type': 'text/plain' }).answer;
  expect(slots.counts()).toEqual({ held: 0, waiting: 0 });
});

test.each(['application/json', 'multipart/form-data; boundary=b'])(
  'a large body that trickles in is answered with 408 in words, and the next is served: %s',
  async (type) => {
    await app.close();
    await start({ bodyMilliseconds: 1500 });
    const slow = open('ada', { 'content-type': type, 'content-length': 4_000_000 });
    const answer = answerOf(slow);
    slow.write('--b\r\ncontent-disposition: form-data; name="text"\r\n\r\n');
    await counts({ held: 1, waiting: 0 });
    send('ada', JSON.stringify({ text: 'x'.repeat(BODY_LIMIT) }));
    await counts({ held: 1, waiting: 1 });
    const { status, body } = await answer;
    expect(status).toBe(408);
    expect(JSON.parse(body.toString())).toEqual({ detail: 'The request took too long to arrive.' });
    await begunAre(['ada']);
  },
);

test('the time limit of a body does not run while it waits', async () => {
  await app.close();
  await start({ bodyMilliseconds: 4000 });
  send('ada');
  await begunAre(['ada']);
  const { answer } = send('ada');
  await counts({ held: 1, waiting: 1 });
  await new Promise((resolve) => setTimeout(resolve, 4300));
  endAll();
  await begunAre(['ada', 'ada']);
  endAll();
  expect((await answer).status).toBe(200);
});

test('too many waiting requests are asked to retry', async () => {
  send('ada');
  await counts({ held: 1, waiting: 0 });
  send('ada');
  send('ada');
  await counts({ held: 1, waiting: 2 });
  const { status, headers, body } = await send('ada').answer;
  expect([status, headers['retry-after'], body.toString()]).toEqual([
    429,
    '5',
    '{"detail":"Try again in 5s"}',
  ]);
});

test('a request that has waited long is asked to retry, and then waits no longer', async () => {
  await app.close();
  await start({ waitMilliseconds: 2000 });
  send('ada');
  await begunAre(['ada']);
  const { status, headers } = await send('ada').answer;
  expect([status, headers['retry-after']]).toEqual([429, '5']);
  expect(slots.counts()).toEqual({ held: 1, waiting: 0 });
});
