import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  InstrumentType,
  MeterProvider,
  type MetricData,
  MetricReader,
  type ScopeMetrics,
} from '@opentelemetry/sdk-metrics';
import type { LogEvent } from 'kysely';
import { observed } from '@vitrin/engine/storage/observed.ts';
import type { Storage } from '@vitrin/engine/storage/storage.ts';
import type { Context } from '../context.ts';
import type { RequestEnds } from '@vitrin/engine/requests/request-end.ts';
import type { JobOutcome } from '../jobs/worker.ts';
import { measureProcess } from './process-metrics.ts';
import { countOpenUploads, countQueuedJobs, type QueuedJobs } from './state-queries.ts';
import { statementName } from '@vitrin/engine/sql/statement-name.ts';

/** Figures of one process. */
export type Measured = ScopeMetrics[];

/** Instruments of an installation. Label values are bounded: no ids, paths or texts of people. */
export type Metrics = {
  contentType: string;
  /** The state of everything in the text format of Prometheus. */
  text: (context: Pick<Context, 'db'>) => Promise<string>;
  own: () => Promise<Measured>;
  include: (others: () => Promise<Measured[]>) => void;
  noteStatement: (event: LogEvent) => void;
  /** Counts a job that begins; the result is called when it ends. */
  noteJob: (kind: string) => (outcome: JobOutcome) => void;
  measured: (storage: Storage) => Storage;
  watchRequests: (ends: Pick<RequestEnds, 'watch'>) => void;
};

const SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10];
const STATEMENT_SECONDS = [0.0005, 0.002, 0.01, 0.05, 0.25, 1];
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600, 3600];
/** Asked every few seconds by whatever watches the server: they would hide how people's requests fare. */
const PROBES = new Set(['/healthz', '/readyz']);
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Combinations of labels of one metric, beyond which they are counted together. */
const MOST_SERIES = 10_000;
/** `text/plain` of Prometheus, which OpenTelemetry's collectors read too. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Collects when it is asked. A gauge that is read at the scrape has only the labels that were seen then. */
class ScrapeReader extends MetricReader {
  constructor() {
    super({
      aggregationTemporalitySelector: (type) =>
        type === InstrumentType.OBSERVABLE_GAUGE
          ? AggregationTemporality.DELTA
          : AggregationTemporality.CUMULATIVE,
      cardinalitySelector: () => MOST_SERIES,
    });
  }

  protected override async onShutdown(): Promise<void> {}

  protected override async onForceFlush(): Promise<void> {}
}

/** Creates the instruments, loaded only where configured (start.ts); the label `worker` tells workers apart. */
export function createMetrics(worker?: number): Metrics {
  const reader = new ScrapeReader();
  const meter = new MeterProvider({ readers: [reader] }).getMeter('vitrin');
  const serializer = new PrometheusSerializer('', false, undefined, true, true);
  let others: (() => Promise<Measured[]>) | undefined;
  let stored: { queued: QueuedJobs[]; uploads: number } | undefined;
  measureProcess(meter);
  const histogram = (name: string, description: string, explicitBucketBoundaries: number[]) =>
    meter.createHistogram(name, { description, advice: { explicitBucketBoundaries } });
  const requests = histogram(
    'vitrin_http_request_duration_seconds',
    'Requests answered, aborted or refused, by pattern of the route',
    SECONDS,
  );
  const refusals = meter.createCounter('vitrin_rate_limit_refusals_total', {
    description: 'Requests refused with 429',
  });
  const statements = histogram(
    'vitrin_statement_duration_seconds',
    'Statements of the database, by kind and table',
    STATEMENT_SECONDS,
  );
  const jobs = histogram(
    'vitrin_job_duration_seconds',
    'Attempts at jobs that ended: done, failed, given_up, or stopped with the server',
    JOB_SECONDS,
  );
  const runningJobs = meter.createUpDownCounter('vitrin_jobs_running', {
    description: 'Jobs that this process works on',
  });
  meter
    .createObservableGauge('vitrin_jobs_queued', {
      description: 'Jobs in the database: waiting, or given up',
    })
    .addCallback((result) => {
      for (const { kind, state, count } of stored?.queued ?? []) result.observe(count, { kind, state });
    });
  meter
    .createObservableGauge('vitrin_uploads_open', {
      description: 'Resumable uploads begun and not yet ended',
    })
    .addCallback((result) => {
      if (stored) result.observe(stored.uploads);
    });
  const operations = histogram(
    'vitrin_storage_duration_seconds',
    'Operations of the file store; of a read, until its first bytes',
    SECONDS,
  );
  const bytes = meter.createCounter('vitrin_storage_bytes_total', {
    description: 'Bytes asked of the file store or stored in it',
  });

  const timed = async <T>(operation: string, run: () => Promise<T>): Promise<T> => {
    const since = performance.now();
    try {
      const result = await run();
      operations.record(secondsSince(since), { operation, outcome: 'done' });
      return result;
    } catch (error) {
      operations.record(secondsSince(since), { operation, outcome: 'failed' });
      throw error;
    }
  };

  const own = async (): Promise<Measured> => {
    const { resourceMetrics, errors } = await reader.collect();
    if (errors.length > 0) throw new AggregateError(errors, 'Figures of this process could not be read');
    return worker === undefined
      ? resourceMetrics.scopeMetrics
      : withWorker(resourceMetrics.scopeMetrics, worker);
  };

  return {
    contentType: CONTENT_TYPE,
    own,

    async text({ db }) {
      const [queued, uploads] = await Promise.all([countQueuedJobs(db), countOpenUploads(db)]);
      stored = { queued, uploads };
      const measured = [await own(), ...((await others?.()) ?? [])];
      return serializer.serialize({ resource: emptyResource(), scopeMetrics: measured.flat() });
    },

    include(given) {
      others = given;
    },

    noteStatement({ level, query, queryDurationMillis }) {
      const statement = statementName(query.query);
      const outcome = level === 'error' ? 'failed' : 'done';
      statements.record(queryDurationMillis / 1000, { statement, outcome });
    },

    noteJob(kind) {
      runningJobs.add(1, { kind });
      const since = performance.now();
      return (outcome) => {
        runningJobs.add(-1, { kind });
        jobs.record(secondsSince(since), { kind, outcome });
      };
    },

    measured: (storage) =>
      observed(storage, { around: timed, noteBytes: (direction, count) => bytes.add(count, { direction }) }),

    watchRequests(ends) {
      ends.watch(({ outcome, status, milliseconds, raw, request }) => {
        const route = request?.routeOptions.url ?? 'none';
        if (outcome === 'passed_on' || PROBES.has(route)) return;
        const method = METHODS.has(raw?.method ?? '') ? raw?.method : 'other';
        const status_class =
          outcome === 'aborted' || status === undefined ? outcome : `${Math.floor(status / 100)}xx`;
        requests.record(milliseconds / 1000, { method, route, status_class });
        if (status === 429) refusals.add(1, { route });
      });
    },
  };
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000;
}

function withWorker(scopes: ScopeMetrics[], worker: number): ScopeMetrics[] {
  const labelled = (metric: MetricData) => {
    const points: readonly DataPoint<unknown>[] = metric.dataPoints;
    const dataPoints = points.map(({ attributes, ...point }) => ({
      ...point,
      attributes: { ...attributes, worker: String(worker) },
    }));
    return { ...metric, dataPoints } as MetricData;
  };
  return scopes.map(({ scope, metrics }) => ({ scope, metrics: metrics.map(labelled) }));
}
