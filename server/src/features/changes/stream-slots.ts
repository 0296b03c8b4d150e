import type { CurrentUser } from '../../current/current-user.ts';
import { OverloadedError, RateLimitedError } from '../../errors.ts';

export type StreamUser = Pick<CurrentUser, 'id' | 'tenant'>;

type StreamSlots = {
  /** Throws RateLimitedError when the user has too many, OverloadedError when all slots are taken and the share is used up. */
  take: (user: StreamUser) => void;
  release: (user: StreamUser) => void;
};

const RETRY_SECONDS = 30;

/**
 * Makes a fixed number of slots; when all are taken, a tenant gets one from the tenant with the most. `endOneOf` ends
 * one stream of a tenant, and returns false where none is open yet.
 */
export function createStreamSlots(
  { perPerson, inAll }: { perPerson: number; inAll: number },
  endOneOf: (tenant: string) => boolean,
): StreamSlots {
  const byUser = new Map<number, number>();
  const byTenant = new Map<string, number>();
  let all = 0;

  const makeRoomFor = (tenant: string): boolean => {
    let most = { tenant, count: (byTenant.get(tenant) ?? 0) + 1 };
    for (const [each, count] of byTenant) if (count > most.count) most = { tenant: each, count };
    return most.tenant !== tenant && endOneOf(most.tenant);
  };

  return {
    take({ id, tenant }) {
      if ((byUser.get(id) ?? 0) >= perPerson) throw new RateLimitedError(RETRY_SECONDS);
      if (all >= inAll && !makeRoomFor(tenant)) throw new OverloadedError(RETRY_SECONDS);
      add(byUser, id, 1);
      add(byTenant, tenant, 1);
      all += 1;
    },
    release({ id, tenant }) {
      add(byUser, id, -1);
      add(byTenant, tenant, -1);
      all -= 1;
    },
  };
}

function add<Key>(counts: Map<Key, number>, key: Key, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
