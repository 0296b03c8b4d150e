import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current-user.ts';
import { stateOf } from '../../database/sqlite/sqlite-dialect.ts';
import { isLook } from '../views/looks.ts';
import { AnswerMemory, type KeptAnswer } from './answer-memory.ts';
import { tagOf } from './caching.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer follows from the database, the user, the language, the address and the clock (keepAnswers). */
    isKept?: boolean;
  }
  interface FastifyRequest {
    /** Of an answer that is being made and may be kept: the state of the database and the time before. */
    toKeep: { key: string; state: number; since: string } | null;
  }
}

/** The first moment after `since` at which the clock alone changes what a user gets; undefined when there is none. */
type NextMoment = (
  context: Pick<Context, 'db'>,
  user: CurrentUser,
  since: string,
) => Promise<string | undefined>;

const LONGEST_ADDRESS = 500;
const LONGEST_ANSWER = 64_000;

/**
 * Gives answers of routes that say `isKept` a second time without asking the database for more than the session, as
 * long as nothing was written to it since they were made, by whomever, and no moment has come that changes them. They are
 * of one user and one language. On SQLite alone: of PostgreSQL nobody knows at once what others have written.
 * Call it before labelAnswers and before the routes, which have no preHandler of their own.
 */
export function keepAnswers(app: FastifyInstance, context: Context, nextMoment: NextMoment): void {
  const memory = new AnswerMemory();
  app.decorateRequest('toKeep', null);

  const answerFromMemory = async (request: FastifyRequest, reply: FastifyReply) => {
    const user = request.session?.user;
    const state = user && mayBeKept(request, user) ? stateOf(context.db) : undefined;
    if (!user || state === undefined) return;
    const key = [user.id, request.language, request.url].join(' ');
    const since = timestampOf(context);
    const kept = memory.find(key, state);
    if (!kept) request.toKeep = { key, state, since };
    else if (kept.until === undefined) kept.until = (await nextMoment(context, user, kept.since)) ?? null;
    else if (since < kept.since || (kept.until !== null && since >= kept.until)) memory.forget(key);
    else await send(reply, kept);
  };
  app.addHook('onRoute', (route) => {
    if (route.config?.isKept) route.preHandler = answerFromMemory;
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const { toKeep } = request;
    if (
      toKeep &&
      reply.statusCode === 200 &&
      typeof payload === 'string' &&
      payload.length <= LONGEST_ANSWER
    ) {
      const tag = tagOf(payload);
      reply.header('etag', tag);
      memory.keep(toKeep.key, toKeep.state, { payload, tag, since: toKeep.since, until: undefined });
    }
    done(null, payload);
  });
}

/**
 * A look of a client is counted by the handler, each time. What a freelancer sees as the client also changes with the end
 * of that client's visits, and is not kept.
 */
function mayBeKept(request: FastifyRequest, { role }: CurrentUser): boolean {
  if (request.url.length > LONGEST_ADDRESS) return false;
  return role === 'freelancer' || (role === 'customer' && !isLook(request));
}

function send(reply: FastifyReply, { payload, tag }: KeptAnswer): FastifyReply {
  return reply.header('etag', tag).type('application/json; charset=utf-8').send(payload);
}
