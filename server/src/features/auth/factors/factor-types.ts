import type { Database } from '../../../database/connect.ts';
import { findFactor, listRecoveryCodes } from './factor-queries.ts';

/** Factors that a user may give after the first step of a login; empty for an account with one step. */
export async function factorTypesOf(db: Database, userId: number): Promise<string[]> {
  if (!(await findFactor(db, userId))) return [];
  const codes = await listRecoveryCodes(db, userId);
  return codes.some(({ used_at }) => used_at === null) ? ['totp', 'recovery_codes'] : ['totp'];
}
