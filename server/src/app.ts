import { EventEmitter } from 'node:events';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController, type onRouteHookHandler } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { storeNameOf } from './adapters/storage/store-name.ts';
import { operator } from '@vitrin/operator/in-server.ts';
import type { Context } from './context.ts';
import { createReadOnlyWatch, type ReadOnlyWatch } from './database/read-only/watch.ts';
import { giveBackMemory } from '@vitrin/engine/event-loop/give-back-memory.ts';
import { createRunningWork } from '@vitrin/engine/event-loop/running-work.ts';
import { noteRequests, watchEventLoop } from '@vitrin/engine/event-loop/watch-event-loop.ts';
import { accountJobs } from './features/account/jobs.ts';
import { archiveJobs } from './features/archives/jobs.ts';
import { sessions } from './features/auth/access.ts';
import { authJobs } from './features/auth/jobs.ts';
import { fileJobs } from './features/files/jobs.ts';
import { type ChangeStreamOptions, createChangeStreams } from './features/changes/streams.ts';
import { checkoutJobs } from './features/checkout/jobs.ts';
import { createTransfers, type Transfers } from './features/files/content/transfers.ts';
import type { OfflinePages } from './features/files/offline/offline-copy.ts';
import { untilPiecesAreRecorded } from './features/files/uploads/upload-locks.ts';
import { noticeJobs } from './features/notices/jobs.ts';
import { pictureJobs } from './features/pictures/jobs.ts';
import { getPlans } from './features/plans/service.ts';
import { writeDeliveries } from './features/deliveries/service.ts';
import { writeShown } from './features/files/derived/shown.ts';
import { stopEvents } from './features/events/service.ts';
import { nextMoment } from './features/projects/next-moment.ts';
import { eventJobs } from './features/events/retention.ts';
import { ledgerJobs } from './features/ledger/stamps.ts';
import { textJobs } from './features/versions/jobs.ts';
import { labelAnswers } from './http/answers/caching.ts';
import { keepAnswers } from './http/answers/kept-answers.ts';
import { answerErrors, type PassOn } from './http/answers/errors.ts';
import { answerProbes } from './http/answers/health.ts';
import { refuseForeignHosts } from './http/guards/hosts.ts';
import { writeLargeAnswers } from './http/answers/large-answers.ts';
import { type LargeBodyOptions, limitLargeBodies } from './http/bodies/large-bodies.ts';
import { BODY_LIMIT, HEADER_LIMIT, limitBodyTime, parseJsonOnly } from './http/guards/limits.ts';
import { refuseOtherMethods } from './http/guards/method-not-allowed.ts';
import { createRequestEnds } from '@vitrin/engine/requests/request-end.ts';
import { requestIds } from './http/logs/request-ids.ts';
import { logRequests } from './http/logs/request-log.ts';
import { securityHeaders, sendSecurityHeaders } from './http/answers/security-headers.ts';
import { compileSerializer } from './http/answers/serializer.ts';
import { answerBrokenRequests, answerExpectations, answerUnroutable } from './http/answers/unroutable.ts';
import { refuseWritesOfViews } from './http/guards/client-view.ts';
import { refuseWritesWhileReadOnly } from './http/guards/read-only.ts';
import { offlinePagesOf } from './http/pages/offline-pages.ts';
import { readWebBuild, rendererOf, serveWebApp } from './http/pages/web-app.ts';
import { createWriteLimits } from './http/guards/write-limits.ts';
import { tenantOf } from './http/guards/tenant-of-request.ts';
import { languageOf } from './i18n/messages.ts';
import type { JobHandlers } from './jobs/kinds.ts';
import { createJobWorker, type JobWorker } from './jobs/worker.ts';
import { registerApi, registerAuth } from './routes.ts';
import { answerMetrics } from './metrics/metrics-endpoint.ts';
import type { Metrics } from './metrics/metrics.ts';
import { followRequests } from './tracing/follow-requests.ts';
import { noteJobs } from './tracing/note-jobs.ts';
import type { Traces } from './tracing/traces.ts';

declare module 'fastify' {
  interface FastifyInstance {
    context: Context;
    /** Emits the requests of the server that are to be answered. */
    requests: EventEmitter;
    jobs: JobWorker;
    transfers: Transfers;
    readOnly: ReadOnlyWatch;
    /** Null without a build of the web application. */
    offlinePages: OfflinePages | null;
  }
}

const IDLE_MILLISECONDS = 60_000;
const HEADERS_MILLISECONDS = 15_000;
/** How long a server that stops waits for pieces of uploads whose connections it has cut. */
const PIECE_MILLISECONDS = 4000;

export type AppOptions = {
  /**
   * Checks every answer against its schema and fails on a difference. For tests; otherwise compiled serialisers write
   * answers.
   */
  checkAnswers?: boolean;
  /** Folder of the built web application, when it is not web/dist. */
  webFolder?: string;
  /** How long rendering a screen may take, for tests that do not depend on the machine's speed. */
  screenMilliseconds?: number;
  /** What copies of projects are made with, for tests without a build. */
  offlinePages?: OfflinePages;
  /** Called with every route as it is registered: the access matrix is made from them. */
  onRoute?: onRouteHookHandler;
  /** Replaces the places for large bodies, for tests that occupy some themselves. */
  largeBodies?: LargeBodyOptions;
  /** Replaces the limits of streams of changes, for tests that reach them. */
  changeStreams?: ChangeStreamOptions;
  /** Where requests and jobs are counted, when metrics are configured. */
  metrics?: Metrics | undefined;
  /** What makes spans of requests and jobs, when traces are configured. */
  traces?: Traces | undefined;
  /** In a worker that does not write: has the first process answer what turns out to write. */
  passOn?: PassOn | undefined;
};

/** Builds the whole server, ready to listen: every plugin and every feature by name. */
export async function buildApp(
  context: Context,
  {
    checkAnswers = false,
    webFolder,
    screenMilliseconds,
    offlinePages,
    onRoute,
    largeBodies,
    changeStreams,
    metrics,
    traces,
    passOn,
  }: AppOptions = {},
): Promise<FastifyInstance> {
  const { config } = context;
  const webBuild = readWebBuild(webFolder);
  const formOrigins = config.google ? [new URL(config.google.issuer).origin] : [];
  const headers = securityHeaders(config, { ...webBuild.hashes, formOrigins });
  const ends = createRequestEnds();
  const app = Fastify({
    loggerInstance: context.log,
    genReqId: requestIds(),
    // Lines name their request by its work (fieldsOfLog): a logger for each would cost a twentieth of a known answer.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedHops(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    connectionTimeout: IDLE_MILLISECONDS,
    requestTimeout: 0,
    // A request without a Host header is refused by our own answer instead of Node's empty one.
    http: {
      headersTimeout: HEADERS_MILLISECONDS,
      maxHeaderSize: HEADER_LIMIT,
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnroutable(headers, ends),
    clientErrorHandler: answerBrokenRequests(headers, ends),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(checkAnswers ? serializerCompiler : compileSerializer);
  app.decorate('context', context);
  app.decorate('requests', new EventEmitter());
  const work = createRunningWork(() => performance.now());
  const noteJob = noteJobs(work, { metrics, traces });
  const readOnly = createReadOnlyWatch(context.db, storeNameOf(config));
  app.decorate('readOnly', readOnly);
  const isPaused = () => readOnly.reason() !== undefined;
  app.decorate('jobs', createJobWorker(context, jobHandlers(context), noteJob, isPaused));
  app.decorate('transfers', createTransfers(context));
  const renderer = rendererOf(webBuild);
  app.decorate('offlinePages', offlinePages ?? offlinePagesOf(webBuild, renderer));
  app.decorate('changeStreams', createChangeStreams(context, changeStreams));
  app.decorateRequest('session', null);
  app.decorateRequest('sessionId', undefined);
  app.decorateRequest('language', 'en');
  ends.follow(app);
  followRequests(app, ends, traces, { trusted: (config.trustProxy ?? 0) > 0, tenantOf });
  watchEventLoop(app, work);
  giveBackMemory(app, work);
  noteRequests(app, work);
  metrics?.watchRequests(ends);
  app.addHook('onRequest', (request, _reply, done) => {
    request.language = languageOf(request.headers['accept-language']);
    done();
  });

  if (onRoute) app.addHook('onRoute', onRoute);
  answerErrors(app, passOn);
  logRequests(app, ends);
  const kept = keepAnswers(context, nextMoment, isPaused);
  kept.giveAgain(app);
  sendSecurityHeaders(app, headers);
  answerExpectations(app, headers);
  // First, since answers of the authentication API set a cookie, refusals too.
  await app.register(cookie);
  refuseForeignHosts(app, config);
  refuseWritesWhileReadOnly(app, readOnly);
  limitLargeBodies(app, largeBodies);
  limitBodyTime(app, ends);
  parseJsonOnly(app);
  refuseWritesOfViews(app);
  refuseOtherMethods(app);
  writeLargeAnswers(app);
  labelAnswers(app);
  kept.keep(app);
  await app.register(async (probes) => answerProbes(probes, context));
  if (metrics) answerMetrics(app, context, metrics);
  const writeLimits = createWriteLimits();
  await app.register(async (api) => registerApi(api, context, writeLimits), { prefix: '/api' });
  await app.register(async (pages) =>
    serveWebApp(pages, context, webBuild, {
      renderer,
      sessions,
      screenMilliseconds,
      plansOf: (language) => getPlans(context, null, language),
    }),
  );
  await app.register(async (auth) => registerAuth(auth, context, writeLimits), {
    prefix: '/_allauth/browser/v1',
  });
  ends.watch(({ request }) => {
    if (request?.work?.hasEnqueued) app.jobs.wake();
  });
  ends.guard(app.server, app.requests);
  // Open streams would keep the server from closing.
  app.addHook('preClose', () => app.changeStreams.stop());
  app.addHook('onClose', async () => {
    readOnly.stop();
    app.transfers.stop();
    await untilPiecesAreRecorded(context, PIECE_MILLISECONDS);
    await app.jobs.stop();
    await stopEvents(context);
    await writeDeliveries(context);
    await writeShown(context);
  });
  return app;
}

/** Trusts X-Forwarded-For only as far as the given number of proxies in front. */
function trustedHops(proxies = 0): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < proxies;
}

function jobHandlers(context: Context): JobHandlers {
  return {
    'send-mail': (mail, signal) => context.mailer.send(mail, signal),
    ...authJobs(context),
    ...noticeJobs(context),
    ...pictureJobs(context),
    ...eventJobs(context),
    ...ledgerJobs(context),
    ...textJobs(context),
    ...fileJobs(context),
    ...checkoutJobs(context),
    ...accountJobs(context),
    ...archiveJobs(context),
    ...operator.jobs(context),
  };
}
