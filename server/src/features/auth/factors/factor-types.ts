import type { Database } from '../../../database/connect.ts';
import { findFactor, listRecoveryCodes } from './factor-queries.ts';

/** What a user may prove a login with, after the first step; empty for an account with one step. */
export async function factorTypesOf(db: Database, userId: number): Promise<string[]> {
  if (!(await findFactor(db, userId))) return [];
  const codes = await listRecoveryCodes(db, userId);
  return codes.some(({ used_at }) => used_at === null) ? ['totp', 'recovery_codes'] : ['totp'];
}
