import type { FastifyRequest } from 'fastify';

/**
 * Whether asking for something means that somebody looks at it. A client that sends `X-Looks: reported` reports what is
 * looked at by itself, as the web app does; other clients look at what they ask for, unless it is loaded ahead.
 */
export function isLook({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || headers['x-looks'] === 'reported') return false;
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-moz']];
  return !purposes.some((purpose) => /^(?:prefetch|preview|prerender)/.test(String(purpose ?? '')));
}
