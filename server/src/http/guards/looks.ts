import type { FastifyRequest } from 'fastify';

/** Returns true for a look; with `X-Looks: reported` a client reports looks itself, and prefetches are no looks. */
export function isLook({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || headers['x-looks'] === 'reported') return false;
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-moz']];
  return !purposes.some((purpose) => /^(?:prefetch|preview|prerender)/.test(String(purpose ?? '')));
}
