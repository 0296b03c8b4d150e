import type { FastifyRequest } from 'fastify';
import { networkOf } from '../rate-limits/rate-limits.ts';

/** The key by which people share scarce resources: the signed-in user, or everybody at a guest's address. */
export function personOf({ session, ip }: FastifyRequest): string {
  return session?.user ? `user ${session.user.id}` : `address ${networkOf(ip)}`;
}
