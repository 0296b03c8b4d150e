import http from 'node:http';
import net from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Delivery, prepareDelivery } from '../../../../test-kit/delivery.ts';
import { type Product, startProduct } from '../../../../test-kit/product.ts';
import { callAt } from '../instances/open-call.ts';

const WAIT = { timeout: 20_000, interval: 50 };

let product: Product;
let delivery: Delivery;

beforeAll(async () => {
  product = await startProduct({ startWithinMs: 180_000, env: { WORKERS: '2' } });
  await secondProcess(1);
  delivery = await prepareDelivery(product, 'bad-days');
}, 240_000);

afterAll(() => product.remove());

/** Waits until a second worker has been ready this many times; resolves to its process id. */
async function secondProcess(times: number): Promise<number> {
  return vi.waitFor(
    () => {
      const ready = Array.from(product.log().matchAll(/"process":(\d+),"msg":"A worker is ready"/g));
      expect(ready).toHaveLength(times);
      return Number(ready.at(-1)?.[1]);
    },
    { timeout: 60_000, interval: 50 },
  );
}

const port = () => Number(new URL(product.url).port);

/** A new connection each time; two after each other reach both processes. */
function over(agent = new http.Agent()) {
  return { port: port(), publicUrl: product.url, agent };
}

/** Sends malformed text; resolves to the bytes received until the other side closes, or stops sending. */
async function sendRaw(text: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = net.connect(port(), '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (piece) => (answer += piece));
  socket.on('error', () => resolve(answer)).on('close', () => resolve(answer));
  socket.setTimeout(2000, () => socket.destroy());
  socket.write(Buffer.from(text, 'latin1'));
  return promise;
}

const ending = 'Connection: close\r\n\r\n';
const host = () => `Host: ${new URL(product.url).host}\r\n`;

test.each<[string, () => string]>([
  ['bytes above ASCII in the address', () => `GET /\xff\xfe\x80 HTTP/1.1\r\n${host()}${ending}`],
  ['a control character in the address', () => `GET /api/\x7f/\x01 HTTP/1.1\r\n${host()}${ending}`],
  ['a whole address', () => `GET http://elsewhere.example/api/nothing/ HTTP/1.1\r\n${host()}${ending}`],
  ['an asterisk', () => `OPTIONS * HTTP/1.1\r\n${host()}${ending}`],
  ['bytes above ASCII in a header', () => `POST /x HTTP/1.1\r\n${host()}X-A: \xe9\x80\xff\r\n${ending}`],
  ['two lengths', () => `POST /x HTTP/1.1\r\n${host()}Content-Length: 1\r\nContent-Length: 2\r\n${ending}x`],
  [
    'chunks and a length',
    () =>
      `POST /x HTTP/1.1\r\n${host()}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n${ending}0\r\n\r\n`,
  ],
  [
    'another protocol',
    () => `GET /x HTTP/1.1\r\n${host()}Upgrade: websocket\r\nConnection: upgrade, close\r\n\r\n`,
  ],
  ['a tunnel', () => `CONNECT elsewhere.example:443 HTTP/1.1\r\n${host()}${ending}`],
  ['an expectation', () => `POST /x HTTP/1.1\r\n${host()}Expect: 299-nothing\r\n${ending}`],
  ['a long address', () => `GET /${'a'.repeat(65_536)} HTTP/1.1\r\n${host()}${ending}`],
  ['an unknown method', () => `QWERTY /x HTTP/1.1\r\n${host()}${ending}`],
  ['an old version', () => `POST /api/projects/ HTTP/1.0\r\n${host()}\r\n`],
  [
    'two requests at once',
    () =>
      `POST /api/no/ HTTP/1.1\r\n${host()}Content-Length: 0\r\n\r\nGET /api/projects/ HTTP/1.1\r\n${host()}${ending}`,
  ],
])(
  'both answer %s alike',
  async (_name, text) => {
    const worker = await secondProcess(1);
    const statusesOf = (answer: string) => answer.match(/^HTTP\/1\.1 \d+/gm);
    const first = statusesOf(await sendRaw(text()));
    expect(statusesOf(await sendRaw(text()))).toEqual(first);
    // All of them still run.
    for (let at = 0; at < 2; at += 1)
      expect((await callAt(over(), delivery.customer, 'GET', '/api/projects/')).status).toBe(200);
    expect(await secondProcess(1)).toBe(worker);
  },
  60_000,
);

test('work that takes turns runs in the first process, for requests to any process', async () => {
  const address = `/api/projects/${delivery.project}/offline/`;
  // Without a build of the web application no copy can be made: the process that would make it reports that, too.
  for (let at = 0; at < 2; at += 1)
    expect([200, 503]).toContain((await callAt(over(), delivery.customer, 'GET', address)).status);
  const answered = () =>
    Array.from(product.log().matchAll(/"worker":(\d),[^\n]*\/offline\/[^\n]*"status":\d/g));
  await vi.waitFor(() => expect(answered().map(([, worker]) => worker)).toEqual(['1', '1']), WAIT);
}, 60_000);

test('a worker that hangs and dies takes the connections with it that it had not accepted yet', async () => {
  const worker = await secondProcess(1);
  process.kill(worker, 'SIGSTOP');
  const calls = Array.from({ length: 8 }, async () =>
    callAt(over(), delivery.customer, 'GET', '/api/projects/').then(
      ({ status }) => status,
      () => 'broken',
    ),
  );
  // The other four connections are answered while it hangs.
  const answered: unknown[] = [];
  for (const call of calls) void call.then((status) => answered.push(status));
  await vi.waitFor(() => expect(answered).toEqual([200, 200, 200, 200]), WAIT);
  process.kill(worker, 'SIGKILL');
  expect((await Promise.all(calls)).filter((status) => status === 'broken')).toHaveLength(4);
  await secondProcess(2);
}, 60_000);

test('a worker that is asked to stop finishes its work, and is replaced without an alarm', async () => {
  const worker = await secondProcess(2);
  const agents = [1, 2].map(() => new http.Agent({ keepAlive: true, maxSockets: 1 }));
  for (const agent of agents) await callAt(over(agent), delivery.customer, 'GET', '/api/projects/');
  const alarms = product.log().split('"level":50').length;
  process.kill(worker, 'SIGTERM');
  await secondProcess(3);
  expect(product.log()).toContain('A worker was stopped and is replaced');
  expect(product.log().split('"level":50')).toHaveLength(alarms);
  for (const agent of agents) agent.destroy();
}, 60_000);

test('workers that are all asked to stop at once, as by a service manager, end without an error', async () => {
  const worker = await secondProcess(3);
  const alarms = product.log().split('"level":50').length;
  process.kill(worker, 'SIGTERM');
  expect(await product.stop()).toBe(0);
  expect(() => process.kill(worker, 0)).toThrow(/ESRCH/);
  expect(product.log().split('"level":50')).toHaveLength(alarms);
}, 60_000);
