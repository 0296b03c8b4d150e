import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Config, LOOPBACK_NAMES } from '../config/config.ts';
import type { Context } from '../context.ts';
import type { Metrics } from './metrics.ts';

export function measures({ metrics }: Pick<Config, 'metrics'>): boolean {
  return metrics.port !== undefined || metrics.token !== undefined;
}

/** Serves /metrics on the main port, to those who send the token. Without a token there is no such route. */
export function answerMetrics(app: FastifyInstance, context: Context, metrics: Metrics): void {
  const { port, token } = context.config.metrics;
  if (token === undefined || port !== undefined) return;
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!bears(request.headers.authorization, token)) return reply.callNotFound();
    void reply.header('cache-control', 'no-store').type(metrics.contentType);
    return reply.send(await metrics.text(context));
  });
}

/** Serves /metrics on its own port, to holders of the token, or without one to names of this machine (specification 12.7). */
export async function listenForMetrics(context: Context, metrics: Metrics): Promise<Server> {
  const { host, port, token } = context.config.metrics;
  const server = createServer((request, response) => {
    const isAllowed = token === undefined || bears(request.headers.authorization, token);
    // Without a token any page that is open on this machine could ask by a name of its own (DNS rebinding).
    if (token === undefined && !isOwnHost(request.headers.host, host)) {
      response.writeHead(421).end();
      return;
    }
    if (request.method !== 'GET' || request.url !== '/metrics' || !isAllowed) {
      response.writeHead(404).end();
      return;
    }
    metrics.text(context).then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        context.log.error({ err: error }, 'Metrics could not be read');
        response.writeHead(503).end();
      },
    );
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await promise;
  return server;
}

function isOwnHost(header = '', bound: string): boolean {
  const name = header.toLowerCase().replace(/:\d+$/, '');
  return LOOPBACK_NAMES.has(name) || name === bound || name === `[${bound}]`;
}

/** Compares hashes, so that neither time nor length reveals anything about the token. */
function bears(header: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));
}
