import type { FastifyRequest } from 'fastify';
import { networkOf } from './limits/rate-limits.ts';

/** Who shares what is scarce with others: the signed-in user, or everybody at the address of a guest. */
export function personOf({ session, ip }: FastifyRequest): string {
  return session?.user ? `user ${session.user.id}` : `address ${networkOf(ip)}`;
}
