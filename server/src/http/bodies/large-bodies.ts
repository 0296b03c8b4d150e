import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ConnectionBrokenError, RateLimitedError } from '../../errors.ts';
import { createPlaces, type ReleasePlace, type Places } from '../../places/fair-places.ts';
import { BODY_LIMIT } from '../limits/limits.ts';
import { personOf } from '../person.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives the place of a large body back. */
    releasePlace: ReleasePlace | null;
  }

  interface FastifyContextConfig {
    /** More than 64 KB of its body is held in memory, by a parser with a limit of its own. */
    largeBody?: boolean;
  }
}

const WAIT_MILLISECONDS = 30_000;
const RETRY_SECONDS = 5;

export type LargeBodyOptions = {
  /** Of signed-in people; a body takes several times its bytes until it is answered. */
  places?: Places;
  /** Of guests, who send webhooks, apart: they keep no place from anybody who is signed in. */
  guestPlaces?: Places;
  waitMilliseconds?: number;
};

/**
 * Has bodies of more than 64 KB wait for a place before anything of them is read: one of each person, in turns. A body
 * that does not say its length counts as one. The place is given back once the answer is made, even where the
 * connection is closed before: what was sent is in use until then. Files have blocks instead. Add before the time of
 * a body is limited, so that it does not run while the body waits.
 */
export function limitLargeBodies(
  app: FastifyInstance,
  {
    places = createPlaces({ count: 6, each: 1, maxWaiting: 128, maxWaitingEach: 16 }),
    guestPlaces = createPlaces({ count: 2, each: 1, maxWaiting: 16, maxWaitingEach: 4 }),
    waitMilliseconds = WAIT_MILLISECONDS,
  }: LargeBodyOptions = {},
): void {
  const enter = async (request: FastifyRequest, reply: FastifyReply) => {
    const closed = new AbortController();
    reply.raw.once('close', () => closed.abort());
    const late = AbortSignal.timeout(waitMilliseconds);
    try {
      request.releasePlace = await (request.session?.user ? places : guestPlaces).acquire({
        person: personOf(request),
        signal: AbortSignal.any([closed.signal, late]),
      });
    } catch (error) {
      if (closed.signal.aborted) throw new ConnectionBrokenError();
      if (late.aborted) throw new RateLimitedError(RETRY_SECONDS);
      throw error;
    }
  };
  app.decorateRequest('releasePlace', null);
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!isLarge(request)) return done(null, payload);
    // Fastify takes a promise as well as a call of `done`, which is quicker for all that is small.
    return enter(request, reply);
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.releasePlace) {
      // The request lives as long as its answer is read, which may be slowly.
      request.body = undefined;
      request.releasePlace();
    }
    done(null, payload);
  });
}

function isLarge({ headers, routeOptions: { bodyLimit, config } }: FastifyRequest): boolean {
  if (config.transfer || (bodyLimit <= BODY_LIMIT && !config.largeBody)) return false;
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > BODY_LIMIT;
}
