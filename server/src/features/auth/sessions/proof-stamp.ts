import { hash } from 'node:crypto';
import type { Database } from '../../../database/connect.ts';
import { findAccount } from '../queries.ts';
import { listSocialAccounts } from '../social/social-queries.ts';

/** Returns a stamp that changes with password and identities, so that logins waiting for a second factor end with them. */
export async function proofStampOf(db: Database, userId: number): Promise<string> {
  const account = await findAccount(db, userId);
  const identities = await listSocialAccounts(db, userId);
  const proofs = [account?.password_hash ?? null, ...identities.map(({ uid }) => uid).toSorted()];
  return hash('sha256', JSON.stringify(proofs));
}
