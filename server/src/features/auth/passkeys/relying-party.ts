import { isIP } from 'node:net';
import type { Config } from '../../../config/config.ts';
import { NotFoundError } from '../../../errors.ts';

/** A passkey's relying party: its host name, and the origin that answers must come from. */
export type RelyingParty = { id: string; origin: string };

type Address = Pick<Config, 'publicUrl'>;

/** Returns null where browsers know no passkeys: at an IP address, or without https except on `localhost`. */
export function relyingPartyOf({ publicUrl }: Address): RelyingParty | null {
  const { hostname, protocol, origin } = new URL(publicUrl);
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isAddress || !isSecure ? null : { id: hostname, origin };
}

/** Throws NotFoundError where there are no passkeys. */
export function requireRelyingParty(config: Address): RelyingParty {
  const party = relyingPartyOf(config);
  if (!party) throw new NotFoundError();
  return party;
}
