import { hash } from 'node:crypto';
import type { Database } from '../../../database/connect.ts';
import { findAccount } from '../queries.ts';
import { listSocialAccounts } from '../social/social-queries.ts';

/**
 * A stamp of what a first step of a login can rest on: password and identities. It is another one after any of them was
 * changed, so that a login which waits for its second factor ends with them.
 */
export async function proofStampOf(db: Database, userId: number): Promise<string> {
  const account = await findAccount(db, userId);
  const identities = await listSocialAccounts(db, userId);
  const proofs = [account?.password_hash ?? null, ...identities.map(({ uid }) => uid).toSorted()];
  return hash('sha256', JSON.stringify(proofs));
}
