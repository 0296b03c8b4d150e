import { foldedKeyEnd } from '@vitrin/shared/rules/texts/names.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Language, UserType } from '@vitrin/shared/contract/users.ts';
import type { Database } from '../../database/connect.ts';
import type { Schema } from '../../database/schema.ts';
import { givesRow } from '../../database/row-counts.ts';
import { storedBytesOf } from '../storage/access.ts';
import { shownName } from './row.ts';
import { mainEmail } from '../../database/main-email.ts';

/** Returns a user with the counts that limits apply to, projects and bytes, each a covered sub-select. */
export function findUserWithUsage(db: Database, id: number) {
  return db
    .selectFrom('users')
    .select((e) => [
      'users.id',
      'users.username',
      'users.display_name',
      'users.user_type',
      'users.owner_id',
      'users.extra_storage_gb',
      mainEmail.as('email'),
      e
        .selectFrom('projects')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('projects.owner_id', '=', 'users.id')
        .as('owned_projects'),
      e
        .selectFrom('projects')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('projects.customer_id', '=', sql<number>`coalesce(users.client_id, users.id)`)
        .as('assigned_projects'),
      storedBytesOf(sql.ref('users.id')).as('used_bytes'),
      selectDueTime(e, 'users.id').as('erased_at'),
      selectDueTime(e, 'users.owner_id').as('owner_erased_at'),
      selectDueTime(e, 'users.client_id').as('client_erased_at'),
      e
        .selectFrom('users as clients')
        .select(shownName('clients').as('name'))
        .whereRef('clients.id', '=', 'users.client_id')
        .as('client'),
    ])
    .where('users.id', '=', id)
    .where('users.removed_at', 'is', null)
    .executeTakeFirst();
}

function selectDueTime(
  e: ExpressionBuilder<Schema, 'users'>,
  userId: 'users.id' | 'users.owner_id' | 'users.client_id',
) {
  return e.selectFrom('erasures').select('due_at').whereRef('erasures.user_id', '=', userId);
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserWithUsage>>>;

type NewUser = {
  username: string;
  username_key: string;
  folded_key: string;
  name_key: string;
  user_type: UserType;
  password_hash: string | null;
  password_changed_at: string | null;
  language: Language;
  owner_id: number | null;
  client_id?: number;
  signup_network?: string;
  created_at: string;
};

/** True if an account, or that of its freelancer, is going to be deleted. */
export function isLeaving(db: Database, id: number): Promise<boolean> {
  return givesRow(db.selectFrom('erasures').select('id').where('user_id', '=', id));
}

/** Takes username, password and invitations from a person of a customer; the shown name stays, the username is free. */
export async function takeAccess(
  db: Database,
  id: number,
  values: {
    username: string;
    username_key: string;
    folded_key: string;
    name_key: string;
    display_name: string;
    removed_at: string;
  },
): Promise<void> {
  await db
    .updateTable('users')
    .set((e) => ({
      ...values,
      password_hash: null,
      password_changed_at: null,
      password_used_at: null,
      code_used_at: null,
      time_zone: null,
      verifications: e('verifications', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Removes the names and the password of an account, so that the name is free and no one signs in. */
export async function takeNames(
  db: Database,
  id: number,
  names: { username: string; username_key: string; folded_key: string; name_key: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set((e) => ({
      ...names,
      display_name: null,
      password_hash: null,
      password_changed_at: null,
      password_used_at: null,
      code_used_at: null,
      time_zone: null,
      last_seen: null,
      // Ends invitations: without a password the account would look as it did before its first use.
      verifications: e('verifications', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteUserRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}

export async function insertUser(db: Database, user: NewUser): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ ...user, last_login_at: null, last_seen: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateLastSeen(db: Database, id: number, now: string): Promise<void> {
  await db.updateTable('users').set({ last_seen: now }).where('id', '=', id).execute();
}

/** Ends the sharing of a network's turns for accounts that are older than a time, or were paid for. */
export async function forgetSignupNetworks(db: Database, createdUntil: string): Promise<void> {
  const paid = db.selectFrom('subscriptions').select('user_id').where('purchase_id', 'is not', null);
  await db
    .updateTable('users')
    .set({ signup_network: null })
    .where('signup_network', 'is not', null)
    .where((e) => e.or([e('created_at', '<=', createdUntil), e('id', 'in', paid)]))
    .execute();
}

/** Returns the user's time zone; null until a browser has named one. */
export async function getTimeZone(db: Database, userId: number): Promise<string | null> {
  const { time_zone } = await db
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return time_zone;
}

export async function updateTimeZone(db: Database, id: number, time_zone: string): Promise<void> {
  await db.updateTable('users').set({ time_zone }).where('id', '=', id).execute();
}

export async function updatePassword(db: Database, id: number, hash: string, now: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: hash, password_changed_at: now })
    .where('id', '=', id)
    .execute();
}

/** Way to sign in of which the row of the account keeps the last use. */
export type AccountWay = 'password' | 'code';

export async function updateLogin(db: Database, id: number, now: string, language: Language): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_login_at: now, last_seen: now, language })
    .where('id', '=', id)
    .execute();
}

export async function updateUse(db: Database, id: number, way: AccountWay, now: string): Promise<void> {
  const use = way === 'password' ? { password_used_at: now } : { code_used_at: now };
  await db.updateTable('users').set(use).where('id', '=', id).execute();
}

export async function deleteUserWithoutPassword(db: Database, id: number): Promise<boolean> {
  return givesRow(
    db.deleteFrom('users').where('id', '=', id).where('password_hash', 'is', null).returning('id'),
  );
}

/** Deletes unused users; both conditions are in the user's own row, which alone PostgreSQL reads again after a lock. */
export async function deleteUnusedUsers(db: Database, ids: number[]): Promise<void> {
  await db
    .deleteFrom('users')
    .where('id', 'in', ids)
    .where('last_login_at', 'is', null)
    .where('verifications', '=', 0)
    .execute();
}

export async function addVerification(db: Database, id: number): Promise<void> {
  await db
    .updateTable('users')
    .set((e) => ({ verifications: e('verifications', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export function findUserByKey(db: Database, usernameKey: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'user_type'])
    .where('username_key', '=', usernameKey)
    .executeTakeFirst();
}

/** True where a user has this name, or one that folds alike. */
export function isNameTaken(
  db: Database,
  keys: { username_key: string; folded_key: string },
): Promise<boolean> {
  return givesRow(
    db
      .selectFrom('users')
      .select('id')
      .where((e) =>
        e.or([
          e('username_key', '=', keys.username_key),
          e.and([
            e('folded_key', '>=', keys.folded_key),
            e('folded_key', '<', foldedKeyEnd(keys.folded_key)),
          ]),
        ]),
      ),
  );
}

/** Changes the shown name and the user's place in lists; searches go on finding the username. */
export async function updateDisplayName(
  db: Database,
  id: number,
  values: { display_name: string | null; name_key: string },
): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute();
}

export async function findNames(
  db: Database,
  id: number,
): Promise<{ username: string; display_name: string | null } | undefined> {
  const names = db.selectFrom('users').select(['username', 'display_name']);
  return names.where('id', '=', id).executeTakeFirst();
}

export async function updateExtraStorage(db: Database, id: number, extra_storage_gb: number): Promise<void> {
  await db.updateTable('users').set({ extra_storage_gb }).where('id', '=', id).execute();
}
