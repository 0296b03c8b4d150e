import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context as TraceContext, Span } from '@opentelemetry/api';

export type WorkTrace = {
  span: Span;
  context: TraceContext;
  /** Below 0 it counts the spans left out. */
  childrenLeft: number;
};

/** A request or job; its code finds it by `currentWork`. */
export type Work = {
  /** For a job, of the request that enqueued it. */
  requestId: string | null;
  /** Also for jobs it enqueues; known with the session. */
  tenant: () => string;
  trace: WorkTrace | undefined;
  /** Its timers may outlive it. */
  hasEnded: boolean;
  /** A job that is due at once. */
  hasEnqueued: boolean;
  /** For a token of one project. */
  onlyProject: number | null;
};

/** `traceparent` is W3C's header. */
export type Origin = { request_id: string | null; traceparent: string | null };

const NOWHERE: Origin = { request_id: null, traceparent: null };

/** Later jobs start their own trace: repeating jobs would lead back to one for ever. */
const LONGEST_WAIT_SECONDS = 3600;

const works = new AsyncLocalStorage<Work>();

/** Undefined for none, or once it has ended. */
export function currentWork(): Work | undefined {
  const work = works.getStore();
  return work?.hasEnded ? undefined : work;
}

/** Also after the request has ended. */
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
  // A repeating job's trace might never end otherwise.
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

/** Also after the work has ended. */
export function idsOfTrace(work: Pick<Work, 'trace'> | null): Record<string, string> {
  const span = work?.trace?.span.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
