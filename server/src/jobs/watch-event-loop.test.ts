import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { enqueue } from './enqueue.ts';
import { createJobWorker } from './worker.ts';
import { sharedTestApp } from '../testing/shared-test-app.ts';
import { createRequestEnds } from '@vitrin/engine/requests/request-end.ts';
import { createRunningWork } from '@vitrin/engine/event-loop/running-work.ts';
import { createBeat, noteRequests } from '@vitrin/engine/event-loop/watch-event-loop.ts';

/** A clock that stands still until it is moved, as if the event loop had been blocked meanwhile. */
function createWatch() {
  let time = 1000;
  let processorTime = 0;
  const logged: unknown[] = [];
  const log = { warn: (fields: unknown) => void logged.push(fields) };
  const work = createRunningWork(() => time);
  const beat = createBeat(log, work, { now: () => time, processorTime: () => processorTime });
  return {
    logged,
    work,
    beat,
    hold: (milliseconds: number, processorMilliseconds = milliseconds) => {
      time += milliseconds;
      processorTime += processorMilliseconds;
    },
  };
}

test('beats that come in time, or up to 200 ms late, are not logged', () => {
  const { beat, hold, logged } = createWatch();
  for (const milliseconds of [20, 30, 220, 20]) {
    hold(milliseconds);
    beat();
  }
  expect(logged).toEqual([]);
});

test('a request that blocked the loop is named by its method, route and id, not by its address', async () => {
  const { beat, hold, logged, work } = createWatch();
  const app = Fastify({ genReqId: () => 'req-7' });
  createRequestEnds().follow(app);
  noteRequests(app, work);
  app.get('/links/:key', async () => {
    hold(480);
    return 'done';
  });
  await app.inject('/links/secret?token=secret');
  beat();
  expect(logged).toEqual([
    {
      delayMilliseconds: 460,
      processorMilliseconds: 480,
      work: [{ reqId: 'req-7', method: 'GET', route: '/links/:key', milliseconds: 480 }],
      more: 0,
    },
  ]);
  await app.close();
});

test('the processor time distinguishes a machine that slept from work', () => {
  const { beat, hold, logged } = createWatch();
  hold(60_000, 3);
  beat();
  expect(logged).toMatchObject([{ delayMilliseconds: 59_980, processorMilliseconds: 3 }]);
});

test('work that ended before the last beat is not suspected, but running work is', () => {
  const { beat, hold, logged, work } = createWatch();
  work.begin(() => ({ job: 'send-mail' }))();
  work.begin(() => ({ job: 'make-thumbnail' }));
  beat();
  hold(300);
  beat();
  expect(logged).toMatchObject([{ work: [{ job: 'make-thumbnail', milliseconds: 300 }] }]);
});

test('a line stays short however much is going on', () => {
  const { beat, hold, logged, work } = createWatch();
  const ends = Array.from({ length: 500 }, (_, id) => work.begin(() => ({ reqId: `req-${id}` })));
  for (const end of ends.slice(0, 200)) end();
  hold(300);
  beat();
  expect(logged).toMatchObject([{ work: { length: 20 }, more: 330 }]);
});

const setup = await sharedTestApp();

test('a job that blocked the loop is named by its kind, even when it fails', async () => {
  const { beat, hold, logged, work } = createWatch();
  const { context } = setup;
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '' };
  await enqueue(context, 'send-mail', mail);
  const send = async () => {
    hold(400);
    throw new Error('the mail server is down');
  };
  await createJobWorker(context, { 'send-mail': send }, ({ kind }) => ({
    end: work.begin(() => ({ job: kind })),
  })).runDue();
  beat();
  expect(logged).toMatchObject([{ work: [{ job: 'send-mail', milliseconds: 400 }] }]);
});

test('a server that listens watches itself', async () => {
  const { app, context } = setup;
  const warned = new Promise<unknown>((resolve) => {
    context.log.warn = (fields: unknown) => resolve(fields);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  expect(await warned).toMatchObject({ work: [], more: 0 });
});
