import { ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { expect, onTestFinished, test } from 'vitest';
import type { LogEvent } from 'kysely';
import { enqueue } from '../jobs/enqueue.ts';
import { createTestApp } from '../testing/test-app.ts';
import { createTraces } from './traces.ts';
import { currentWork, originOfJob, runAs, type Work } from '../current/current-work.ts';

const ABOVE = { trace: 'a'.repeat(32), span: 'b'.repeat(16) };
const TRACEPARENT = `00-${ABOVE.trace}-${ABOVE.span}-01`;

/** Creates traces that keep their spans here, or have an unreachable collector. */
function tracesKept({ ratio = 1, isAway = false } = {}) {
  const spans: ReadableSpan[] = [];
  const warnings: unknown[] = [];
  const traces = createTraces(
    { tracing: { address: 'http://127.0.0.1:9', serviceName: 'vitrin', ratio } },
    { warn: (...words: unknown[]) => void warnings.push(words) },
    undefined,
    {
      export(given, done) {
        if (isAway) return done({ code: ExportResultCode.FAILED, error: new Error('away') });
        spans.push(...given);
        done({ code: ExportResultCode.SUCCESS });
      },
      shutdown: () => Promise.resolve(),
    },
  );
  return { traces, spans, warnings };
}

async function appWith(environment: Record<string, string>, kept: ReturnType<typeof tracesKept>) {
  const setup = await createTestApp(environment, { traces: kept.traces });
  onTestFinished(() => setup.close());
  const ask = (headers: Record<string, string>) =>
    setup.app.inject({ url: '/api/subscription_plans/', headers: { host: 'localhost:3000', ...headers } });
  return { ...setup, ask };
}

const STATEMENT = {
  level: 'query',
  query: { query: { kind: 'RawNode' } },
  queryDurationMillis: 1,
} as unknown as LogEvent;

test('behind a proxy of the owner a request refers to the trace of the caller', async () => {
  const kept = tracesKept();
  const { ask } = await appWith({ TRUST_PROXY: '1' }, kept);
  await ask({ traceparent: TRACEPARENT });
  await ask({ traceparent: '00-nothing-01' });
  await ask({ traceparent: 'x'.repeat(12_000) });
  await kept.traces.stop();
  expect(kept.spans.map(({ links }) => links.map(({ context }) => context.spanId))).toEqual([
    [ABOVE.span],
    [],
    [],
  ]);
  for (const span of kept.spans) expect(span.spanContext().traceId).not.toBe(ABOVE.trace);
});

test.each<Record<string, string>>([{}, { TRUST_PROXY: '1' }])(
  'no caller has its requests recorded where the share is 0: %j',
  async (environment) => {
    const kept = tracesKept({ ratio: 0 });
    const { ask } = await appWith(environment, kept);
    await ask({ traceparent: TRACEPARENT });
    await kept.traces.stop();
    expect(kept.spans).toEqual([]);
  },
);

test('the spans below one request or job are bounded, and the others counted', async () => {
  const { traces, spans } = tracesKept();
  const work: Work = {
    requestId: 'req-1',
    trace: traces.begin('job work', 'job'),
    hasEnded: false,
    tenant: () => '',
    hasEnqueued: false,
    onlyProject: null,
  };
  runAs(work, () => {
    for (let number = 0; number < 20_000; number += 1) traces.noteStatement(STATEMENT);
  });
  if (work.trace) traces.end(work.trace, {});
  await traces.stop();
  expect(spans.filter(({ name }) => name === 'other')).toHaveLength(500);
  const job = spans.find(({ name }) => name === 'job work');
  expect(job?.attributes['vitrin.spans_left_out']).toBe(19_500);
});

test('an unreachable collector costs one line of the log', async () => {
  const kept = tracesKept({ isAway: true });
  const { ask } = await appWith({}, kept);
  for (let number = 0; number < 1200; number += 1) {
    const answer = await ask({});
    if (number === 0 || number === 1199) expect(answer.statusCode).toBe(200);
  }
  await kept.traces.stop();
  expect(kept.warnings).toHaveLength(1);
});

test('work that outlives its request does not belong to it, nor does a job that waits for more than an hour', () => {
  const work: Work = {
    requestId: 'req-7',
    trace: undefined,
    hasEnded: false,
    tenant: () => '',
    hasEnqueued: false,
    onlyProject: null,
  };
  runAs(work, () => {
    expect(originOfJob(3600)).toEqual({ request_id: 'req-7', traceparent: null });
    expect(originOfJob(3601)).toEqual({ request_id: null, traceparent: null });
    work.hasEnded = true;
    expect(currentWork()).toBeUndefined();
    expect(originOfJob(0)).toEqual({ request_id: null, traceparent: null });
  });
});

test('a job enqueued by a job without a request begins a trace of its own', async () => {
  const kept = tracesKept();
  const { context, db, runJobs } = await appWith({}, kept);
  const job: Work = {
    requestId: null,
    trace: kept.traces.begin('job sweep', 'job'),
    hasEnded: false,
    tenant: () => '',
    hasEnqueued: false,
    onlyProject: null,
  };
  await runAs(job, () => enqueue(context, 'delete-objects', { keys: [] }));
  const row = await db.selectFrom('jobs').select(['request_id', 'traceparent']).executeTakeFirstOrThrow();
  expect(row).toEqual({ request_id: null, traceparent: null });
  await runJobs();
  await kept.traces.stop();
  expect(kept.spans.find(({ name }) => name === 'job delete-objects')?.parentSpanContext).toBeUndefined();
});
