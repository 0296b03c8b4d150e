import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { BadRequestError, ConflictError } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of a creation that is under way; null for all other requests. */
    creationKey: CreationKey | null;
  }
}

type CreationKey = { tokenId: number; key: string };
type Answer = { status: number; headers: string; body: string | null };
type StoredAnswer = {
  request_hash: string;
  status: number | null;
  headers: string | null;
  body: string | null;
};

type CreationKeys = {
  /** Reserves a key for a request; gives what is known of it where the token used it within a day. */
  reserve: (context: Context, key: CreationKey, requestHash: string) => Promise<StoredAnswer | undefined>;
  keep: (context: Context, key: CreationKey, answer: Answer) => Promise<void>;
  release: (context: Context, key: CreationKey) => Promise<void>;
};

const KEY = /^[\x21-\x7e]{1,200}$/;
/** Headers of a request that describe the object to create without a body, as in tus. */
const MEANT = ['upload-length', 'upload-metadata'] as const;
const GIVEN_AGAIN = [
  'content-type',
  'location',
  'upload-offset',
  'upload-expires',
  'vitrin-file-id',
] as const;

/**
 * Repeats an answer for a day by `Idempotency-Key` (specification 9.18). ConflictError for another request's key
 * or a missing answer.
 */
export function repeatCreations(app: FastifyInstance, context: Context, keys: CreationKeys): void {
  app.decorateRequest('creationKey', null);

  app.addHook('preHandler', async (request, reply) => {
    const given = request.headers['idempotency-key'];
    const token = request.session?.token;
    if (given === undefined || !token || !request.routeOptions.config.isCreation) return;
    if (typeof given !== 'string' || !KEY.test(given)) throw new BadRequestError('errors.bad_key');
    const key = { tokenId: token.id, key: given };
    const requestHash = hashOf(request);
    const existing = await keys.reserve(context, key, requestHash);
    if (!existing) {
      request.creationKey = key;
      return;
    }
    if (existing.request_hash !== requestHash) throw new ConflictError('errors.key_of_another');
    if (existing.status === null) throw new ConflictError('errors.key_in_use', { retryAfterSeconds: 2 });
    await giveAgain(reply, existing as StoredAnswer & { status: number });
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const { creationKey } = request;
    if (!creationKey) return payload;
    request.creationKey = null;
    const body = Buffer.isBuffer(payload) ? payload.toString() : payload;
    const isMade = reply.statusCode < 300 && (typeof body === 'string' || body == null);
    if (!isMade) await keys.release(context, creationKey);
    else await keys.keep(context, creationKey, answerOf(reply, body ?? null));
    return payload;
  });
}

function hashOf({ method, url, headers, body }: FastifyRequest): string {
  const meant = MEANT.map((name) => headers[name] ?? null);
  return hash('sha256', JSON.stringify([method, url, meant, body ?? null]));
}

function answerOf(reply: FastifyReply, body: string | null): Answer {
  const headers = GIVEN_AGAIN.flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)]];
  });
  return { status: reply.statusCode, headers: JSON.stringify(Object.fromEntries(headers)), body };
}

async function giveAgain(
  reply: FastifyReply,
  { status, headers, body }: StoredAnswer & { status: number },
): Promise<void> {
  reply.headers(JSON.parse(headers ?? '{}') as Record<string, string>);
  reply.header('idempotency-replayed', 'true');
  await (body === null ? reply.code(status).send() : reply.code(status).send(body));
}
