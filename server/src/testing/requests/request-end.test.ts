import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { uploadTo } from '../forms.ts';
import { listen } from '../live-server.ts';
import { sharedTestApp } from '../shared-test-app.ts';

const setup = await sharedTestApp({ LOG_LEVEL: 'info' });
const server = await listen(setup.app);
const port = Number(new URL(server.url).port);
const ada = await setup.createFreelancer();
const project = await setup.createProject({ owner: ada });

const GET = 'GET /api/subscription_plans/ HTTP/1.1\r\nhost: localhost:3000\r\n\r\n';

afterEach(() => void vi.useRealTimers());

/** Opens a connection, sends bytes and reads nothing. */
async function unread(bytes: string): Promise<Socket> {
  setup.logs.length = 0;
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(bytes);
  return socket;
}

const connectionsOf = () =>
  new Promise<number>((resolve, reject) =>
    setup.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** Lines of the log about requests, without those that a test's own browser sent. */
function lines() {
  return setup.logs.filter(({ msg }) => msg === 'request');
}

function head(method: string, path: string, more = ''): string {
  const headers = Object.entries(server.headers(ada.browser)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${headers.join('')}${more}\r\n`;
}

test('a ninth waiting request closes its connection, and nothing after it is routed', async () => {
  const socket = await unread(GET.repeat(50_000));
  await closed(socket);
  await eventually(() => expect(lines()).toHaveLength(9));
  expect(lines().map(({ outcome }) => outcome)).toEqual([
    'refused',
    ...Array.from({ length: 8 }, () => 'aborted'),
  ]);
});

test('a tunnel is refused: its connection ends, with one log line', async () => {
  const socket = await unread('CONNECT localhost:22 HTTP/1.1\r\nhost: localhost:3000\r\n\r\n');
  socket.resume();
  await closed(socket);
  await eventually(() => expect(lines()).toHaveLength(1));
  expect(lines()[0]).toMatchObject({ method: 'CONNECT', outcome: 'refused' });
});

test('a body that does not arrive within half a minute is answered with 408', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const socket = await unread(
    head('POST', '/api/projects/', 'content-type: application/json\r\ncontent-length: 9\r\n') + '{',
  );
  let text = '';
  socket.on('data', (bytes) => (text += bytes.toString('latin1')));
  socket.resume();
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
  vi.advanceTimersByTime(29_000);
  expect(text).toBe('');
  const answer = () => {
    vi.advanceTimersByTime(1000);
    return text;
  };
  await expect.poll(answer, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 408 /);
  socket.destroy();
});

test('eight requests in one write are answered', async () => {
  const socket = connect({ port, host: '127.0.0.1' });
  setup.logs.length = 0;
  let text = '';
  socket.on('data', (bytes) => (text += bytes.toString('latin1')));
  socket.write(GET.repeat(8));
  await eventually(() => expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(8));
  socket.destroy();
  await eventually(() => expect(lines().map(({ outcome }) => outcome)).toEqual(Array(8).fill('answered')));
});

test('a write behind an unfinished answer is logged with its status', async () => {
  const { id } = await setup.createMilestone({ project });
  const stream = head('GET', '/api/changes/', 'accept: text/event-stream\r\n');
  const socket = await unread(stream + head('DELETE', `/api/milestones/${id}/`));
  const rows = () => setup.db.selectFrom('milestones').where('id', '=', id).select('id').execute();
  await eventually(async () => expect(await rows()).toEqual([]));
  socket.resetAndDestroy();
  await eventually(() =>
    expect(lines()).toContainEqual(
      expect.objectContaining({ method: 'DELETE', status: 204, outcome: 'aborted' }),
    ),
  );
  expect(lines().filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('a write behind a stalled download is logged, and so is the download', async () => {
  const { id } = await setup.createMilestone({ project });
  const version = await setup.createVersion({ project });
  const { file } = await uploadTo(ada.browser, version.id, randomBytes(16 * 1024 * 1024));
  const socket = await unread(head('GET', file) + head('DELETE', `/api/milestones/${id}/`));
  const begun = once(socket, 'data');
  socket.resume();
  await begun;
  socket.pause();
  const rows = () => setup.db.selectFrom('milestones').where('id', '=', id).select('id').execute();
  await eventually(async () => expect(await rows()).toEqual([]));
  expect(lines()).toEqual([]);
  socket.resetAndDestroy();
  await eventually(() => expect(lines()).toHaveLength(2));
  expect(lines().map(({ method, status, outcome }) => [method, status, outcome])).toEqual([
    ['GET', 200, 'aborted'],
    ['DELETE', 204, 'aborted'],
  ]);
});

test('an unfinished answer behind another releases its place with the connection', async () => {
  const stream = head('GET', '/api/changes/', 'accept: text/event-stream\r\n');
  for (let round = 0; round < 4; round += 1) {
    const socket = await unread(stream.repeat(4));
    await eventually(() => expect(lines()).toHaveLength(4));
    expect(lines().map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    socket.resetAndDestroy();
    await closed(socket);
    await eventually(async () => expect(await connectionsOf()).toBe(0));
  }
});

test.each([
  ['a head of which only half came', 'GET /api/subscription_plans/ HTTP/1.1\r\nho', undefined],
  [
    'a body of which only half came',
    head('POST', '/api/projects/', 'content-type: application/json\r\ncontent-length: 9\r\n') + '{',
    'POST',
  ],
])('%s leaves one log line', async (_what, bytes, method) => {
  for (const leave of ['resetAndDestroy', 'end'] as const) {
    const received = once(setup.app.server, 'connection') as Promise<[Socket]>;
    const socket = await unread(bytes);
    const [theirs] = await received;
    await eventually(() => expect(theirs.bytesRead).toBe(bytes.length));
    socket[leave]();
    socket.resume();
    await eventually(() => expect(lines()).toHaveLength(1));
    expect(lines()[0]).toMatchObject({ outcome: expect.stringMatching(/^(?:aborted|refused)$/) });
    expect(lines()[0]?.['method']).toBe(method);
  }
});

test.each([
  ['ends', (socket: Socket) => socket.end()],
  ['is no body', (socket: Socket) => socket.write('zz\r\nzz\r\n')],
  ['breaks off', (socket: Socket) => socket.resetAndDestroy()],
])(
  'a body that %s after its request was answered leaves one log line and one answer',
  async (_how, leave) => {
    const socket = await unread(
      `POST /api/projects/ HTTP/1.1\r\nhost: localhost:3000\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{`,
    );
    let text = '';
    socket.on('data', (bytes) => (text += bytes.toString('latin1')));
    socket.resume();
    await eventually(() => expect(text).toContain('"detail"'));
    await new Promise((resolve) => socket.write('123', resolve));
    leave(socket);
    await closed(socket);
    await eventually(async () => expect(await connectionsOf()).toBe(0));
    expect(lines()).toEqual([expect.objectContaining({ method: 'POST', status: 403, outcome: 'answered' })]);
    expect(text.match(/^HTTP/gm)).toHaveLength(1);
  },
);

test('a connection that sends nothing leaves no log line', async () => {
  const socket = await unread('');
  socket.resetAndDestroy();
  const other = await setup.createBrowser().get('/healthz');
  expect([other.statusCode, lines().length]).toEqual([200, 1]);
});
