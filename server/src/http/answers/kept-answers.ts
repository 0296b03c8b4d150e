import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current-user.ts';
import { stateOf } from '@vitrin/engine/sqlite/sqlite-dialect.ts';
import { isLook } from '../guards/looks.ts';
import { AnswerMemory, type KeptAnswer } from './answer-memory.ts';
import { headOf } from './request-head.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer follows from the database, the request's head and the clock alone (keepAnswers). */
    isKept?: boolean;
  }
  interface FastifyRequest {
    /** Of an answer that is being made and may be kept: the state of the database and the time before. */
    toKeep: { head: string; state: number; since: number } | null;
  }
}

/** The first moment after `since` at which the clock alone changes what a user gets; undefined when there is none. */
type NextMoment = (
  context: Pick<Context, 'db'>,
  user: CurrentUser,
  since: string,
) => Promise<string | undefined>;

type KeptAnswers = {
  /** Gives an answer again. Call it after what watches requests, and before everything that looks into them. */
  giveAgain: (app: FastifyInstance) => void;
  /** Keeps answers as they are sent. Call it after what writes headers, and before the routes, which have no preHandler. */
  keep: (app: FastifyInstance) => void;
};

const LONGEST_ANSWER = 64_000;

/**
 * Gives answers of routes that say `isKept` again to requests with the same head, as long as nothing was written to the
 * database since they were made, by whomever, and no moment has come that changes them: so their session and its rights
 * are what they were. On SQLite alone: of PostgreSQL nobody knows at once what others have written.
 */
export function keepAnswers(context: Context, nextMoment: NextMoment, isPaused: () => boolean): KeptAnswers {
  const memory = new AnswerMemory();

  const find = (request: FastifyRequest): KeptAnswer | undefined => {
    if (request.method !== 'GET' || request.routeOptions.config.isKept !== true) return undefined;
    // While it is read only, answers are made anew: each says so in its head, which the database does not hold.
    if (isPaused()) return undefined;
    const head = headOf(request);
    const state = head === undefined ? undefined : stateOf(context.db);
    if (head === undefined || state === undefined) return undefined;
    const since = context.now().getTime();
    const kept = memory.find(head, state);
    if (kept?.until !== undefined && kept.since <= since && since < kept.until) return kept;
    request.toKeep = { head, state, since };
    return undefined;
  };

  /** A second request is answered anew; from then on it is known how long its answer holds. */
  const lookAhead = async (request: FastifyRequest) => {
    const { toKeep, session } = request;
    if (!toKeep) return;
    const kept = memory.find(toKeep.head, toKeep.state);
    if (!session?.user || !mayBeKept(request, session.user)) request.toKeep = null;
    else if (kept && kept.until === undefined && kept.since <= toKeep.since) {
      request.toKeep = null;
      const moment = await nextMoment(context, session.user, new Date(kept.since).toISOString());
      kept.until = Math.min(session.sameUntil, moment === undefined ? Infinity : Date.parse(moment));
    }
  };

  return {
    giveAgain: (app) => {
      app.decorateRequest('toKeep', null);
      app.addHook('onRequest', (request, reply, done) => {
        const kept = find(request);
        if (!kept) return done();
        request.session = kept.session;
        send(request, reply, kept);
      });
    },
    keep: (app) => {
      app.addHook('onRoute', (route) => {
        if (route.config?.isKept) route.preHandler = lookAhead;
      });
      app.addHook('onSend', (request, reply, payload, done) => {
        const { toKeep, session } = request;
        if (toKeep && session && isKeepable(reply, payload)) {
          const { statusCode: status } = reply;
          const { head, state, since } = toKeep;
          memory.keep(head, state, {
            status,
            headers: headersOf(reply, payload),
            payload,
            session,
            since,
            until: undefined,
          });
        }
        done(null, payload);
      });
    },
  };
}

/**
 * A look of a client is counted by the handler, each time. What a freelancer sees as the client also changes with the end
 * of that client's visits, and is not kept.
 */
function mayBeKept(request: FastifyRequest, { role }: CurrentUser): boolean {
  return role === 'freelancer' || (role === 'customer' && !isLook(request));
}

function isKeepable(reply: FastifyReply, payload: unknown): payload is string | null {
  if (reply.hasHeader('set-cookie')) return false;
  if (payload === null) return reply.statusCode === 304;
  return reply.statusCode === 200 && typeof payload === 'string' && payload.length <= LONGEST_ANSWER;
}

function headersOf(reply: FastifyReply, payload: string | null): string[] {
  const headers = Object.entries({ ...reply.getHeaders(), 'x-request-id': undefined })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  if (payload !== null) headers.push(['content-length', String(Buffer.byteLength(payload))]);
  return headers.flat();
}

/** Sends a kept answer past the hooks that would write its headers again; those that watch for its end still run. */
function send(request: FastifyRequest, reply: FastifyReply, { status, headers, payload }: KeptAnswer): void {
  reply.hijack();
  reply.raw.writeHead(status, ['x-request-id', request.id, ...headers]);
  reply.raw.end(payload);
}
