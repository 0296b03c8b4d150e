import type { FastifyRequest } from 'fastify';

/** `X-Looks: reported`: the client reports looks itself, as the web app does. Prefetches are no looks. */
export function isLook({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || headers['x-looks'] === 'reported') return false;
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-moz']];
  return !purposes.some((purpose) => /^(?:prefetch|preview|prerender)/.test(String(purpose ?? '')));
}
