import ipaddr from 'ipaddr.js';

/** Metadata services of clouds at public addresses, which no list of private ranges contains. */
const METADATA = new Set(['168.63.129.16', '100.100.100.200', '192.0.0.192']);

/** Where unicast addresses of the internet lie; what is outside of it is of no network that others reach. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Interface ids that hold an address of IPv4 behind them (RFC 5214). */
const ISATAP = new Set([0, 0x0200]);
const ISATAP_MARK = 0x5efe;

/**
 * Returns true for an address of the internet, and false for private, local, multicast and cloud metadata addresses,
 * those of providers' own networks, and IPv6 forms of IPv4, such as mapped, NAT64, 6to4, Teredo and ISATAP.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (METADATA.has(address.toString()) || address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return true;
  const [high, mark] = [address.parts[4] ?? 0, address.parts[5]];
  if (mark === ISATAP_MARK && ISATAP.has(high)) return false;
  return address.match(GLOBAL_V6);
}
