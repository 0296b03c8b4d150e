import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import { createTraces, type Traces } from '../../tracing/traces.ts';
import { ROWS } from '../access-matrix/access-matrix.ts';
import type { Row } from '../access-matrix/access-row.ts';
import { createWorld, type World } from '../access-matrix/access-world.ts';
import { eventually } from '../eventually.ts';
import { listen } from '../live-server.ts';
import { sharedTestApp } from '../shared-test-app.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { removeEverybody } from '../traces.ts';

const MOMENTS = 5;

/** Number of times that the span of each request was ended, by its id. */
const spans = new Map<string, number>();
/** If a gate is set, handlers report their call, and wait until it is open. */
let gate: { enter: () => void; opened: Promise<void> } | undefined;

const setup = await sharedTestApp(
  { RATE_LIMITS: 'off', LOG_LEVEL: 'info' },
  { webFolder: temporaryFolder(), onRoute: hold, traces: heardTraces() },
);
const server = await listen(setup.app);

/** Traces without a collector that count the spans of requests. */
function heardTraces(): Traces {
  const traces = createTraces(
    { tracing: { address: 'http://127.0.0.1:9', serviceName: 'vitrin', ratio: 1 } },
    { warn: () => {} },
    undefined,
    { export: (_spans, done) => done({ code: 0 }), shutdown: () => Promise.resolve() },
  );
  return {
    ...traces,
    begin(name, of, other) {
      const trace = traces.begin(name, of, other);
      if (of === 'request') spans.set(trace.span.spanContext().spanId, 0);
      return trace;
    },
    end(trace, ...how) {
      const { spanId } = trace.span.spanContext();
      const times = spans.get(spanId);
      if (times !== undefined) spans.set(spanId, times + 1);
      traces.end(trace, ...how);
    },
  };
}

/** Makes the handler of a route wait for the gate. */
function hold(route: RouteOptions): void {
  const { handler } = route;
  route.handler = function (request, reply) {
    if (!gate) return handler.call(this, request, reply);
    gate.enter();
    return gate.opened.then(() => handler.call(this, request, reply));
  };
}

const lines = () => setup.logs.filter(({ msg }) => msg === 'request');

type Bytes = { head: string; body: Buffer };

let world: World | undefined;

/** The owner's request of a row as raw bytes; one without a body gets one that nothing reads. */
async function bytesOf({ route, call }: Row): Promise<Bytes> {
  const [method = '', address = ''] = route.split(' ');
  if (!world) await removeEverybody(setup);
  world ??= await createWorld(setup);
  const { owner } = world;
  const { id = '', payload = 'unread', query = {}, headers = {} } = await call(world);
  const isPlain = typeof payload === 'object' && !(payload instanceof FormData || Buffer.isBuffer(payload));
  const sent = new Response(
    isPlain ? JSON.stringify(payload) : (payload as ConstructorParameters<typeof Response>[0]),
    {
      headers: {
        ...(isPlain && { 'content-type': 'application/json' }),
        ...(headers as Record<string, string>),
        ...server.headers(owner.browser),
      },
    },
  );
  // The next row meets the same world after a read.
  if (method !== 'GET' && method !== 'HEAD') world = undefined;
  const body = Buffer.from(await sent.clone().arrayBuffer());
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const target = `${address.replace(':id', String(id)).replace(':number', '1')}?${search}`;
  const fields = [...sent.headers, ['content-length', String(body.length)]];
  const head = `${method} ${target} HTTP/1.1\r\n${fields.map((field) => field.join(': ')).join('\r\n')}\r\n\r\n`;
  return { head, body };
}

/** Sends bytes on a new connection, waits until the server has read them and for `more`, and breaks the connection. */
async function breakOff(bytes: string | Buffer, more: (socket: Socket) => unknown = () => {}): Promise<void> {
  const received = once(setup.app.server, 'connection') as Promise<[Socket]>;
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {});
  const [theirs] = await received;
  const closed = new Promise((resolve) => theirs.once('close', resolve));
  const extra = Promise.resolve(more(socket));
  socket.write(bytes);
  while (theirs.bytesRead < bytes.length && !theirs.destroyed) await turn();
  await extra;
  socket.resetAndDestroy();
  await closed;
}

/**
 * Waits for the first bytes of an answer; an earlier request with a running handler may also close the
 * connection.
 */
function firstBytes(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('data', () => resolve()).once('close', () => resolve());
  });
}

/** Breaks a request off before its answer begins if its handler is reached; otherwise as soon as it is answered. */
async function breakOffInHandler(bytes: Buffer): Promise<void> {
  const [entered, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  gate = { enter: entered.resolve, opened: opened.promise };
  await breakOff(bytes, (socket) => Promise.race([entered.promise, firstBytes(socket)]));
  gate = undefined;
  opened.resolve();
}

test.each(ROWS)('$route $about ends once at each of five moments', async (row) => {
  const { head, body } = await bytesOf(row);
  setup.logs.length = 0;
  spans.clear();
  const whole = Buffer.concat([Buffer.from(head), body]);
  await breakOff(head.slice(0, head.length / 2));
  await breakOff(head);
  await breakOff(whole.subarray(0, head.length + body.length / 2));
  await breakOffInHandler(whole);
  await breakOff(whole, firstBytes);
  const method = row.route.split(' ')[0];
  expect(lines().map((line) => line['method'])).toEqual([undefined, ...Array(MOMENTS - 1).fill(method)]);
  expect(lines()[0]?.['outcome']).toBe('aborted');
  for (const line of lines()) expect(line['outcome']).toMatch(/^(?:aborted|answered)$/);
  expect([...spans.values()]).toEqual(Array(MOMENTS).fill(1));
});

test('afterwards no request is running', async () => {
  await eventually(async () => {
    // Allows a moment for ended requests to be removed from the list.
    await pause(50);
    setup.logs.length = 0;
    const heldUntil = performance.now() + 400;
    while (performance.now() < heldUntil);
    await pause(50);
    const held = setup.logs.find(({ msg }) => msg === 'The event loop was held up');
    expect(held).toMatchObject({ work: [], more: 0 });
  });
});
