import { type Socket, connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { startProduct } from '../../test-kit/product.ts';
import { isWanted, report } from './compare.ts';
import { httpRequest } from './load.ts';
import { inMegabytes, residentMegabytes } from '../../test-kit/large/process-memory.ts';
import { ENV, headersOf, portOf } from './requests.ts';

export const STREAMS = 'streams: 500 open pages that wait for changes (resident)';
const PEOPLE = 50;
const STREAMS_OF_EACH = 10;
const MOST_MEGABYTES = 30;
/** Longest time until a page shows a change, and until a stream ends after its session (specification 9.12). */
const HEARD_MS = 2000;
const ENDED_MS = 1000;
const SETTLE_MS = 5000;
/** A stream that is not open by then was refused, however busy the machine is. */
const OPEN_MS = 60_000;
const MOST_MS = 10_000;
const AUTH = '/api/_allauth/browser/v1/auth';

/** Measures the cost of open change streams, and the time until all of them receive a change. */
export async function measureStreams(folder: string): Promise<void> {
  if (!isWanted(STREAMS)) return;
  const product = await startProduct({ dataDir: path.join(folder, 'streams'), env: ENV });
  const port = portOf(product);
  const sessions: ApiSession[] = [];
  for (let count = 0; count < PEOPLE; count += 1) {
    const { cookies } = await registerFreelancer(product, `streams-${count}`);
    sessions.push(openApiSession(product.url, cookies));
  }
  const requestOf = (session: ApiSession) =>
    httpRequest('GET', '/api/changes/', [...headersOf(session), 'accept: text/event-stream']);
  // The first streams also pay for code and buffers that later ones share.
  const first = sessions.map((session) => openStream(port, requestOf(session)));
  await untilOpen(first);
  await pause(SETTLE_MS);
  for (const { socket } of first) socket.destroy();
  await pause(SETTLE_MS);
  const before = residentMegabytes(product.pid).now;

  const streams = sessions.flatMap((session) =>
    Array.from({ length: STREAMS_OF_EACH }, () => openStream(port, requestOf(session))),
  );
  const open = await untilOpen(streams);
  await pause(SETTLE_MS);
  const during = residentMegabytes(product.pid).now;
  const written = await timed(sessions, (session) =>
    session.expectCall(201, 'POST', '/api/projects/', { name: 'Heard' }),
  );
  const heard = await untilAll(streams, 'event: change');
  const loggedOut = await timed(sessions, (session) => session.call('DELETE', `${AUTH}/session`));
  const ended = await untilAll(streams, 'event: end');
  for (const { socket } of streams) socket.destroy();
  await product.stop();
  const cost = during - before;
  report({
    what: STREAMS,
    figures: {
      Vitrin: inMegabytes(cost),
      before: inMegabytes(before),
      open: String(open),
      '50 projects written': `${written.toFixed(0)} ms`,
      'until all 500 have heard': `${heard.toFixed(0)} ms`,
      '50 people logged out': `${loggedOut.toFixed(0)} ms`,
      'until all 500 have ended': `${ended.toFixed(0)} ms`,
    },
    note: `must <= ${MOST_MEGABYTES} MB, ${HEARD_MS} ms and ${ENDED_MS} ms`,
    missed: [
      ...(heard > HEARD_MS ? [`heard ${heard.toFixed(0)} ms`] : []),
      ...(ended > ENDED_MS ? [`ended ${ended.toFixed(0)} ms`] : []),
      ...(cost > MOST_MEGABYTES ? [`memory ${inMegabytes(cost)}`] : []),
      ...(open < streams.length ? [`${open} streams open`] : []),
    ],
  });
}

type Stream = { socket: Socket; text: () => string };

/** Time to run `work` for each session in turn, in milliseconds. */
async function timed(
  sessions: readonly ApiSession[],
  work: (session: ApiSession) => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  for (const session of sessions) await work(session);
  return performance.now() - began;
}

/** Time in milliseconds until all of these streams have received an event, at most MOST_MS. */
async function untilAll(streams: readonly Stream[], event: string): Promise<number> {
  const began = performance.now();
  while (streams.some((stream) => !stream.text().includes(event)) && performance.now() - began < MOST_MS)
    await pause(5);
  return performance.now() - began;
}

/** Waits until each of these streams is open; resolves to the number of open ones. */
async function untilOpen(streams: readonly Stream[]): Promise<number> {
  const began = performance.now();
  for (;;) {
    const open = streams.filter((stream) => stream.text().includes('event: ready')).length;
    if (open === streams.length || performance.now() - began > OPEN_MS) return open;
    await pause(50);
  }
}

function openStream(port: number, request: Buffer): Stream {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (part: string) => (text += part));
  socket.on('error', () => {});
  socket.write(request);
  return { socket, text: () => text };
}
