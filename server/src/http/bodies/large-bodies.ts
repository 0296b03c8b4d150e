import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConnectionBrokenError, RateLimitedError } from '../../errors.ts';
import { createPlaces, type ReleasePlace, type Places } from '@vitrin/engine/places/fair-places.ts';
import { BODY_LIMIT } from '../guards/limits.ts';
import { tenantOf } from '../guards/tenant-of-request.ts';
import { atEnd } from '@vitrin/engine/requests/request-end.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the place of a large body. */
    releasePlace: ReleasePlace | null;
  }

  interface FastifyContextConfig {
    /** Set where more than 64 KB of the body is held in memory by a parser with a limit of its own. */
    largeBody?: boolean;
  }
}

const WAIT_MILLISECONDS = 30_000;
const RETRY_SECONDS = 5;

export type LargeBodyOptions = {
  /** Places of signed-in users; a body takes several times its bytes of memory until it is answered. */
  places?: Places;
  /** Places of guests, who send webhook events; apart, so that guests occupy none of the users' places. */
  guestPlaces?: Places;
  waitMilliseconds?: number;
};

/**
 * Makes bodies of more than 64 KB wait for a place before they are read: one for each tenant, in turns. A body of
 * unknown length counts as large. The place is released once the answer is made, even where the connection closed
 * before, since the body is in use until then. Files use blocks instead. Add it before the time limit of bodies, so
 * that the wait does not count.
 */
export function limitLargeBodies(
  app: FastifyInstance,
  {
    places = createPlaces({ count: 6, each: 1, maxWaiting: 128, maxWaitingEach: 16 }),
    guestPlaces = createPlaces({ count: 2, each: 1, maxWaiting: 16, maxWaitingEach: 4 }),
    waitMilliseconds = WAIT_MILLISECONDS,
  }: LargeBodyOptions = {},
): void {
  const enter = async (request: FastifyRequest) => {
    const closed = new AbortController();
    atEnd(request, () => closed.abort());
    const late = AbortSignal.timeout(waitMilliseconds);
    try {
      request.releasePlace = await (request.session?.user ? places : guestPlaces).acquire({
        tenant: tenantOf(request),
        signal: AbortSignal.any([closed.signal, late]),
      });
    } catch (error) {
      if (closed.signal.aborted) throw new ConnectionBrokenError();
      if (late.aborted) throw new RateLimitedError(RETRY_SECONDS);
      throw error;
    }
  };
  app.decorateRequest('releasePlace', null);
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!isLarge(request)) return done(null, payload);
    // Fastify accepts a promise as well as a call of `done`, which is faster for small bodies.
    return enter(request);
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.releasePlace) {
      // The request object lives until its answer is read, which may take long.
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
