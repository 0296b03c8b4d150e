import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Config, isLoopback } from '../../config/config.ts';
import { BadRequestError } from '../../errors.ts';
import { translate } from '../../i18n/messages.ts';

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const PROBES = new Set(['/healthz', '/readyz']);

/** The name of a host has at most 253 characters. */
const MAX_ORIGIN_LENGTH = 300;

const hostsOf = new Map<string, string[]>();

/** The host of PUBLIC_URL; when that is a loopback name, the others on the same port too (specification 9.9). */
function allowedHosts(publicUrl: string): string[] {
  const cached = hostsOf.get(publicUrl);
  if (cached) return cached;
  const { host, port } = new URL(publicUrl);
  const others = LOOPBACK_HOSTS.map((name) => (port ? `${name}:${port}` : name));
  const hosts = isLoopback(publicUrl) ? [host, ...others] : [host];
  hostsOf.set(publicUrl, hosts);
  return hosts;
}

export function isAllowedOrigin(config: Config, origin: string): boolean {
  if (origin === config.publicUrl) return true;
  if (origin.length > MAX_ORIGIN_LENGTH || !URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return protocol === new URL(config.publicUrl).protocol && allowedHosts(config.publicUrl).includes(host);
}

/** Answers 421 to a foreign Host, so no link or cookie is made for it, and 400 to several (RFC 9112, 3.2): proxies differ. */
export function refuseForeignHosts(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, reply, done) => {
    const host = request.headers.host?.toLowerCase() ?? '';
    if (hasSeveralHosts(request.raw)) throw new BadRequestError('errors.bad_request');
    if (PROBES.has(request.url) || allowedHosts(config.publicUrl).includes(host)) return done();
    if (host === '') throw new BadRequestError('errors.bad_request');
    const detail = translate(request.language, 'errors.wrong_host', { publicUrl: config.publicUrl });
    return reply.code(421).send({ detail });
  });
}

/** Returns true for several Host headers: Node keeps only the first; every other entry of the raw list is a name. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return names.length > 1;
}
