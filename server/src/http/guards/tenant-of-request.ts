import type { FastifyRequest } from 'fastify';
import { tenantOfAddress } from '../../tenants/tenant.ts';

/** The tenant who asks: that of the signed-in user, or of a guest's address. */
export function tenantOf({ session, ip }: Pick<FastifyRequest, 'session' | 'ip'>): string {
  return session?.user?.tenant ?? tenantOfAddress(ip);
}
