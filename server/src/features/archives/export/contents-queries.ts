import { type Expression, sql, type SqlBool } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import { PAGE_ROWS, pageAfter } from '../../../database/pages.ts';
import type { RowOf } from '../carried/column-kinds.ts';
import type { CUSTOMER } from '../carried/columns.ts';
import {
  type IMPORTED_DELIVERY,
  type DELIVERY,
  EVENT,
  EVENT_DAY,
  EVENT_HOUR,
  type FILE,
  FREELANCER,
  type LINK,
  type MILESTONE,
  type ORIGIN,
  type PICTURE,
  PLAY,
  type PROJECT,
  type SECTION,
  type VERSION,
  VISIT,
} from '../carried/columns.ts';

/** Rows with descriptions that are read at once: each may have 200,000 characters. */
const TEXT_ROWS = 20;

export function findOwner(db: Database, ownerId: number) {
  return db
    .selectFrom('users')
    .leftJoin('faces', 'faces.owner_id', 'users.id')
    .leftJoin('subscriptions', 'subscriptions.user_id', 'users.id')
    .leftJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .select(['users.id', 'users.username', 'users.display_name', 'plans.name as plan'])
    .select(FREELANCER.columns.map((column) => `faces.${column}` as const))
    .select(['faces.logo_bytes', 'faces.changed_at'])
    .where('users.id', '=', ownerId)
    .executeTakeFirst();
}

export async function listUnwanted(db: Database, ownerId: number) {
  const rows = await db
    .selectFrom('unwanted_notices')
    .select('kind')
    .where('user_id', '=', ownerId)
    .orderBy('kind')
    .execute();
  return rows.map(({ kind }) => kind);
}

type Paged =
  | typeof ORIGIN
  | typeof CUSTOMER
  | typeof PROJECT
  | typeof MILESTONE
  | typeof VERSION
  | typeof SECTION
  | typeof LINK
  | typeof FILE
  | typeof PICTURE
  | typeof DELIVERY
  | typeof IMPORTED_DELIVERY;

type Scope = { in: 'owner_id' | 'project_id' | 'version_id'; id: number };

/** Yields the rows of a table that an archive carries, read by pages in the order of their ids. */
export async function* rowsOf<Entity extends Paged>(
  db: Database,
  { table, columns, hasRichText }: Entity,
  scope: Scope,
  condition: Expression<SqlBool> = sql`1 = 1`,
): AsyncGenerator<RowOf<Entity> & { id: number }, void> {
  for (let after = 0; ;) {
    const rows: unknown = await db
      .selectFrom(table as 'files')
      .select(['id', ...(columns as 'name'[])])
      .where(scope.in as 'version_id', '=', scope.id)
      .where(condition)
      .$call(pageAfter('id', after, hasRichText ? TEXT_ROWS : PAGE_ROWS))
      .execute();
    yield* rows as (RowOf<Entity> & { id: number })[];
    const last = (rows as { id: number }[]).at(-1);
    if (!last) return;
    after = last.id;
  }
}

export async function listRegistered(db: Database, ownerId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where((e) => e.or([e('password_hash', 'is not', null), e('verifications', '>', 0)]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function listLedgers(db: Database, ownerId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('ledger_heads')
    .innerJoin('projects', 'projects.id', 'ledger_heads.project_id')
    .select('projects.id')
    .where('projects.owner_id', '=', ownerId)
    .orderBy('projects.id')
    .execute();
  return rows.map(({ id }) => id);
}

export function listEventDays(db: Database, ownerId: number, after: string) {
  return db
    .selectFrom('event_days')
    .select(EVENT_DAY.columns)
    .where('owner_id', '=', ownerId)
    .where('day', '>', after)
    .orderBy('day')
    .orderBy('kind')
    .execute();
}

type HourKey = { hour: string; kind: string };

export function listEventHoursAfter(db: Database, ownerId: number, { hour, kind }: HourKey) {
  return db
    .selectFrom('event_hours')
    .select(EVENT_HOUR.columns)
    .where('owner_id', '=', ownerId)
    .where('hour', '>=', hour)
    .where((e) => e.or([e('hour', '>', hour), e(sql<string>`kind`, '>', kind)]))
    .orderBy('hour')
    .orderBy('kind')
    .limit(PAGE_ROWS)
    .execute();
}

export function listImportedReceipts(db: Database, projectId: number) {
  return db
    .selectFrom('brought_receipts')
    .select(['number', 'storage_key', 'size_bytes', 'sha256', 'brought_at'])
    .where('project_id', '=', projectId)
    .orderBy('number')
    .execute();
}

export const isOwnCustomer = (ownerId: number) => sql<boolean>`exists (
  select 1 from users where users.id = user_id and users.owner_id = ${ownerId})`;

export function listEventsBefore(db: Database, ownerId: number, projectId: number, before: number) {
  return db
    .selectFrom('events')
    .select(['id', ...EVENT.columns])
    .where('project_id', '=', projectId)
    .where('id', '<', before)
    .where(isOwnCustomer(ownerId))
    .orderBy('id', 'desc')
    .limit(PAGE_ROWS)
    .execute();
}

export function listVisits(db: Database, ownerId: number, projectId: number) {
  return db
    .selectFrom('visits')
    .select(VISIT.columns)
    .where('project_id', '=', projectId)
    .where(isOwnCustomer(ownerId))
    .orderBy('user_id')
    .execute();
}

export function listPlaysOf(db: Database, ownerId: number, projectId: number) {
  return db
    .selectFrom('plays')
    .select(PLAY.columns)
    .where('project_id', '=', projectId)
    .where(isOwnCustomer(ownerId))
    .orderBy('file_id')
    .orderBy('user_id')
    .orderBy('device')
    .execute();
}
