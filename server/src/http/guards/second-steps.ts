import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { CurrentSession } from '../../current/current-user.ts';
import { SecondStepError } from '../../errors.ts';

type HasSecondStep = (context: Pick<Context, 'db'>, session: CurrentSession) => Promise<boolean>;

const AUTHENTICATION = ['/api/_allauth/browser/v1/', '/_allauth/browser/v1/'];

/** Routes outside of that API that open no work: the provider's way back, mailed keys and another login. */
const OPEN = new Set([
  'GET /api/accounts/google/login/callback/',
  'GET /api/users/get_email_from_key/',
  'GET /api/users/verify_token/',
  'POST /api/users/change_unverified_email/',
  'POST /api/users/reset_password/',
  'GET /api/users/invitation_passkey/',
  'POST /api/users/invitation_passkey/',
  'POST /api/users/switch_account/',
  'GET /api/users/take_back/',
  'POST /api/users/take_back/',
  'GET /api/users/keep_account/',
  'POST /api/users/keep_account/',
  'POST /api/users/invitation_opened/',
]);

/** Registered route of the user's own row, with which the web app begins. */
const OWN_ROW = '/api/users/:id/';

/** Enforces specification 3.20 by registered route, so a new one is refused unless listed. Add it after sessions and tokens. */
export function requireSecondSteps(app: FastifyInstance, context: Context, has: HasSecondStep): void {
  if (!context.config.requiresFactor) return;
  app.addHook('onRequest', async (request) => {
    const { session } = request;
    if (session?.user?.user_type !== 'freelancer' || isOpen(request) || asksForSelf(request)) return;
    if (!(await has(context, session))) throw new SecondStepError();
  });
}

function isOpen({ method, routeOptions: { url = '' } }: FastifyRequest): boolean {
  if (AUTHENTICATION.some((prefix) => url.startsWith(prefix))) return true;
  return OPEN.has(`${method === 'HEAD' ? 'GET' : method} ${url}`);
}

function asksForSelf({ method, params, routeOptions: { url }, session }: FastifyRequest): boolean {
  const { id } = params as { id?: string };
  return method === 'GET' && url === OWN_ROW && id === String(session?.user?.id);
}
