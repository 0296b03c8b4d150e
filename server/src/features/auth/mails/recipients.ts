import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Recipient } from './mails.ts';
import type { AccountRow, AddressRow } from '../queries.ts';

/** The addresses told about the security of an account: all verified ones, or all where none is verified. */
export function recipientsOf(
  account: Pick<AccountRow, 'username' | 'language'> | undefined,
  addresses: AddressRow[],
  language: Language | undefined = account?.language,
): Recipient[] {
  if (!account || !language) return [];
  const verified = addresses.filter((address) => address.verified);
  return (verified.length > 0 ? verified : addresses).map(({ email }) => ({
    to: email,
    username: account.username,
    language,
  }));
}
