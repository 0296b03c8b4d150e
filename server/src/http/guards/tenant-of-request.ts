import type { FastifyRequest } from 'fastify';
import { tenantOfAddress } from '../../tenants/tenant.ts';

export function tenantOf({ session, ip }: Pick<FastifyRequest, 'session' | 'ip'>): string {
  return session?.user?.tenant ?? tenantOfAddress(ip);
}
