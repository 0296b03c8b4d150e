import { sql } from 'kysely';
import type { UserType } from '@vitrin/shared/contract/users.ts';
import type { Database } from '@vitrin/server/database/connect.ts';
import type { PageRange } from '@vitrin/server/database/pages.ts';
import { countRows } from '@vitrin/server/database/row-counts.ts';
import { mainEmail } from '@vitrin/server/database/main-email.ts';

export type PeopleFilter = {
  type: UserType | undefined;
  /** LIKE patterns for the key of the name and for an address; undefined for all people. */
  patterns: { name: string; email: string } | undefined;
};

function people(db: Database, { type, patterns }: PeopleFilter) {
  return db
    .selectFrom('users')
    .$if(type !== undefined, (query) => query.where('users.user_type', '=', type ?? 'freelancer'))
    .$if(patterns !== undefined, (query) =>
      query.where((e) =>
        e.or([
          sql<boolean>`users.name_key like ${patterns?.name ?? ''} escape '\\'`,
          e.exists(
            e
              .selectFrom('email_addresses')
              .select('email_addresses.id')
              .whereRef('email_addresses.user_id', '=', 'users.id')
              .where(sql<boolean>`email_addresses.email like ${patterns?.email ?? ''} escape '\\'`),
          ),
        ]),
      ),
    );
}

export function countPeople(db: Database, filter: PeopleFilter): Promise<number> {
  return countRows(people(db, filter));
}

/** Users by name, with their main address, the freelancer they belong to, and for a person of a customer that customer. */
export function listPeople(db: Database, filter: PeopleFilter, { limit, offset }: PageRange) {
  return people(db, filter)
    .leftJoin('users as owners', 'owners.id', 'users.owner_id')
    .leftJoin('users as clients', 'clients.id', 'users.client_id')
    .select([
      'users.id',
      'users.username',
      'users.user_type as type',
      'owners.username as freelancer',
      'clients.username as client',
      mainEmail.as('email'),
      'users.created_at',
      'users.last_seen',
    ])
    .orderBy('users.name_key')
    .orderBy('users.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Finds the user who has verified the address, else the one with that username, else one who has merely added the address. */
export async function findPerson(db: Database, names: { username: string; email: string }) {
  const columns = ['users.id', 'users.username', 'users.user_type'] as const;
  const byEmail = await db
    .selectFrom('email_addresses')
    .innerJoin('users', 'users.id', 'email_addresses.user_id')
    .select([...columns, 'email_addresses.verified'])
    .where('email_addresses.email', '=', names.email)
    .orderBy('email_addresses.verified', 'desc')
    .orderBy('email_addresses.id')
    .executeTakeFirst();
  if (byEmail?.verified) return byEmail;
  const named = await db
    .selectFrom('users')
    .select(columns)
    .where('username_key', '=', names.username)
    .executeTakeFirst();
  return named ?? byEmail;
}

/** Everything stored about a person, except what could be used to sign in (password, tokens, secrets). */
export async function getPerson(db: Database, id: number, now: string) {
  const person = await db
    .selectFrom('users')
    .leftJoin('users as owners', 'owners.id', 'users.owner_id')
    .leftJoin('users as clients', 'clients.id', 'users.client_id')
    .leftJoin('subscriptions', 'subscriptions.user_id', 'users.id')
    .leftJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .select((e) => [
      'users.id',
      'users.username',
      'users.user_type as type',
      'users.language',
      'owners.username as freelancer',
      'clients.username as client',
      'users.removed_at',
      'plans.code as plan',
      'subscriptions.current_period_end as plan_until',
      'users.extra_storage_gb',
      sql<number>`case when users.password_hash is null then 0 else 1 end`.as('has_password'),
      'users.created_at',
      'users.last_login_at',
      'users.last_seen',
      e
        .selectFrom('projects')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where((w) => w.or([w('projects.owner_id', '=', id), w('projects.customer_id', '=', clientOf(id))]))
        .as('projects'),
      e
        .selectFrom('users as customers')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('customers.owner_id', '=', id)
        .where('customers.client_id', 'is', null)
        .as('customers'),
      e
        .selectFrom('users as people')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where((w) => w.or([w('people.client_id', '=', id), w('people.owner_id', '=', id)]))
        .where('people.client_id', 'is not', null)
        .where('people.removed_at', 'is', null)
        .as('people'),
      e
        .selectFrom('sessions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('sessions.user_id', '=', id)
        .where('sessions.expires_at', '>', now)
        .as('sessions'),
    ])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  const emails = await db
    .selectFrom('email_addresses')
    .select(['email', 'verified', 'is_primary'])
    .where('user_id', '=', id)
    .orderBy('is_primary', 'desc')
    .orderBy('id')
    .limit(20)
    .execute();
  const socialAccounts = await db
    .selectFrom('social_accounts')
    .select(['provider', 'display'])
    .where('user_id', '=', id)
    .orderBy('id')
    .limit(20)
    .execute();
  return { ...person, has_password: person.has_password === 1, emails, social_accounts: socialAccounts };
}

/** Customer that a user acts as: the client they belong to, or themselves (specification 3.22). */
function clientOf(userId: number) {
  return sql<number>`(select coalesce(client_id, id) from users where id = ${userId} and removed_at is null)`;
}

function projectsOf(db: Database, userId: number) {
  return db
    .selectFrom('projects')
    .where((e) =>
      e.or([e('projects.owner_id', '=', userId), e('projects.customer_id', '=', clientOf(userId))]),
    );
}

export function countProjectsOf(db: Database, userId: number): Promise<number> {
  return countRows(projectsOf(db, userId));
}

/** A freelancer's projects or those that a customer or a person of one sees, with the bytes of their files. */
export function listProjectsOf(db: Database, userId: number, { limit, offset }: PageRange) {
  return projectsOf(db, userId)
    .leftJoin('users as customers', 'customers.id', 'projects.customer_id')
    .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
    .select([
      'projects.id',
      'projects.name',
      'projects.status',
      'projects.progress',
      'owners.username as freelancer',
      'customers.username as customer',
      sql<number>`(select count(*) from versions join files on files.version_id = versions.id
        where versions.project_id = projects.id)`.as('files'),
      sql<number>`(select coalesce(sum(files.size_bytes), 0) from versions
        join files on files.version_id = versions.id where versions.project_id = projects.id)`.as(
        'file_bytes',
      ),
      'projects.last_updated',
    ])
    .orderBy('projects.name_key')
    .orderBy('projects.id')
    .limit(limit)
    .offset(offset)
    .execute();
}
