import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { CurrentSession } from '../../current/current-user.ts';
import { SecondStepError } from '../../errors.ts';

type HasSecondStep = (context: Pick<Context, 'db'>, session: CurrentSession) => Promise<boolean>;

/** Calls of the authentication API, of the provider's way back, and of mailed keys, which open no work. */
const OPEN = /^(?:\/api)?\/_allauth\/|^\/api\/(?:accounts\/|plans\/|users\/[a-z_]+\/)/;

/**
 * Refuses freelancers who have no second step everything but setting one up, where the owner of the installation requires it
 * (specification 3.20). Tokens of such a freelancer are refused too. Add it after sessions and tokens are loaded.
 */
export function requireSecondSteps(app: FastifyInstance, context: Context, has: HasSecondStep): void {
  if (!context.config.requiresFactor) return;
  app.addHook('onRequest', async (request) => {
    const { session } = request;
    if (session?.user?.user_type !== 'freelancer' || OPEN.test(request.url) || asksForSelf(request)) return;
    if (!(await has(context, session))) throw new SecondStepError();
  });
}

/** The web app begins with the user's own row. */
function asksForSelf({ method, url, session }: FastifyRequest): boolean {
  return method === 'GET' && url === `/api/users/${session?.user?.id}/`;
}
