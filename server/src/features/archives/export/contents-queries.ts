import { sql } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import { PAGE_ROWS, pageAfter } from '../../../database/pages.ts';

/** Rows with descriptions that are read at once: each may have 200,000 characters. */
const TEXT_ROWS = 20;

export function findOwner(db: Database, ownerId: number) {
  return db
    .selectFrom('users')
    .leftJoin('faces', 'faces.owner_id', 'users.id')
    .leftJoin('subscriptions', 'subscriptions.user_id', 'users.id')
    .leftJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .select([
      'users.id',
      'users.username',
      'users.display_name',
      'users.language',
      'faces.accent',
      'faces.greeting',
      'faces.contact',
      'faces.logo_key',
      'faces.logo_bytes',
      'faces.logo_width',
      'faces.logo_height',
      'faces.changed_at',
      'plans.name as plan',
    ])
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

/** Installations from which facts of a freelancer's work came. */
export function listOriginsAfter(db: Database, ownerId: number, after: number) {
  return db
    .selectFrom('origins')
    .select(['id', 'freelancer', 'installation'])
    .where('owner_id', '=', ownerId)
    .$call(pageAfter('id', after))
    .execute();
}

export function listCustomersAfter(db: Database, ownerId: number, after: number) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'display_name', 'language', 'last_seen', 'created_at'])
    .select(sql<number>`case when password_hash is null then 0 else 1 end`.as('registered'))
    .where('owner_id', '=', ownerId)
    .$call(pageAfter('id', after))
    .execute();
}

export function listEventDays(db: Database, ownerId: number, after: string) {
  return db
    .selectFrom('event_days')
    .select(['day', 'kind', 'amount'])
    .where('owner_id', '=', ownerId)
    .where('day', '>', after)
    .orderBy('day')
    .orderBy('kind')
    .execute();
}

type HourPlace = { hour: string; kind: string };

/** A page of the sums of hours that come after a place. */
export function listEventHoursAfter(db: Database, ownerId: number, { hour, kind }: HourPlace) {
  return db
    .selectFrom('event_hours')
    .select(['hour', 'kind', 'amount'])
    .where('owner_id', '=', ownerId)
    .where('hour', '>=', hour)
    .where((e) => e.or([e('hour', '>', hour), e(sql<string>`kind`, '>', kind)]))
    .orderBy('hour')
    .orderBy('kind')
    .limit(PAGE_ROWS)
    .execute();
}

export function listProjectsAfter(db: Database, ownerId: number, after: number) {
  return db
    .selectFrom('projects')
    .leftJoin('ledger_heads', 'ledger_heads.project_id', 'projects.id')
    .select([
      'projects.id',
      'projects.name',
      'projects.description',
      'projects.customer_id',
      'projects.status_override',
      'projects.created_at',
      'projects.last_updated',
      'projects.shown_updated',
      'projects.edited_at',
      'ledger_heads.ledger',
    ])
    .where('projects.owner_id', '=', ownerId)
    .$call(pageAfter('projects.id', after, TEXT_ROWS))
    .execute();
}

export function listMilestonesAfter(db: Database, projectId: number, after: number) {
  return db
    .selectFrom('milestones')
    .select(['id', 'name', 'description', 'completed', 'position', 'created_at', 'edited_at'])
    .where('project_id', '=', projectId)
    .$call(pageAfter('id', after, TEXT_ROWS))
    .execute();
}

export function listVersionsAfter(db: Database, projectId: number, after: number) {
  return db
    .selectFrom('versions')
    .select(['id', 'version_number', 'description', 'cover_id', 'ready_at', 'created_at', 'edited_at'])
    .where('project_id', '=', projectId)
    .$call(pageAfter('id', after, TEXT_ROWS))
    .execute();
}

export function listFilesAfter(db: Database, versionId: number, after: number) {
  return db
    .selectFrom('files')
    .select([
      'id',
      'name',
      'storage_key',
      'size_bytes',
      'sha256',
      'crc32',
      'media_type',
      'position',
      'modified_at',
      'created_at',
    ])
    .where('version_id', '=', versionId)
    .$call(pageAfter('id', after))
    .execute();
}

export function listPicturesAfter(db: Database, projectId: number, after: number) {
  return db
    .selectFrom('pictures')
    .select(['id', 'milestone_id', 'version_id', 'storage_key', 'size_bytes', 'media_type', 'created_at'])
    .where('project_id', '=', projectId)
    .where('is_stored', '=', true)
    .$call(pageAfter('id', after))
    .execute();
}

/** Receipts of other installations that came with a project. */
export function listBroughtReceipts(db: Database, projectId: number) {
  return db
    .selectFrom('brought_receipts')
    .select(['number', 'storage_key', 'size_bytes', 'sha256', 'brought_at'])
    .where('project_id', '=', projectId)
    .orderBy('number')
    .execute();
}

/** Only people whom the freelancer still has as customers: nobody else comes along. */
const isOwnCustomer = (ownerId: number) => sql<boolean>`exists (
  select 1 from users where users.id = user_id and users.owner_id = ${ownerId})`;

/** A page of the newest events of a project, newest first. */
export function listEventsBefore(db: Database, ownerId: number, projectId: number, before: number) {
  return db
    .selectFrom('events')
    .select(['id', 'kind', 'user_id', 'version_id', 'file_id', 'created_at', 'amount', 'origin_id'])
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
    .select(['user_id', 'previous_at', 'opened_at', 'seen_at'])
    .where('project_id', '=', projectId)
    .where(isOwnCustomer(ownerId))
    .orderBy('user_id')
    .execute();
}

export function listDeliveriesAfter(db: Database, ownerId: number, projectId: number, after: number) {
  return db
    .selectFrom('deliveries')
    .select([
      'id',
      'user_id',
      'file_id',
      'device',
      'ranges',
      'covered_bytes',
      'began_at',
      'last_at',
      'completed_at',
      'handed_at',
    ])
    .where('project_id', '=', projectId)
    .where(isOwnCustomer(ownerId))
    .$call(pageAfter('id', after))
    .execute();
}

export function listBroughtDeliveriesAfter(db: Database, ownerId: number, projectId: number, after: number) {
  return db
    .selectFrom('brought_deliveries')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(isOwnCustomer(ownerId))
    .$call(pageAfter('id', after))
    .execute();
}

export function listPlaysOf(db: Database, ownerId: number, projectId: number) {
  return db
    .selectFrom('plays')
    .select(['user_id', 'file_id', 'device', 'percent', 'last_at', 'origin_id'])
    .where('project_id', '=', projectId)
    .where(isOwnCustomer(ownerId))
    .orderBy('file_id')
    .orderBy('user_id')
    .orderBy('device')
    .execute();
}
