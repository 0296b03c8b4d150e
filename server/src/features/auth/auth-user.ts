import type { AuthUser } from '@vitrin/shared/contract/auth.ts';
import type { Database } from '../../database/connect.ts';
import { NotFoundError } from '../../errors.ts';
import { type AccountRow, findAccount, listAddresses } from './queries.ts';

/** The user as the authentication API shows it. */
export async function getAuthUser(db: Database, userId: number): Promise<AuthUser> {
  const account = await findAccount(db, userId);
  if (!account) throw new NotFoundError();
  const [main] = await listAddresses(db, userId);
  return toAuthUser(account, main?.email);
}

function toAuthUser({ id, username, password_hash }: AccountRow, email: string | undefined): AuthUser {
  return {
    id,
    display: username,
    has_usable_password: password_hash !== null,
    ...(email !== undefined && { email }),
    username,
  };
}
