import { randomUUID } from 'node:crypto';
import { MAX_DISPLAY_NAME_LENGTH, type UpdateUser } from '@vitrin/shared/contract/faces.ts';
import type { Language, User, UserType } from '@vitrin/shared/contract/users.ts';
import { foldedKey, nameKey, usernameKey } from '@vitrin/shared/rules/texts/names.ts';
import { VIEW_AS_CLIENT } from '@vitrin/shared/rules/client-view.ts';
import { GIB } from '@vitrin/shared/rules/storage/storage.ts';
import { DEFAULT_ZONE } from '@vitrin/shared/rules/time/time-zones.ts';
import type { Context } from '../../context.ts';
import { timestampIn, timestampOf } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { isUniqueViolation } from '@vitrin/engine/sql/errors.ts';
import { lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../errors.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { NEW_ACCOUNT_SECONDS } from '../../tenants/tenant.ts';
import { readFace } from '../faces/rows.ts';
import { refuseAddressAsDisplayName } from './chosen-names.ts';
import { getSubscription, startFreeSubscription } from '../plans/service.ts';
import {
  type AccountWay,
  addVerification,
  deleteUnusedUsers,
  deleteUserRow,
  deleteUserWithoutPassword,
  findUserByKey,
  getTimeZone,
  findNames,
  forgetSignupNetworks,
  findUserWithUsage,
  insertUser,
  isLeaving,
  isNameTaken,
  takeAccess,
  takeNames,
  updateDisplayName,
  updateExtraStorage,
  updateLastSeen,
  updateLogin,
  updateUse,
  updatePassword,
  updateTimeZone,
  type UserRow,
} from './queries.ts';

/** Returns the record of the user, a client's in a view as client, or of an own customer; throws NotFoundError otherwise. */
export async function getUser(
  context: Context,
  user: CurrentUser,
  id: number,
  language: Language,
): Promise<User> {
  const row = await requireVisibleUser(context.db, user, id);
  return user.role === 'view' ? toViewedUser(context, row) : toUser(context, row, language);
}

/** Changes the display name of the user or of an own customer; throws NotFoundError for all others. */
export async function updateUser(
  context: Context,
  user: CurrentUser,
  id: number,
  { display_name }: UpdateUser,
  language: Language,
): Promise<User> {
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, id);
    await requireVisibleUser(tx.db, user, id);
    await chooseDisplayName(tx.db, id, display_name);
    return toUser(tx, await requireVisibleUser(tx.db, user, id), language);
  });
}

/** Sets a checked name, if new; ValidationError on `display_name` (specification 1.7). Call it inside a transaction. */
export async function chooseDisplayName(db: Database, id: number, displayName: string | null): Promise<void> {
  const names = await findNames(db, id);
  if (names?.display_name === displayName) return;
  refuseAddressAsDisplayName(displayName);
  await setDisplayName(db, id, displayName);
}

/** Sets the name to be called by; null shows the username again. Call it inside a transaction. */
export async function setDisplayName(db: Database, id: number, displayName: string | null): Promise<void> {
  const names = await findNames(db, id);
  if (names === undefined) throw new NotFoundError();
  const shown = displayName === null ? names.username : `${displayName} ${names.username}`;
  await updateDisplayName(db, id, { display_name: displayName, name_key: nameKey(shown) });
}

async function requireVisibleUser(db: Database, user: CurrentUser, id: number): Promise<UserRow> {
  const row = await findUserWithUsage(db, id);
  const isOwnCustomer = user.isFreelancer && row?.owner_id === user.id;
  if (!row || (row.id !== user.id && !isOwnCustomer)) throw new NotFoundError();
  return row;
}

type CreateUser = {
  username: string;
  user_type: UserType;
  password_hash: string | null;
  language: Language;
  owner_id: number | null;
  client_id?: number;
  /** Network that a self-registered freelancer signed up from (`networkOf`); left out for customers. */
  signup_network?: string;
};

/** Creates a user, a freelancer on Starter; ValidationError on `username` if it folds alike. Call it inside a transaction. */
export async function createUser(context: Pick<Context, 'db' | 'now'>, input: CreateUser): Promise<number> {
  const now = timestampOf(context);
  if (await isUsernameTaken(context.db, input.username))
    throw new ValidationError({ username: 'users.username_taken' });
  const id = await insertUnique(context.db, {
    ...input,
    ...keysOf(input.username),
    password_changed_at: input.password_hash === null ? null : now,
    created_at: now,
  });
  if (input.user_type === 'freelancer') await startFreeSubscription(context, id);
  return id;
}

/** True where a user has this username, in any case, or one that folds alike (specification 3.1). */
export function isUsernameTaken(db: Database, username: string): Promise<boolean> {
  return isNameTaken(db, keysOf(username));
}

function keysOf(username: string) {
  return {
    username_key: usernameKey(username),
    folded_key: foldedKey(username),
    name_key: nameKey(username),
  };
}

/** Finds the user of this name, in upper or lower case. */
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

/** Gives freelancers with an account that is a week old or paid turns of their own; a job runs it. */
export async function sweepNewAccounts(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await forgetSignupNetworks(context.db, timestampIn(context, -NEW_ACCOUNT_SECONDS));
}

/** Returns the time zone in which the user reads times, UTC until a browser has named one. */
export async function timeZoneOf(db: Database, id: number): Promise<string> {
  return (await getTimeZone(db, id)) ?? DEFAULT_ZONE;
}

/** Keeps the time zone in which the user reads times, for mails. */
export async function setTimeZone(db: Database, id: number, timeZone: string): Promise<void> {
  await updateTimeZone(db, id, timeZone);
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

/** Notes the use of a way to sign in (specification 3.9). Call it inside a transaction. */
export async function noteUse(
  context: Pick<Context, 'db' | 'now'>,
  id: number,
  way: AccountWay,
): Promise<void> {
  await updateUse(context.db, id, way, timestampOf(context));
}

/** Deletes a user who never set a password; false when one was set meanwhile. Call it inside a transaction. */
export async function deleteUnregistered(db: Database, id: number): Promise<boolean> {
  return deleteUserWithoutPassword(db, id);
}

/** Deletes those of these users who never logged in and verified nothing. Call it inside a transaction. */
export async function deleteUnused(db: Database, ids: number[]): Promise<void> {
  if (ids.length > 0) await deleteUnusedUsers(db, ids);
}

/** True for a customer with a password, an invitation's passkey or a verified address (specification 3.8). */
export function isRegistered({
  password_hash,
  verifications,
}: {
  password_hash: string | null;
  verifications: number | null;
}): boolean {
  return password_hash !== null || (verifications ?? 0) > 0;
}

/** Counts a verification, which ends all earlier invitations; call it inside a transaction. */
export async function noteVerification(db: Database, id: number): Promise<void> {
  await addVerification(db, id);
}

/** Throws ConflictError where an account is going to be deleted: nothing new begins in it (specification 3.15). */
export async function requireStaying(db: Database, id: number): Promise<void> {
  if (await isLeaving(db, id)) throw new ConflictError('account.leaving');
}

/** Takes names and password from an account that is being deleted. Call it inside a transaction. */
export async function withdrawNames(db: Database, id: number): Promise<void> {
  const username = `erased-${randomUUID()}`;
  await takeNames(db, id, { username, ...keysOf(username) });
}

/** Takes a person's access; the name stays for what was received (specification 3.22). Call it inside a transaction. */
export async function withdrawAccess(tx: Pick<Context, 'db' | 'now'>, id: number): Promise<void> {
  const names = await findNames(tx.db, id);
  if (names === undefined) throw new NotFoundError();
  const username = `removed-${randomUUID()}`;
  const shown = names.display_name ?? names.username.slice(0, MAX_DISPLAY_NAME_LENGTH).toWellFormed();
  await takeAccess(tx.db, id, {
    username,
    ...keysOf(username),
    name_key: nameKey(shown),
    display_name: shown,
    removed_at: timestampOf(tx),
  });
}

/** Deletes an account of which nothing else is left. Call it inside a transaction. */
export async function deleteUser(db: Database, id: number): Promise<void> {
  await deleteUserRow(db, id);
}

/** Returns the earliest deletion that ends an account: its own, its freelancer's or its client's. */
function erasureOf({ erased_at, owner_erased_at, client_erased_at }: UserRow): User['erasure'] {
  const [first] = (
    [
      ['self', erased_at],
      ['freelancer', owner_erased_at],
      ['client', client_erased_at],
    ] as const
  )
    .flatMap(([by, due_at]) => (due_at === null ? [] : { due_at, by }))
    .toSorted((a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : 0));
  return first ?? null;
}

async function insertUnique(db: Database, user: Parameters<typeof insertUser>[1]): Promise<number> {
  try {
    return await insertUser(db, user);
  } catch (error) {
    if (isUniqueViolation(error)) throw new ValidationError({ username: 'users.username_taken' });
    throw error;
  }
}

/** Returns the freelancer as a client of the own projects, without the account; no real record, as there may be no client. */
async function toViewedUser({ db }: Context, { id, owned_projects }: UserRow): Promise<User> {
  return {
    id,
    username: '',
    display_name: null,
    user_type: 'customer',
    email: null,
    isFreelancer: false,
    subscription: null,
    extra_storage_gb: 0,
    used_storage: 0,
    project_count: Number(owned_projects),
    face: await readFace(db, id),
    erasure: null,
    client: null,
    view: VIEW_AS_CLIENT,
  };
}

async function toUser(context: Context, row: UserRow, language: Language): Promise<User> {
  const isFreelancer = row.user_type === 'freelancer';
  return {
    id: row.id,
    username: row.username,
    display_name: row.display_name,
    user_type: row.user_type,
    email: row.email,
    isFreelancer,
    subscription: isFreelancer ? await getSubscription(context, row.id, language) : null,
    extra_storage_gb: row.extra_storage_gb,
    used_storage: isFreelancer ? row.used_bytes / GIB : 0,
    project_count: Number(isFreelancer ? row.owned_projects : row.assigned_projects),
    face: isFreelancer ? null : await readFace(context.db, row.owner_id),
    erasure: erasureOf(row),
    client: row.client,
  };
}
