import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace as traceApi,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { LogEvent } from 'kysely';
import { observed } from '@vitrin/engine/storage/observed.ts';
import type { Storage } from '@vitrin/engine/storage/storage.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import { statementName } from '@vitrin/engine/sql/statement-name.ts';
import { currentWork, type WorkTrace } from '../current/current-work.ts';

/** Sender of traces to a collector. Names and attributes are bounded: no ids, addresses or texts of people. */
export type Traces = {
  /** Begins a span below our own `above`, or a trace that only links the `caller`, who could else choose the sampling. */
  begin: (name: string, of: keyof typeof KINDS, other?: OtherSpans) => WorkTrace;
  /** Ends it. `error` names the class of the error, and is undefined after a success. */
  end: (trace: WorkTrace, attributes: Attributes, error?: string) => void;
  noteStatement: (event: LogEvent) => void;
  measured: (storage: Storage) => Storage;
  /** Sends the remaining spans, for two seconds at most. */
  stop: () => Promise<void>;
};

type OtherSpans = { above?: string | null; caller?: string | null };

const KINDS = { request: SpanKind.SERVER, job: SpanKind.CONSUMER } as const;

/** More would make a trace that is too long to read, and one job may run a hundred thousand statements. */
const MOST_CHILDREN = 500;
const STOP_MILLISECONDS = 2000;
const COMPLAINT_PAUSE_MILLISECONDS = 10 * 60_000;

/** Sends traces by OTLP over HTTP where configured; an absent collector costs spans and a log line in ten minutes. */
export function createTraces(
  { tracing }: Pick<Config, 'tracing'>,
  log: Pick<Context['log'], 'warn'>,
  worker?: number,
  exporter: SpanExporter = new OTLPTraceExporter({ url: tracing.address ?? '' }),
): Traces {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': tracing.serviceName,
      'process.pid': process.pid,
      ...(worker !== undefined && { 'vitrin.worker': worker }),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(tracing.ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: complaining(exporter, log) })],
  });
  const tracer = provider.getTracer('vitrin');

  /** A span below the work that runs now; undefined where there is none or it has enough of them. */
  function beginChild(name: string, kind: SpanKind, attributes: Attributes, startTime?: number) {
    const parent = currentWork()?.trace;
    if (!parent?.span.isRecording()) return undefined;
    parent.childrenLeft -= 1;
    if (parent.childrenLeft < 0) return undefined;
    return tracer.startSpan(name, { kind, attributes, ...(startTime && { startTime }) }, parent.context);
  }

  return {
    begin(name, of, { above: traceparent, caller } = {}) {
      const above = traceparent ? parseTraceParent(traceparent) : null;
      const linked = caller ? parseTraceParent(caller) : null;
      const parent = above
        ? traceApi.setSpanContext(ROOT_CONTEXT, { ...above, isRemote: true })
        : ROOT_CONTEXT;
      const links = linked ? [{ context: linked }] : [];
      const span = tracer.startSpan(name, { kind: KINDS[of], links }, parent);
      return { span, context: traceApi.setSpan(ROOT_CONTEXT, span), childrenLeft: MOST_CHILDREN };
    },

    end({ span, childrenLeft }, attributes, error) {
      span.setAttributes(attributes);
      if (childrenLeft < 0) span.setAttribute('vitrin.spans_left_out', -childrenLeft);
      endSpan(span, error);
    },

    noteStatement({ level, query, queryDurationMillis, ...event }) {
      const name = statementName(query.query);
      const attributes = { 'db.operation.name': name };
      const span = beginChild(name, SpanKind.CLIENT, attributes, Date.now() - queryDurationMillis);
      if (span) endSpan(span, level === 'error' && 'error' in event ? classOf(event.error) : undefined);
    },

    measured: (storage) =>
      observed(storage, {
        async around(operation, run) {
          const span = beginChild(`store ${operation}`, SpanKind.CLIENT, {});
          if (!span) return run();
          try {
            const result = await run();
            endSpan(span);
            return result;
          } catch (error) {
            endSpan(span, classOf(error));
            throw error;
          }
        },
      }),

    async stop() {
      const { promise: tooLong, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, STOP_MILLISECONDS);
      // Spans that could not be sent are in the log by then; they are no reason to end with an error.
      await Promise.race([provider.shutdown().catch(() => {}), tooLong]);
      clearTimeout(timer);
    },
  };
}

function endSpan(span: Span, error?: string): void {
  if (error !== undefined) {
    span.setAttribute('error.type', error);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** Returns the class of an error alone: its message may hold text that a user wrote. */
function classOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : 'unknown';
}

/** Sends as an exporter does, and says in the log where that fails, seldom. */
function complaining(exporter: SpanExporter, log: Pick<Context['log'], 'warn'>): SpanExporter {
  let quietUntil = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.FAILED && performance.now() >= quietUntil) {
          quietUntil = performance.now() + COMPLAINT_PAUSE_MILLISECONDS;
          log.warn({ err: result.error, spans: spans.length }, 'Traces could not be sent');
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
