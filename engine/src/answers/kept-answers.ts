import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AnswerMemory, type KeptAnswer } from './answer-memory.ts';
import { headOf } from './request-head.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the answer depends only on stored data, the request's head and the clock (keepAnswers). */
    isKept?: boolean;
  }
  interface FastifyRequest {
    /** State of the stored data and time, both read before the answer was made. */
    toKeep: { head: string; state: number; since: number } | null;
  }
}

type Source<Asker> = {
  /** Number that changes after any write by any process; undefined if that cannot be determined at once. */
  stateOf: () => number | undefined;
  now: () => number;
  isPaused: () => boolean;
  /** Person an answer is made for; undefined if the answer must not be kept. */
  askerOf: (request: FastifyRequest) => Asker | undefined;
  noteAsker: (request: FastifyRequest, asker: Asker) => void;
  /** When the clock alone changes what was made at `since`; both in milliseconds since 1970. */
  holdsUntil: (asker: Asker, since: number) => Promise<number>;
};

export type KeptAnswers = {
  /** Sends answers from memory. Register it after the hooks that watch requests and before all that read them. */
  giveAgain: (app: FastifyInstance) => void;
  /** Keeps answers as they are sent. Call it after the hooks that write headers and before the routes. */
  keep: (app: FastifyInstance) => void;
};

const LONGEST_ANSWER = 64_000;

/** Repeats answers of routes with `isKept` to requests with the same head until a write or their expiry. */
export function keepAnswers<Asker>(source: Source<Asker>): KeptAnswers {
  const memory = new AnswerMemory<Asker>();

  const find = (request: FastifyRequest): KeptAnswer<Asker> | undefined => {
    if (request.method !== 'GET' || request.routeOptions.config.isKept !== true) return undefined;
    if (source.isPaused()) return undefined;
    const head = headOf(request);
    const state = head === undefined ? undefined : source.stateOf();
    if (head === undefined || state === undefined) return undefined;
    const since = source.now();
    const kept = memory.find(head, state);
    if (kept?.until !== undefined && kept.since <= since && since < kept.until) return kept;
    request.toKeep = { head, state, since };
    return undefined;
  };

  /** A second request is computed again; from then on the answer has an expiry and can be kept. */
  const lookAhead = async (request: FastifyRequest) => {
    const { toKeep } = request;
    if (!toKeep) return;
    const kept = memory.find(toKeep.head, toKeep.state);
    const asker = source.askerOf(request);
    if (asker === undefined) request.toKeep = null;
    else if (kept && kept.until === undefined && kept.since <= toKeep.since) {
      request.toKeep = null;
      kept.until = await source.holdsUntil(asker, kept.since);
    }
  };

  return {
    giveAgain: (app) => {
      app.decorateRequest('toKeep', null);
      app.addHook('onRequest', (request, reply, done) => {
        const kept = find(request);
        if (!kept) return done();
        source.noteAsker(request, kept.asker);
        send(request, reply, kept);
      });
    },
    keep: (app) => {
      app.addHook('onRoute', (route) => {
        if (route.config?.isKept) route.preHandler = lookAhead;
      });
      app.addHook('onSend', (request, reply, payload, done) => {
        const { toKeep } = request;
        const asker = toKeep ? source.askerOf(request) : undefined;
        if (toKeep && asker !== undefined && isKeepable(reply, payload)) {
          const { statusCode: status } = reply;
          const { head, state, since } = toKeep;
          memory.keep(head, state, {
            status,
            headers: headersOf(reply, payload),
            payload,
            asker,
            since,
            until: undefined,
          });
        }
        done(null, payload);
      });
    },
  };
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
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, payload }: KeptAnswer<unknown>,
): void {
  reply.hijack();
  reply.raw.writeHead(status, ['x-request-id', request.id, ...headers]);
  reply.raw.end(payload);
}
