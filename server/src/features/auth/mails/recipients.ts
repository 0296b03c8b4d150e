import type { Recipient } from './mails.ts';
import type { AccountRow, AddressRow } from '../queries.ts';

/** Lists the verified addresses of an account, which get its mails; any other address may be a stranger's. */
export function recipientsOf(
  account: Pick<AccountRow, 'username' | 'language'> | undefined,
  addresses: AddressRow[],
): Recipient[] {
  if (!account) return [];
  const { username, language } = account;
  const verified = addresses.filter((address) => address.verified);
  return verified.map(({ email }) => ({ to: email, username, language }));
}
