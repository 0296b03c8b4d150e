import { emailKey } from '@vitrin/shared/rules/texts/names.ts';
import type { Database } from '../../../database/connect.ts';
import {
  type AccountRow,
  findAccountByUsername,
  listAccountsByEmail,
  MOST_ACCOUNTS_OF_EMAIL,
} from '../queries.ts';

export type Identifier = {
  field: 'username' | 'email';
  text: string;
  /** The customer account that is open already: only others of customers are meant. */
  otherThan?: number;
};

/** A way to read an identifier, with the accounts it means in that way, the one used last first. */
export type Candidate = { by: 'email' | 'username'; accounts: readonly AccountRow[] };

/** Lists the readings of an identifier, even without an account: equal hashes keep time from revealing anything. */
export async function findCandidates(
  db: Database,
  { field, text, otherThan }: Identifier,
): Promise<Candidate[]> {
  // PostgreSQL takes no U+0000 in a text.
  const isStorable = !text.includes('\0');
  const byEmail: Candidate | undefined = text.includes('@')
    ? { by: 'email', accounts: isStorable ? await listAccountsByEmail(db, emailKey(text), otherThan) : [] }
    : undefined;
  if (field === 'email') return [byEmail ?? { by: 'email', accounts: [] }];
  const named = isStorable ? await findAccountByUsername(db, text) : undefined;
  const isNew = named !== undefined && !byEmail?.accounts.some(({ id }) => id === named.id);
  const byUsername: Candidate = { by: 'username', accounts: isNew ? [named] : [] };
  return byEmail ? [byEmail, byUsername] : [byUsername];
}

/** Lists the accounts to try, with undefined in place of missing ones, as a hash is made for each. */
export function triesOf({ by, accounts }: Candidate): (AccountRow | undefined)[] {
  const length = by === 'email' ? MOST_ACCOUNTS_OF_EMAIL : 1;
  return Array.from({ length }, (_, index) => accounts[index]);
}

export function meantBy(candidates: readonly Candidate[]): { user?: number } {
  const account = candidates.flatMap(({ accounts }) => accounts)[0];
  return account ? { user: account.id } : {};
}
