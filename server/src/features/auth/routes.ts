import type { FastifyPluginAsync } from 'fastify';
import { cacheAs } from '../../http/answers/caching.ts';
import { issueCsrfToken } from '../../http/guards/csrf.ts';
import { answerOtherMethods } from '../../http/guards/method-not-allowed.ts';
import { deviceRoutes } from './devices/device-routes.ts';
import { codeRoutes } from './codes/code-routes.ts';
import { emailRoutes } from './addresses/email-routes.ts';
import { answerAuthErrors } from './error-replies.ts';
import { factorRoutes } from './factors/factor-routes.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import { passwordRoutes } from './passwords/password-routes.ts';
import { providerRoutes } from './social/provider-routes.ts';
import { mailedProofRoutes } from './reauthentication/mailed-proof-routes.ts';
import { sessionRoutes } from './sessions/session-routes.ts';

const NEVER_STORED = 'max-age=0, no-cache, no-store, must-revalidate, private';

/** Serves django-allauth's headless API for browsers, with its errors, under both prefixes (specification 4.1). */
export const authRoutes: FastifyPluginAsync = async (app) => {
  const otherMethods = answerOtherMethods(app, (request, reply) => {
    issueCsrfToken(request, reply, app.context.config);
    void reply.code(405).send();
  });
  cacheAs(app, NEVER_STORED);
  answerAuthErrors(app);
  app.addHook('onRequest', async (request, reply) => issueCsrfToken(request, reply, app.context.config));
  // A missing body, or null, counts as an empty object.
  app.addHook('preValidation', async (request) => {
    request.body ??= {};
  });
  await app.register(sessionRoutes);
  await app.register(mailedProofRoutes);
  await app.register(codeRoutes);
  await app.register(emailRoutes);
  await app.register(passwordRoutes);
  await app.register(deviceRoutes);
  await app.register(factorRoutes);
  await app.register(passkeyRoutes);
  await app.register(providerRoutes);
  otherMethods.register();
};
