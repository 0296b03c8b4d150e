import ipaddr from 'ipaddr.js';

/** The tenant of the installation's own jobs, and of jobs enqueued by an earlier release. */
export const INSTALLATION = '';

/** How long a free account shares the turns of the network it was signed up from. */
export const NEW_ACCOUNT_SECONDS = 7 * 24 * 3600;

type Account = {
  id: number;
  owner_id: number | null;
  /** The network that the freelancer's account was signed up from, while it is new and free; else null. */
  network: string | null;
};

/** Returns the key of fair turns (specification 12.16): a freelancer with customers, or the network of new free accounts. */
export function tenantOfUser({ id, owner_id, network }: Account): string {
  return network === null ? `user ${owner_id ?? id}` : `address ${network}`;
}

/** Like tenantOfUser, but of a guest: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function tenantOfAddress(ip: string): string {
  return `address ${networkOf(ip)}`;
}

/** Returns an IPv4 address, also if mapped, or the first 64 bits of IPv6, as a client usually has all of its network. */
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
