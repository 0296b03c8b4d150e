import type { AuthUser } from '@vitrin/shared/contract/account/auth.ts';
import type { Database } from '../../database/connect.ts';
import { NotFoundError } from '../../errors.ts';
import { type AccountRow, findAccount, listAddresses } from './queries.ts';

export async function getAuthUser(db: Database, userId: number): Promise<AuthUser> {
  return (await find(db, userId)).user;
}

/** Like getAuthUser, with the last uses of password and mailed code, which only the user may see. */
export async function getOwnAuthUser(db: Database, userId: number): Promise<AuthUser> {
  const { account, user } = await find(db, userId);
  const password = account.password_used_at ?? undefined;
  const code = account.code_used_at ?? undefined;
  return {
    ...user,
    last_uses: {
      ...(password !== undefined && { password: Date.parse(password) / 1000 }),
      ...(code !== undefined && { code: Date.parse(code) / 1000 }),
    },
  };
}

async function find(db: Database, userId: number): Promise<{ account: AccountRow; user: AuthUser }> {
  const account = await findAccount(db, userId);
  if (!account) throw new NotFoundError();
  const [main] = await listAddresses(db, userId);
  return { account, user: toAuthUser(account, main?.email) };
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
