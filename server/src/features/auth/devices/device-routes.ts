import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { EndSessions, SessionsAnswer, UnauthenticatedAnswer } from '@vitrin/shared/contract/account/auth.ts';
import { requireUser, userOf } from '../../../http/guards/guards.ts';
import { requireRecentProof } from '../reauthentication/reauthentication-replies.ts';
import { forgetSession, unauthenticated, visitorOf } from '../replies.ts';
import { endSessions, getSessions } from '../sessions/session-list.ts';

/** The sessions of the user, by device (specification 4.11). */
export const deviceRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/auth/sessions',
    { onRequest: requireUser, schema: { response: { 200: SessionsAnswer } } },
    async (request) => ({
      status: 200 as const,
      data: await getSessions(app.context, visitorOf(request), userOf(request)),
    }),
  );

  app.delete(
    '/auth/sessions',
    {
      onRequest: requireUser,
      preHandler: requireRecentProof,
      schema: { body: EndSessions, response: { 200: SessionsAnswer, 401: UnauthenticatedAnswer } },
    },
    async (request, reply) => {
      const data = await endSessions(app.context, visitorOf(request), userOf(request), request.body.sessions);
      if (data.some((session) => session.is_current)) return { status: 200 as const, data };
      forgetSession(request, reply);
      return reply.code(401).send(unauthenticated(app.context));
    },
  );
};
