import type { IncomingMessage } from 'node:http';

/** One set of processes serves these: copies of projects and receipts. */
const SCARCE = /^\/api\/projects\/\d+\/(?:offline|receipt)\b/;

/**
 * Addresses that a worker answers by itself on SQLite: the most frequent reads, bytes of files, and the scripts and styles of the
 * pages. Everything else is answered by the first process: what writes, and what rests on its memory (uploads under way,
 * streams of changes, pages being rendered). An address that is missing here is slower and never wrong.
 */
const OWN =
  /^\/(?:api\/(?:projects|milestones|versions|files|users|customers|face|pictures|analytics|subscription_plans|receipt-keys)|_allauth\/browser\/v1\/config|assets|healthz$|readyz$)/;

export function isOwnRead({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && OWN.test(url) && !SCARCE.test(url);
}

/** Returns false for metrics: on PostgreSQL only those come from the first process. */
export function isNoMetrics({ url }: IncomingMessage): boolean {
  return url !== '/metrics';
}
