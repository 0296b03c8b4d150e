import type { FastifyReply } from 'fastify';
import { sourceOf } from '../../http/pages/page-hashes.ts';
import { RECEIPT_STYLE } from './payments/receipt.ts';

const POLICY = [
  "default-src 'none'",
  `style-src-elem '${sourceOf(RECEIPT_STYLE)}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function pageAlone(reply: FastifyReply): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY);
}
