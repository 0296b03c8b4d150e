import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context as TraceContext, Span } from '@opentelemetry/api';

/** The span of a request or a job, below which the spans of its statements and of the file store hang. */
export type WorkTrace = {
  span: Span;
  /** What spans below it name as their parent. */
  context: TraceContext;
  /** How many more spans may hang below it; below 0 it counts those left out. */
  childrenLeft: number;
};

/** A request that is answered, or a job that runs. Whatever they call finds it by `currentWork`. */
export type Work = {
  /** Of a job: of the request that enqueued it. Null where no request did. */
  requestId: string | null;
  /** The tenant whose turns it takes, also by the jobs that it enqueues; of a request, known with its session. */
  tenant: () => string;
  /** Undefined where nobody asked for traces. */
  trace: WorkTrace | undefined;
  /** Timers that it began may outlive it, and are not its work any more. */
  hasEnded: boolean;
  /** It has enqueued a job that is due at once. */
  hasEnqueued: boolean;
  /** The only project that it may see, of a request with a token of one project; null for all that its user sees. */
  onlyProject: number | null;
};

/** What a job's row keeps of the work that enqueued it; `traceparent` is a header of W3C's Trace Context. */
export type Origin = { request_id: string | null; traceparent: string | null };

const NOWHERE: Origin = { request_id: null, traceparent: null };

/**
 * A job that waits for longer has an origin of its own: nobody looks for its request any more, and jobs that repeat
 * themselves would lead back to one for ever.
 */
const LONGEST_WAIT_SECONDS = 3600;

const works = new AsyncLocalStorage<Work>();

/** The request or job on whose behalf this runs; undefined for none, or once it has ended. */
export function currentWork(): Work | undefined {
  const work = works.getStore();
  return work?.hasEnded ? undefined : work;
}

/** The only project that may be seen here; null for all. It holds to the end of what a request began, also when that has ended. */
export function onlyProject(): number | null {
  return works.getStore()?.onlyProject ?? null;
}

/** Runs something, and all that it begins, on behalf of a request or job. */
export function runAs<T>(work: Work, run: () => T): T {
  return works.run(work, run);
}

/** Notes that the work of now has enqueued a job that is due at once. */
export function noteEnqueued(): void {
  const work = currentWork();
  if (work) work.hasEnqueued = true;
}

/** What the row of a job says that is enqueued now and waits for so many seconds. */
export function originOfJob(delaySeconds: number): Origin {
  const work = currentWork();
  // What a job without a request enqueues does not go on with its trace, which might never end.
  if (!work || work.requestId === null || delaySeconds > LONGEST_WAIT_SECONDS) return NOWHERE;
  return { request_id: work.requestId, traceparent: work.trace ? traceparentOf(work.trace.span) : null };
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

/** What each log line says of the work it was written for. */
export function fieldsOfLog(): Record<string, string> {
  const work = currentWork();
  if (!work) return {};
  return {
    ...(work.requestId !== null && { reqId: work.requestId }),
    ...idsOfTrace(work),
  };
}

/** What a log line says of the trace of its work, also after that has ended. */
export function idsOfTrace(work: Pick<Work, 'trace'> | null): Record<string, string> {
  const span = work?.trace?.span.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
