import type { LogEvent } from 'kysely';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { observed } from '@vitrin/engine/storage/observed.ts';
import type { Storage } from '@vitrin/engine/storage/storage.ts';
import type { Context } from '../context.ts';
import type { RequestEnds } from '@vitrin/engine/requests/request-end.ts';
import type { JobOutcome } from '../jobs/worker.ts';
import { countOpenUploads, countQueuedJobs } from './state-queries.ts';
import { statementName } from '@vitrin/engine/sql/statement-name.ts';

export type Measured = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

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

/** Creates the instruments, loaded only where configured (start.ts); the label `worker` tells workers apart. */
export function createMetrics(worker?: number): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  if (worker !== undefined) registry.setDefaultLabels({ worker: String(worker) });
  let others: (() => Promise<Measured[]>) | undefined;
  collectDefaultMetrics({ register: registry });
  const named = (name: string, help: string) => ({ name, help, registers });
  const requests = new Histogram({
    ...named(
      'vitrin_http_request_duration_seconds',
      'Requests answered, aborted or refused, by pattern of the route',
    ),
    labelNames: ['method', 'route', 'status_class'] as const,
    buckets: SECONDS,
  });
  const refusals = new Counter({
    ...named('vitrin_rate_limit_refusals_total', 'Requests refused with 429'),
    labelNames: ['route'] as const,
  });
  const statements = new Histogram({
    ...named('vitrin_statement_duration_seconds', 'Statements of the database, by kind and table'),
    labelNames: ['statement', 'outcome'] as const,
    buckets: STATEMENT_SECONDS,
  });
  const jobs = new Histogram({
    ...named(
      'vitrin_job_duration_seconds',
      'Attempts at jobs that ended: done, failed, given_up, or stopped with the server',
    ),
    labelNames: ['kind', 'outcome'] as const,
    buckets: JOB_SECONDS,
  });
  const runningJobs = new Gauge({
    ...named('vitrin_jobs_running', 'Jobs that this process works on'),
    labelNames: ['kind'] as const,
  });
  const queuedJobs = new Gauge({
    ...named('vitrin_jobs_queued', 'Jobs in the database: waiting, or given up'),
    labelNames: ['kind', 'state'] as const,
  });
  const openUploads = new Gauge(named('vitrin_uploads_open', 'Resumable uploads begun and not yet ended'));
  const operations = new Histogram({
    ...named(
      'vitrin_storage_duration_seconds',
      'Operations of the file store; of a read, until its first bytes',
    ),
    labelNames: ['operation', 'outcome'] as const,
    buckets: SECONDS,
  });
  const bytes = new Counter({
    ...named('vitrin_storage_bytes_total', 'Bytes asked of the file store or stored in it'),
    labelNames: ['direction'] as const,
  });

  const timed = async <T>(operation: string, run: () => Promise<T>): Promise<T> => {
    const end = operations.startTimer({ operation });
    try {
      const result = await run();
      end({ outcome: 'done' });
      return result;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  };

  return {
    contentType: registry.contentType,

    async text({ db }) {
      const [queued, uploads] = await Promise.all([countQueuedJobs(db), countOpenUploads(db)]);
      queuedJobs.reset();
      for (const { kind, state, count } of queued) queuedJobs.set({ kind, state }, count);
      openUploads.set(uploads);
      if (!others) return registry.metrics();
      const measured = await Promise.all([registry.getMetricsAsJSON(), others()]);
      return AggregatorRegistry.aggregate([measured[0], ...measured[1]]).metrics();
    },

    own: () => registry.getMetricsAsJSON(),

    include(given) {
      others = given;
    },

    noteStatement({ level, query, queryDurationMillis }) {
      const statement = statementName(query.query);
      const outcome = level === 'error' ? 'failed' : 'done';
      statements.observe({ statement, outcome }, queryDurationMillis / 1000);
    },

    noteJob(kind) {
      runningJobs.inc({ kind });
      const end = jobs.startTimer({ kind });
      return (outcome) => {
        runningJobs.dec({ kind });
        end({ outcome });
      };
    },

    measured: (storage) =>
      observed(storage, { around: timed, noteBytes: (direction, count) => bytes.inc({ direction }, count) }),

    watchRequests(ends) {
      ends.watch(({ outcome, status, milliseconds, raw, request }) => {
        const route = request?.routeOptions.url ?? 'none';
        if (outcome === 'passed_on' || PROBES.has(route)) return;
        const method = METHODS.has(raw?.method ?? '') ? raw?.method : 'other';
        const status_class =
          outcome === 'aborted' || status === undefined ? outcome : `${Math.floor(status / 100)}xx`;
        requests.observe({ method, route, status_class }, milliseconds / 1000);
        if (status === 429) refusals.inc({ route });
      });
    },
  };
}
