import ipaddr from 'ipaddr.js';

/** The tenant of the installation's own jobs, and of jobs enqueued by an earlier release. */
export const INSTALLATION = '';

/** How long a free account shares the turns of the network it was signed up from. */
export const NEW_ACCOUNT_SECONDS = 7 * 24 * 3600;

type Account = {
  id: number;
  /** The freelancer a customer belongs to. */
  owner_id: number | null;
  /** The network that the freelancer's account was signed up from, while it is new and free; else null. */
  network: string | null;
};

/**
 * The key of the fair share of scarce resources (specification 12.16): a freelancer with all own customers, or the
 * network of a new free account, so that more accounts get no more turns.
 */
export function tenantOfUser({ id, owner_id, network }: Account): string {
  return network === null ? `user ${owner_id ?? id}` : `address ${network}`;
}

/** Like tenantOfUser, but of a guest: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function tenantOfAddress(ip: string): string {
  return `address ${networkOf(ip)}`;
}

/**
 * The part of a client address that limits and turns count by: an IPv4 address, also one written as IPv6, or the first 64 bits of
 * an IPv6 one, because a client there usually has all of its network.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv4
    ? address.toString()
    : `${address.parts
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')}::/64`;
}
