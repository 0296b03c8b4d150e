import { emailKey } from '@vitrin/shared/rules/texts/names.ts';
import type { Database } from '../../../database/connect.ts';
import { type AccountRow, findAccountByEmail, findAccountByUsername } from '../queries.ts';

/** What a user typed to log in. */
export type Identifier = { field: 'username' | 'email'; text: string };

/** A way to read an identifier, with the account it means in that way, if any. */
export type Candidate = { by: 'email' | 'username'; account: AccountRow | undefined };

/**
 * The ways to read an identifier. A `username` that contains @ is tried as an address first, then as a username. A way
 * without an account is listed too, so that each costs a hash: somebody whose username is another's address must not
 * learn from the time whether that address has an account.
 */
export async function findCandidates(db: Database, { field, text }: Identifier): Promise<Candidate[]> {
  // PostgreSQL takes no U+0000 in a text.
  const isStorable = !text.includes('\0');
  const byEmail: Candidate | undefined = text.includes('@')
    ? { by: 'email', account: isStorable ? await findAccountByEmail(db, emailKey(text)) : undefined }
    : undefined;
  if (field === 'email') return [byEmail ?? { by: 'email', account: undefined }];
  const named = isStorable ? await findAccountByUsername(db, text) : undefined;
  const isSame = named !== undefined && named.id === byEmail?.account?.id;
  const byUsername: Candidate = { by: 'username', account: isSame ? undefined : named };
  return byEmail ? [byEmail, byUsername] : [byUsername];
}

/** Log fields that name the account that was meant, where there is one. */
export function meantBy(candidates: readonly Candidate[]): { user?: number } {
  const account = candidates.find((candidate) => candidate.account)?.account;
  return account ? { user: account.id } : {};
}
