import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { ValidationError } from '../../../errors.ts';

/** Throws ValidationError on `email` if an account with these addresses may have no further one (specification 5.8). */
export function requireRoomForAddress(addresses: readonly unknown[]): void {
  const max = MAX_COUNTS.emailAddresses;
  if (addresses.length < max) return;
  throw new ValidationError({ email: { key: 'auth.max_email_addresses', params: { max } } });
}
