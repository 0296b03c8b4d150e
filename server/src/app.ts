import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController, type onRouteHookHandler } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Context } from './context.ts';
import { createRunningWork } from './event-loop/running-work.ts';
import { noteRequests, watchEventLoop } from './event-loop/watch-event-loop.ts';
import { loadSessions } from './http/session-cookie.ts';
import { analyticsRoutes } from './features/analytics/routes.ts';
import { seenRoutes } from './features/analytics/seen-routes.ts';
import { loadSession } from './features/auth/access.ts';
import { authJobs } from './features/auth/jobs.ts';
import { providerCallbackRoutes } from './features/auth/social/provider-routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { securityRoutes } from './features/auth/security/security-routes.ts';
import { tokenRoutes } from './features/auth/passwords/token-routes.ts';
import { customerRoutes } from './features/customers/routes.ts';
import { milestoneRoutes } from './features/milestones/routes.ts';
import { contentRoutes } from './features/files/content/content-routes.ts';
import { fileRoutes } from './features/files/routes.ts';
import { fileJobs } from './features/files/jobs.ts';
import { checkoutJobs } from './features/checkout/jobs.ts';
import { checkoutRoutes } from './features/checkout/routes.ts';
import { subscriptionRoutes } from './features/checkout/subscription/subscription-routes.ts';
import { webhookRoutes } from './features/checkout/events/webhook-routes.ts';
import { createTransfers, type Transfers } from './features/files/content/transfers.ts';
import { zipRoutes } from './features/files/zip/zip-routes.ts';
import { uploadRoutes } from './features/files/uploads/upload-routes.ts';
import { pictureJobs } from './features/pictures/jobs.ts';
import { pictureRoutes } from './features/pictures/routes.ts';
import { planRoutes } from './features/plans/routes.ts';
import { getPlans } from './features/plans/service.ts';
import { writeEvents } from './features/events/service.ts';
import { textPictureRoutes } from './features/projects/picture-routes.ts';
import { projectRoutes } from './features/projects/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { textJobs } from './features/versions/jobs.ts';
import { versionRoutes } from './features/versions/routes.ts';
import { labelAnswers } from './http/answers/caching.ts';
import { protectFromForgery } from './http/csrf.ts';
import { answerErrors } from './http/errors.ts';
import { answerProbes } from './http/health.ts';
import { refuseForeignHosts } from './http/hosts.ts';
import { writeLargeAnswers } from './http/answers/large-answers.ts';
import { type LargeBodyOptions, limitLargeBodies } from './http/bodies/large-bodies.ts';
import { BODY_LIMIT, HEADER_LIMIT, limitBodyTime, parseJsonOnly } from './http/limits/limits.ts';
import { answerOtherMethods, refuseOtherMethods } from './http/method-not-allowed.ts';
import { describeApi } from './http/openapi.ts';
import { logRequests } from './http/request-log.ts';
import { securityHeaders, sendSecurityHeaders } from './http/answers/security-headers.ts';
import { compileSerializer } from './http/answers/serializer.ts';
import { answerBrokenRequests, answerExpectations, answerUnroutable } from './http/unroutable.ts';
import { readWebBuild, serveWebApp } from './http/pages/web-app.ts';
import { createWriteLimits, limitWrites, type WriteLimits } from './http/limits/write-limits.ts';
import { languageOf } from './i18n/messages.ts';
import type { JobHandlers } from './jobs/kinds.ts';
import { createJobWorker, type JobWorker, type NoteJob } from './jobs/worker.ts';

declare module 'fastify' {
  interface FastifyInstance {
    context: Context;
    jobs: JobWorker;
    transfers: Transfers;
  }
}

const IDLE_MILLISECONDS = 60_000;
const HEADERS_MILLISECONDS = 15_000;

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
  /** Called with every route as it is registered: the access matrix is made from them. */
  onRoute?: onRouteHookHandler;
  /** Replaces the places for large bodies, for tests that occupy some themselves. */
  largeBodies?: LargeBodyOptions;
};

/** Builds the whole server, ready to listen: every plugin and every feature by name. */
export async function buildApp(
  context: Context,
  { checkAnswers = false, webFolder, screenMilliseconds, onRoute, largeBodies }: AppOptions = {},
): Promise<FastifyInstance> {
  const { config } = context;
  const webBuild = readWebBuild(webFolder);
  const formOrigins = config.google ? [new URL(config.google.issuer).origin] : [];
  const headers = securityHeaders(config, { ...webBuild.hashes, formOrigins });
  const app = Fastify({
    loggerInstance: context.log,
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
    frameworkErrors: answerUnroutable(headers),
    clientErrorHandler: answerBrokenRequests(headers),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(checkAnswers ? serializerCompiler : compileSerializer);
  app.decorate('context', context);
  const work = createRunningWork(() => performance.now());
  const noteJob: NoteJob = (job) => work.begin(() => ({ job }));
  app.decorate('jobs', createJobWorker(context, jobHandlers(context), noteJob));
  app.decorate('transfers', createTransfers(context));
  app.decorateRequest('session', null);
  app.decorateRequest('language', 'en');
  watchEventLoop(app, work);
  noteRequests(app, work);
  app.addHook('onRequest', (request, _reply, done) => {
    request.language = languageOf(request.headers['accept-language']);
    done();
  });

  if (onRoute) app.addHook('onRoute', onRoute);
  answerErrors(app);
  logRequests(app);
  sendSecurityHeaders(app, headers);
  answerExpectations(app, headers);
  refuseForeignHosts(app, config);
  limitLargeBodies(app, largeBodies);
  limitBodyTime(app);
  parseJsonOnly(app);
  await app.register(cookie);
  refuseOtherMethods(app);
  writeLargeAnswers(app);
  labelAnswers(app);
  await app.register(async (probes) => answerProbes(probes, context));
  const writeLimits = createWriteLimits();
  await app.register(async (api) => registerApi(api, context, writeLimits), { prefix: '/api' });
  await app.register(async (pages) =>
    serveWebApp(pages, context, webBuild, {
      loadSession,
      screenMilliseconds,
      plansOf: (language) => getPlans(context, null, language),
    }),
  );
  await app.register(async (auth) => registerAuth(auth, context, writeLimits), {
    prefix: '/_allauth/browser/v1',
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.method !== 'GET') app.jobs.wake();
    done();
  });
  app.addHook('onClose', async () => {
    app.transfers.stop();
    await app.jobs.stop();
    await writeEvents(context);
  });
  return app;
}

/** Trusts X-Forwarded-For only as far as the given number of proxies in front. */
function trustedHops(proxies = 0): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < proxies;
}

async function registerApi(api: FastifyInstance, context: Context, limits: WriteLimits): Promise<void> {
  const otherMethods = answerOtherMethods(api);
  await describeApi(api);
  protectFromForgery(api, context.config);
  loadSessions(api, context, loadSession);
  limitWrites(api, context, limits);
  await api.register(planRoutes);
  await api.register(userRoutes);
  await api.register(authRoutes, { prefix: '/_allauth/browser/v1' });
  await api.register(providerCallbackRoutes);
  await api.register(tokenRoutes);
  await api.register(securityRoutes);
  await api.register(customerRoutes);
  await api.register(pictureRoutes);
  await api.register(projectRoutes);
  await api.register(textPictureRoutes);
  await api.register(milestoneRoutes);
  await api.register(versionRoutes);
  await api.register(fileRoutes);
  await api.register(contentRoutes);
  await api.register(zipRoutes);
  await api.register(checkoutRoutes);
  await api.register(subscriptionRoutes);
  await api.register(webhookRoutes);
  await api.register(uploadRoutes);
  await api.register(analyticsRoutes);
  await api.register(seenRoutes);
  otherMethods.register();
}

/** Serves the authentication API a second time, at the path where clients of django-allauth expect it. */
async function registerAuth(auth: FastifyInstance, context: Context, limits: WriteLimits): Promise<void> {
  protectFromForgery(auth, context.config);
  loadSessions(auth, context, loadSession);
  limitWrites(auth, context, limits);
  await auth.register(authRoutes);
}

function jobHandlers(context: Context): JobHandlers {
  return {
    'send-mail': (mail) => context.mailer.send(mail),
    ...authJobs(context),
    ...pictureJobs(context),
    ...textJobs(context),
    ...fileJobs(context),
    ...checkoutJobs(context),
  };
}
