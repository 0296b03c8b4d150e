import type { Language, User, UserType } from '@vitrin/shared/contract/users.ts';
import { nameKey, usernameKey } from '@vitrin/shared/rules/texts/names.ts';
import { GIB } from '@vitrin/shared/rules/storage.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { isUniqueViolation } from '../../database/errors.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import type { CurrentUser } from '../../current-user.ts';
import { getSubscription, startFreeSubscription } from '../plans/service.ts';
import {
  addVerification,
  deleteUnusedUsers,
  deleteUserWithoutPassword,
  findUserByKey,
  findUserWithUsage,
  insertUser,
  updateExtraStorage,
  updateLastSeen,
  updateLogin,
  updatePassword,
  type UserRow,
} from './queries.ts';

/** The user's own record, or for a freelancer that of an own customer; throws NotFoundError otherwise. */
export async function getUser(
  context: Context,
  user: CurrentUser,
  id: number,
  language: Language,
): Promise<User> {
  const row = await findUserWithUsage(context.db, id);
  if (!row || (row.id !== user.id && row.owner_id !== user.id)) throw new NotFoundError();
  return toUser(context, row, language);
}

type CreateUser = {
  username: string;
  user_type: UserType;
  password_hash: string | null;
  language: Language;
  owner_id: number | null;
};

/**
 * Creates a user, a freelancer with the Starter subscription, and returns the id. Throws ValidationError on `username`
 * when another user has it in any case. Call it inside a transaction.
 */
export async function createUser(context: Pick<Context, 'db' | 'now'>, input: CreateUser): Promise<number> {
  const now = timestampOf(context);
  const id = await insertUnique(context.db, {
    ...input,
    username_key: usernameKey(input.username),
    name_key: nameKey(input.username),
    password_changed_at: input.password_hash === null ? null : now,
    created_at: now,
  });
  if (input.user_type === 'freelancer') await startFreeSubscription(context, id);
  return id;
}

/** The user of this name, in upper or lower case. */
export async function findUserByUsername(
  db: Database,
  username: string,
): Promise<{ id: number; username: string; user_type: UserType } | undefined> {
  return findUserByKey(db, usernameKey(username));
}

/** Sets the storage beyond the plan's, in GB, which the owner of the installation grants. */
export async function setExtraStorage(db: Database, id: number, extraStorageGb: number): Promise<void> {
  await updateExtraStorage(db, id, extraStorageGb);
}

/** Sets "last seen" of a user, which the customer's freelancer is shown. */
export async function touchUser(db: Database, id: number, now: string): Promise<void> {
  await updateLastSeen(db, id, now);
}

/** Replaces the password; tokens bound to the old one end. Call it inside a transaction. */
export async function setPassword(
  context: Pick<Context, 'db' | 'now'>,
  id: number,
  passwordHash: string,
): Promise<void> {
  await updatePassword(context.db, id, passwordHash, timestampOf(context));
}

/** Notes a login, which ends reset links, and keeps the language for mails. */
export async function noteLogin(
  context: Pick<Context, 'db' | 'now'>,
  id: number,
  language: Language,
): Promise<void> {
  await updateLogin(context.db, id, timestampOf(context), language);
}

/** Deletes a user who never set a password; false when one was set meanwhile. Call it inside a transaction. */
export async function deleteUnregistered(db: Database, id: number): Promise<boolean> {
  return deleteUserWithoutPassword(db, id);
}

/** Deletes those of these users who never logged in and verified nothing. Call it inside a transaction. */
export async function deleteUnused(db: Database, ids: number[]): Promise<void> {
  if (ids.length > 0) await deleteUnusedUsers(db, ids);
}

/** Counts a verified address, which ends all earlier invitations. Call it inside a transaction. */
export async function noteVerification(db: Database, id: number): Promise<void> {
  await addVerification(db, id);
}

async function insertUnique(db: Database, user: Parameters<typeof insertUser>[1]): Promise<number> {
  try {
    return await insertUser(db, user);
  } catch (error) {
    if (isUniqueViolation(error)) throw new ValidationError({ username: 'users.username_taken' });
    throw error;
  }
}

async function toUser(context: Context, row: UserRow, language: Language): Promise<User> {
  const isFreelancer = row.user_type === 'freelancer';
  return {
    id: row.id,
    username: row.username,
    user_type: row.user_type,
    email: row.email,
    isFreelancer,
    subscription: isFreelancer ? await getSubscription(context, row.id, language) : null,
    extra_storage_gb: row.extra_storage_gb,
    used_storage: isFreelancer ? row.used_bytes / GIB : 0,
    project_count: Number(isFreelancer ? row.owned_projects : row.assigned_projects),
  };
}
