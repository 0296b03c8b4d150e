import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context as TraceContext, Span } from '@opentelemetry/api';

export type WorkTrace = {
  span: Span;
  context: TraceContext;
  /** How many more spans may hang below it; below 0 it counts those left out. */
  childrenLeft: number;
};

/** A request that is answered, or a job that runs. Whatever they call finds it by `currentWork`. */
export type Work = {
  /** Id of the request; for a job, of the request that enqueued it. Null where no request did. */
  requestId: string | null;
  /** Tenant in the order of turns, also for the jobs that it enqueues; for a request, known with its session. */
  tenant: () => string;
  trace: WorkTrace | undefined;
  /** Timers that it began may outlive it, and are not its work any more. */
  hasEnded: boolean;
  /** It has enqueued a job that is due at once. */
  hasEnqueued: boolean;
  /** The only project that it may see, of a request with a token of one project; null for all that its user sees. */
  onlyProject: number | null;
};

/** Columns of a job's row that name the work that enqueued it; `traceparent` is a header of W3C's Trace Context. */
export type Origin = { request_id: string | null; traceparent: string | null };

const NOWHERE: Origin = { request_id: null, traceparent: null };

/** A job that waited for longer starts its own trace, since repeating jobs would lead back to one for ever. */
const LONGEST_WAIT_SECONDS = 3600;

const works = new AsyncLocalStorage<Work>();

/** Returns the request or job that this code runs for; undefined for none, or once it has ended. */
export function currentWork(): Work | undefined {
  const work = works.getStore();
  return work?.hasEnded ? undefined : work;
}

/** Returns the only project that may be seen, null for all; holds for all that a request began, also after its end. */
export function onlyProject(): number | null {
  return works.getStore()?.onlyProject ?? null;
}

export function runAs<T>(work: Work, run: () => T): T {
  return works.run(work, run);
}

export function noteEnqueued(): void {
  const work = currentWork();
  if (work) work.hasEnqueued = true;
}

export function originOfJob(delaySeconds: number): Origin {
  const work = currentWork();
  // A job that is enqueued by one without a request starts its own trace, which might never end otherwise.
  if (!work || work.requestId === null || delaySeconds > LONGEST_WAIT_SECONDS) return NOWHERE;
  return { request_id: work.requestId, traceparent: work.trace ? traceparentOf(work.trace.span) : null };
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

export function fieldsOfLog(): Record<string, string> {
  const work = currentWork();
  if (!work) return {};
  return {
    ...(work.requestId !== null && { reqId: work.requestId }),
    ...idsOfTrace(work),
  };
}

/** Returns the ids of the trace for a log line, also after the work has ended. */
export function idsOfTrace(work: Pick<Work, 'trace'> | null): Record<string, string> {
  const span = work?.trace?.span.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
