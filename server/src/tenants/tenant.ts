import ipaddr from 'ipaddr.js';

/** Also of jobs enqueued by an earlier release. */
export const INSTALLATION = '';

/** A free account then shares turns with its sign-up network. */
export const NEW_ACCOUNT_SECONDS = 7 * 24 * 3600;

type Account = {
  id: number;
  owner_id: number | null;
  /** While the freelancer's account is new and free. */
  network: string | null;
};

/** Key for fair turns (specification 12.16): a freelancer with customers, or the network of new free accounts. */
export function tenantOfUser({ id, owner_id, network }: Account): string {
  return network === null ? `user ${owner_id ?? id}` : `address ${network}`;
}

/** An IPv4 address, or the first 64 bits of IPv6. */
export function tenantOfAddress(ip: string): string {
  return `address ${networkOf(ip)}`;
}

/** IPv6: the first 64 bits, since a client usually has all of its network; mapped IPv4 counts as IPv4. */
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
