import type { FastifyRequest } from 'fastify';

/**
 * True if a request counts as a look. A client that sends `X-Looks: reported` reports looks by itself, as the web app
 * does; requests of other clients are looks, unless they load ahead.
 */
export function isLook({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || headers['x-looks'] === 'reported') return false;
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-moz']];
  return !purposes.some((purpose) => /^(?:prefetch|preview|prerender)/.test(String(purpose ?? '')));
}
