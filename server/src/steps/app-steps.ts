import cookie from '@fastify/cookie';
import { noteRequests, watchEventLoop } from '@vitrin/engine/event-loop/watch-event-loop.ts';
import { sessions } from '../features/auth/access.ts';
import { getPlans } from '../features/plans/service.ts';
import { labelAnswers } from '../http/answers/caching.ts';
import { answerErrors } from '../http/refusals/errors.ts';
import { answerProbes } from '../http/answers/health.ts';
import { writeLargeAnswers } from '@vitrin/engine/answers/large-answers.ts';
import { sendSecurityHeaders } from '../http/answers/security-headers.ts';
import { answerExpectations } from '../http/refusals/unroutable.ts';
import { limitLargeBodies } from '../http/bodies/large-bodies.ts';
import { refuseWritesOfViews } from '../http/guards/client-view.ts';
import { refuseForeignHosts } from '../http/guards/hosts.ts';
import { limitBodyTime, parseJsonOnly } from '../http/guards/limits.ts';
import { refuseOtherMethods } from '../http/guards/method-not-allowed.ts';
import { refuseWritesWhileReadOnly } from '../http/guards/read-only.ts';
import { readBearers } from '../http/guards/tokens.ts';
import { tenantOf } from '../http/guards/tenant-of-request.ts';
import { logRequests } from '../http/logs/request-log.ts';
import { serveWebApp } from '../http/pages/web-app.ts';
import { languageOf } from '../i18n/messages.ts';
import { answerMetrics } from '../metrics/metrics-endpoint.ts';
import { registerApi, registerAuth, registerEmbeds } from '../routes.ts';
import { followRequests } from '../tracing/follow-requests.ts';
import type { Parts } from './parts.ts';
import type { Step } from './step.ts';

/** Everything that a request passes, whichever feature answers it; steps.test.ts says which order matters, and why. */
export const APP_STEPS: readonly Step<Parts>[] = [
  { name: 'ends', phase: 'observe', install: (app, { ends }) => ends.follow(app) },
  {
    name: 'traces',
    phase: 'observe',
    install: (app, { ends, options, context }) =>
      followRequests(app, ends, options.traces, {
        trusted: (context.config.trustProxy ?? 0) > 0,
        tenantOf,
      }),
  },
  { name: 'event loop', phase: 'observe', install: (app, { work }) => watchEventLoop(app, work) },
  { name: 'running work', phase: 'observe', install: (app, { work }) => noteRequests(app, work) },
  {
    name: 'metrics',
    phase: 'observe',
    install: (_app, { ends, options }) => options.metrics?.watchRequests(ends),
  },
  {
    name: 'language',
    phase: 'observe',
    install: (app) => {
      app.addHook('onRequest', (request, _reply, done) => {
        request.language = languageOf(request.headers['accept-language']);
        done();
      });
    },
  },
  {
    name: 'table of routes',
    phase: 'observe',
    install: (app, { options }) => {
      if (options.onRoute) app.addHook('onRoute', options.onRoute);
    },
  },
  { name: 'errors', phase: 'observe', install: (app, { options }) => answerErrors(app, options.passOn) },
  { name: 'log', phase: 'observe', install: (app, { ends }) => logRequests(app, ends) },

  { name: 'bearers', phase: 'admit', install: (app) => readBearers(app) },
  { name: 'kept answers', phase: 'admit', install: (app, { kept }) => kept.giveAgain(app) },
  {
    name: 'security headers',
    phase: 'admit',
    install: (app, { headers }) => sendSecurityHeaders(app, headers),
  },
  { name: 'expectations', phase: 'admit', install: (app, { headers }) => answerExpectations(app, headers) },
  { name: 'cookies', phase: 'admit', install: async (app) => app.register(cookie) },
  { name: 'hosts', phase: 'admit', install: (app, { context }) => refuseForeignHosts(app, context.config) },
  {
    name: 'read only',
    phase: 'admit',
    install: (app, { readOnly }) => refuseWritesWhileReadOnly(app, readOnly),
  },

  { name: 'views', phase: 'authorise', install: (app) => refuseWritesOfViews(app) },
  { name: 'methods', phase: 'authorise', install: (app) => refuseOtherMethods(app) },

  {
    name: 'large bodies',
    phase: 'parse',
    install: (app, { options }) => limitLargeBodies(app, options.largeBodies),
  },
  { name: 'time of bodies', phase: 'parse', install: (app, { ends }) => limitBodyTime(app, ends) },
  { name: 'JSON', phase: 'parse', install: (app) => parseJsonOnly(app) },

  { name: 'large answers', phase: 'answer', install: (app) => writeLargeAnswers(app) },
  { name: 'labels', phase: 'answer', install: (app) => labelAnswers(app) },
  { name: 'answers to keep', phase: 'answer', install: (app, { kept }) => kept.keep(app) },
  {
    name: 'probes',
    phase: 'answer',
    install: async (app, { context }) => app.register(async (probes) => answerProbes(probes, context)),
  },
  {
    name: 'metrics page',
    phase: 'answer',
    install: (app, { context, options: { metrics } }) => {
      if (metrics) answerMetrics(app, context, metrics);
    },
  },
  {
    name: 'API',
    phase: 'answer',
    install: async (app, parts) => app.register(async (api) => registerApi(api, parts), { prefix: '/api' }),
  },
  {
    name: 'players',
    phase: 'answer',
    install: async (app, parts) =>
      app.register(async (embeds) => registerEmbeds(embeds, parts), { prefix: '/embed' }),
  },
  {
    name: 'pages',
    phase: 'answer',
    install: async (app, { context, webBuild, renderer, options }) =>
      app.register(async (pages) =>
        serveWebApp(pages, context, webBuild, {
          renderer,
          sessions,
          screenMilliseconds: options.screenMilliseconds,
          plansOf: (language) => getPlans(context, null, language),
        }),
      ),
  },
  {
    name: 'authentication API',
    phase: 'answer',
    install: async (app, parts) =>
      app.register(async (auth) => registerAuth(auth, parts), {
        prefix: '/_allauth/browser/v1',
      }),
  },
  {
    name: 'jobs',
    phase: 'answer',
    install: (app, { ends }) =>
      ends.watch(({ request }) => {
        if (request?.work?.hasEnqueued) app.jobs.wake();
      }),
  },
  { name: 'connections', phase: 'answer', install: (app, { ends }) => ends.guard(app.server, app.requests) },
];
