import type { FastifyReply, FastifyRequest } from 'fastify';
import { tenantOf } from '../guards/tenant-of-request.ts';
import { answerBytes, type SentBytes } from '@vitrin/engine/answers/byte-answers.ts';

/** Answers GET and HEAD of bytes that never change; the answer waits for blocks in the turns of the one who asks. */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  sent: SentBytes,
): Promise<FastifyReply> {
  return answerBytes(request, reply, sent, tenantOf(request));
}
