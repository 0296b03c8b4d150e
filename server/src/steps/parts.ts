import { EventEmitter } from 'node:events';
import { createRunningWork, type RunningWork } from '@vitrin/engine/event-loop/running-work.ts';
import { createRequestEnds, type RequestEnds } from '@vitrin/engine/requests/request-end.ts';
import type { FastifyInstance, onRouteHookHandler } from 'fastify';
import { storeNameOf } from '../adapters/storage/store-name.ts';
import type { Context } from '../context.ts';
import { createReadOnlyWatch, type ReadOnlyWatch } from '../database/read-only/watch.ts';
import { type ChangeStreamOptions, createChangeStreams } from '../features/changes/streams.ts';
import { createTransfers, type Transfers } from '../features/files/content/transfers.ts';
import type { OfflinePages } from '../features/files/offline/offline-copy.ts';
import { nextMoment } from '../features/projects/next-moment.ts';
import type { PassOn } from '../http/refusals/errors.ts';
import type { KeptAnswers } from '@vitrin/engine/answers/kept-answers.ts';
import { keepSessionAnswers } from '../http/answers/session-answers.ts';
import { type SecurityHeaders, securityHeaders } from '../http/answers/security-headers.ts';
import type { LargeBodyOptions } from '../http/bodies/large-bodies.ts';
import { createWriteLimits } from '../http/guards/write-limits.ts';
import { offlinePagesOf } from '../http/pages/offline-pages.ts';
import { readWebBuild, rendererOf, type WebBuild } from '../http/pages/web-app.ts';
import type { WebRenderer } from '../http/pages/web-renderer.ts';
import { createJobWorker, type JobWorker } from '../jobs/worker.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { noteJobs } from '../tracing/note-jobs.ts';
import type { Traces } from '../tracing/traces.ts';
import type { ApiParts } from './api-steps.ts';
import { jobHandlers } from './job-handlers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    context: Context;
    requests: EventEmitter;
    jobs: JobWorker;
    transfers: Transfers;
    readOnly: ReadOnlyWatch;
    offlinePages: OfflinePages | null;
  }
}

export type AppOptions = {
  /** Checks every answer against its schema, for tests; otherwise compiled serialisers write answers. */
  checkAnswers?: boolean;
  /** Folder of the built web application, when it is not web/dist. */
  webFolder?: string;
  /** How long rendering a screen may take, for tests that do not depend on the machine's speed. */
  screenMilliseconds?: number;
  /** Pages of offline copies, for tests without a build. */
  offlinePages?: OfflinePages;
  /** Called with every route as it is registered: the access matrix is made from them. */
  onRoute?: onRouteHookHandler;
  /** Replaces the slots for large bodies, for tests that occupy some. */
  largeBodies?: LargeBodyOptions;
  /** Replaces the limits of streams of changes, for tests that reach them. */
  changeStreams?: ChangeStreamOptions;
  metrics?: Metrics | undefined;
  traces?: Traces | undefined;
  /** In a worker that does not write: forwards requests that turn out to write to the first process. */
  passOn?: PassOn | undefined;
};

export type Parts = ApiParts & {
  options: AppOptions;
  headers: SecurityHeaders;
  ends: RequestEnds;
  work: RunningWork;
  readOnly: ReadOnlyWatch;
  kept: KeptAnswers;
  webBuild: WebBuild;
  renderer: WebRenderer | null;
};

export function makeParts(context: Context, options: AppOptions): Parts {
  const { config } = context;
  const webBuild = readWebBuild(options.webFolder);
  const formOrigins = config.google ? [new URL(config.google.issuer).origin] : [];
  const readOnly = createReadOnlyWatch(context.db, storeNameOf(config));
  return {
    context,
    options,
    headers: securityHeaders(config, { ...webBuild.hashes, formOrigins }),
    ends: createRequestEnds(),
    work: createRunningWork(() => performance.now()),
    readOnly,
    kept: keepSessionAnswers(context, nextMoment, () => readOnly.reason() !== undefined),
    writeLimits: createWriteLimits(),
    webBuild,
    renderer: rendererOf(webBuild),
  };
}

export function decorate(
  app: FastifyInstance,
  { context, options, work, readOnly, webBuild, renderer }: Parts,
): void {
  const noteJob = noteJobs(work, { metrics: options.metrics, traces: options.traces });
  const isPaused = () => readOnly.reason() !== undefined;
  app.decorate('context', context);
  app.decorate('requests', new EventEmitter());
  app.decorate('readOnly', readOnly);
  app.decorate('jobs', createJobWorker(context, jobHandlers(context), noteJob, isPaused));
  app.decorate('transfers', createTransfers(context));
  app.decorate('offlinePages', options.offlinePages ?? offlinePagesOf(webBuild, renderer));
  app.decorate('changeStreams', createChangeStreams(context, options.changeStreams));
  app.decorateRequest('session', null);
  app.decorateRequest('sessionId', undefined);
  app.decorateRequest('language', 'en');
}
