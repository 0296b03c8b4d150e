import { TokenScope } from '@vitrin/shared/contract/account/tokens.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { TokenSession } from '../../current/current-user.ts';
import { InvalidTokenError, RateLimitedError, TokenScopeError } from '../../errors.ts';
import { createWriteLimits, type WriteLimits } from './write-limits.ts';
import { inView } from './client-view.ts';

declare module 'fastify' {
  interface FastifyRequest {
    bearer: string | null;
  }
  interface FastifyContextConfig {
    /** The least scope of tokens that the route lets in; without it the route refuses every token. */
    token?: TokenAccess;
    /** Makes something anew at each call: a token may name the call by a key, so that a repetition makes nothing. */
    isCreation?: boolean;
  }
}

/** `isOfAccount`: what the route shows is of no one project, so that a token of one project is refused. */
type TokenAccess = { scope: TokenScope; isOfAccount?: true };

type Tokens = {
  load: (context: Context, token: string) => Promise<TokenSession | null>;
  requirePlan: (context: Context, session: TokenSession) => Promise<void>;
  noteUse: (context: Context, session: TokenSession) => Promise<void>;
};

/** Each token may make this many reads over all processes; a refused request does not count. */
const READS_A_MINUTE = 600;
const WRITES_A_MINUTE = 120;
const MINUTE_MILLISECONDS = 60_000;

const BEARER = /^bearer +(\S{1,200}) *$/i;
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Part of a route's `config` that lets tokens in. */
export function openTo(scope: TokenScope, of?: 'account'): { token: TokenAccess } {
  return { token: of ? { scope, isOfAccount: true } : { scope } };
}

/** Drops cookies of requests with a token, so that the two never mix. Add it before all that reads cookies. */
export function readBearers(app: FastifyInstance): void {
  app.decorateRequest('bearer', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { authorization } = request.headers;
    if (authorization !== undefined && /^bearer\b/i.test(authorization)) {
      request.bearer = BEARER.exec(authorization)?.[1] ?? '';
      delete request.raw.headers.cookie;
    }
    done();
  });
}

/** Answers a dead token with 401, whatever else is sent; a live one opens what its scope, project and plan allow. */
export function loadTokens(app: FastifyInstance, context: Context, tokens: Tokens): void {
  const reads = limitsOf(READS_A_MINUTE);
  const writes = limitsOf(WRITES_A_MINUTE);

  app.addHook('onRequest', async (request, reply) => {
    if (request.bearer === null) return;
    const session = await tokens.load(context, request.bearer);
    if (!session?.user.isFreelancer) refuseToken(reply);
    const { routeOptions, work } = request;
    if (context.config.rateLimits && !routeOptions.config.isPartOfUpload) {
      const limits = READING.has(request.method) ? reads : writes;
      const seconds = limits.count(session.token.id, context.now().getTime());
      if (seconds > 0) throw new RateLimitedError(seconds);
    }
    requireScope(request, session);
    await tokens.requirePlan(context, session);
    await tokens.noteUse(context, session);
    if (work) work.onlyProject = session.token.project_id;
    request.session = inView(request, session);
  });
}

function limitsOf(perMinute: number): WriteLimits {
  return createWriteLimits({ each: MINUTE_MILLISECONDS / perMinute, longest: MINUTE_MILLISECONDS });
}

function refuseToken(reply: FastifyReply): never {
  reply.header('www-authenticate', 'Bearer realm="Vitrin", error="invalid_token"');
  throw new InvalidTokenError();
}

/** Throws TokenScopeError when the route names no scope or a larger one, or shows more than the token's project. */
function requireScope({ routeOptions }: FastifyRequest, { token }: TokenSession): void {
  const { token: access } = routeOptions.config;
  const order = TokenScope.options;
  if (!access) throw new TokenScopeError('auth.token_opens_nothing', []);
  if (order.indexOf(token.scope) < order.indexOf(access.scope))
    throw new TokenScopeError('auth.token_scope', order.slice(order.indexOf(access.scope)));
  if (access.isOfAccount && token.project_id !== null)
    throw new TokenScopeError('auth.token_of_one_project', order.slice(order.indexOf(access.scope)));
}
