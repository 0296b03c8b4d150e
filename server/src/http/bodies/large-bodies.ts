import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConnectionBrokenError, RateLimitedError } from '../../errors.ts';
import { createSlots, type ReleaseSlot, type Slots } from '@vitrin/engine/slots/fair-slots.ts';
import { BODY_LIMIT } from '../guards/limits.ts';
import { tenantOf } from '../guards/tenant-of-request.ts';
import { atEnd } from '@vitrin/engine/requests/request-end.ts';

declare module 'fastify' {
  interface FastifyRequest {
    releaseSlot: ReleaseSlot | null;
  }

  interface FastifyContextConfig {
    /** Set where more than 64 KB of the body is held in memory by a parser with a limit of its own. */
    largeBody?: boolean;
  }
}

const WAIT_MILLISECONDS = 30_000;
const RETRY_SECONDS = 5;

export type LargeBodyOptions = {
  /** Slots of signed-in users; a body takes several times its bytes of memory until it is answered. */
  slots?: Slots;
  /** Slots of guests, who send webhook events; apart, so that guests occupy no user's slot. */
  guestSlots?: Slots;
  waitMilliseconds?: number;
};

/**
 * Makes bodies above 64 KB or of unknown length wait for a slot, in turns by tenant. A slot is held until the answer is
 * made, even on a closed connection, since the body is in use until then. Files use blocks instead. Add it before the
 * time limit of bodies, so that the wait does not count.
 */
export function limitLargeBodies(
  app: FastifyInstance,
  {
    slots = createSlots({ count: 6, each: 1, maxWaiting: 128, maxWaitingEach: 16 }),
    guestSlots = createSlots({ count: 2, each: 1, maxWaiting: 16, maxWaitingEach: 4 }),
    waitMilliseconds = WAIT_MILLISECONDS,
  }: LargeBodyOptions = {},
): void {
  const enter = async (request: FastifyRequest) => {
    const closed = new AbortController();
    atEnd(request, () => closed.abort());
    const late = AbortSignal.timeout(waitMilliseconds);
    try {
      request.releaseSlot = await (request.session?.user ? slots : guestSlots).acquire({
        tenant: tenantOf(request),
        signal: AbortSignal.any([closed.signal, late]),
      });
    } catch (error) {
      if (closed.signal.aborted) throw new ConnectionBrokenError();
      if (late.aborted) throw new RateLimitedError(RETRY_SECONDS);
      throw error;
    }
  };
  app.decorateRequest('releaseSlot', null);
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!isLarge(request)) return done(null, payload);
    // Fastify accepts a promise as well as a call of `done`, which is faster for small bodies.
    return enter(request);
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.releaseSlot) {
      // The request object lives until its answer is read, which may take long.
      request.body = undefined;
      request.releaseSlot();
    }
    done(null, payload);
  });
}

function isLarge({ headers, routeOptions: { bodyLimit, config } }: FastifyRequest): boolean {
  if (config.transfer || (bodyLimit <= BODY_LIMIT && !config.largeBody)) return false;
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > BODY_LIMIT;
}
