import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Stream } from 'node:stream';
import { queryObjects } from 'node:v8';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { uploadTo } from '../forms.ts';
import { listen } from '../live-server.ts';
import { sharedTestApp } from '../shared-test-app.ts';

const MIB = 1024 * 1024;
const AT_ONCE = 4;
/** A leaked download would hold 16 KB. */
const MOST_GROWTH = 4 * MIB;

const setup = await sharedTestApp({ LOG_LEVEL: 'info', RATE_LIMITS: 'off' });
const server = await listen(setup.app);
const port = Number(new URL(server.url).port);
const ada = await setup.createFreelancer();
const version = await setup.createVersion({ project: await setup.createProject({ owner: ada }) });
const { file } = await uploadTo(ada.browser, version.id, randomBytes(8 * MIB));

function head(path: string, more = ''): string {
  const headers = Object.entries(server.headers(ada.browser)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${headers.join('')}${more}\r\n`;
}

const DOWNLOAD = head(file);
const STREAM = head('/api/changes/', 'accept: text/event-stream\r\n');
const PIPELINE = STREAM + head('/api/subscription_plans/').repeat(7);

/** Waits for the first bytes of an answer; rejects where the connection closes without one. */
async function firstBytes(socket: Socket, event: 'data' | 'readable'): Promise<void> {
  const over = new AbortController();
  const closed = once(socket, 'close', over).then(() => {
    throw new Error('closed without an answer');
  });
  await Promise.race([once(socket, event, over), closed]).finally(() => over.abort());
}

/** Downloads a file until the first bytes have come. */
async function breakOffDownload(): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.write(DOWNLOAD);
  await firstBytes(socket, 'data');
  socket.resetAndDestroy();
}

/** Sends eight requests in one write and disconnects without reading. */
async function leaveUnread(): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  await once(socket, 'connect');
  socket.write(PIPELINE);
  await firstBytes(socket, 'readable');
  socket.resetAndDestroy();
}

/** Outcomes of this many runs, a few at once; each leaves `lines` log lines. */
async function outcomesOf(run: () => Promise<void>, times: number, lines: number): Promise<unknown[]> {
  setup.logs.length = 0;
  let left = times;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await run();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const logged = () => setup.logs.filter(({ msg }) => msg === 'request');
  await eventually(() => expect(logged()).toHaveLength(times * lines));
  const outcomes = logged().map(({ outcome }) => outcome);
  setup.logs.length = 0;
  return outcomes;
}

/**
 * Streams and bytes in memory after a collection of all that nothing refers to: requests, answers and sockets are all streams, and one
 * look at the whole heap, which other tests have filled, takes seconds on a busy machine.
 */
function held() {
  const objects = queryObjects(Stream, { format: 'count' });
  return { objects, bytes: process.memoryUsage().heapUsed };
}

/** The long run (`npm run test:large`) makes as many as once filled a server. */
const isLong = process.env['VITRIN_CORPUS'] === 'whole';

test.each([
  { what: 'downloads that are broken off', run: breakOffDownload, times: isLong ? 2200 : 150, lines: 1 },
  { what: 'pipelines that nobody reads', run: leaveUnread, times: isLong ? 600 : 50, lines: 8 },
])('$what leave a line each, and nothing in memory', async ({ run, times, lines }) => {
  await outcomesOf(run, 40, lines);
  const before = held();
  const outcomes = await outcomesOf(run, times, lines);
  expect(outcomes).toContain('aborted');
  await eventually(() => {
    const after = held();
    expect(after.objects).toBeLessThan(before.objects + 50);
    expect(after.bytes).toBeLessThan(before.bytes + MOST_GROWTH);
  });
});
