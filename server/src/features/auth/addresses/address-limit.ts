import { ValidationError } from '../../../errors.ts';

/** Most addresses of one account (specification 5.8). */
const MAX_ADDRESSES = 10;

/** Throws ValidationError on `email` when an account with these addresses may have no further one. */
export function requireRoomForAddress(addresses: readonly unknown[]): void {
  if (addresses.length < MAX_ADDRESSES) return;
  throw new ValidationError({ email: { key: 'auth.max_email_addresses', params: { max: MAX_ADDRESSES } } });
}
