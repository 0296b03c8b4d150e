import type { IncomingMessage } from 'node:http';

/** Served by processes of which there is one set: copies of projects, receipts. */
const SCARCE = /^\/api\/projects\/\d+\/(?:offline|receipt)\b/;

/** A worker answers these reads and bytes itself on SQLite. An address missing here is forwarded: only slower. */
const OWN =
  /^\/(?:api\/(?:projects|milestones|versions|files|users|customers|face|pictures|analytics|subscription_plans|receipt-keys)|_allauth\/browser\/v1\/config|assets|healthz$|readyz$)/;

export function isOwnRead({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && OWN.test(url) && !SCARCE.test(url);
}

/** On PostgreSQL only common metrics come from the first process. */
export function isNoMetrics({ url }: IncomingMessage): boolean {
  return url !== '/metrics';
}
