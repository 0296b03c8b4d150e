import { type RawBuilder, sql } from 'kysely';
import type { NoticeKind } from '@vitrin/shared/contract/notices.ts';
import type { Database } from '../../database/connect.ts';
import { shownName } from '../users/row.ts';

/** True if the client of `projects`, or a person of theirs, has looked at a version or downloaded from it. */
export function isOpened(version: string): RawBuilder<boolean> {
  const by = (table: string) =>
    sql`exists (select 1 from ${sql.table(table)} as opened
      join users as account on account.id = opened.user_id
      where opened.version_id = ${sql.ref(version)}
        and coalesce(account.client_id, account.id) = projects.customer_id)`;
  return sql<boolean>`(${by('events')} or ${by('deliveries')} or ${by('brought_deliveries')})`;
}

/** Makes a condition a column, which is 1 where it holds, on both databases. */
export function asNumber(condition: RawBuilder<boolean>): RawBuilder<number> {
  return sql<number>`case when ${condition} then 1 else 0 end`;
}

/** True if a version has a file or a link. */
export function hasWork(version: string): RawBuilder<boolean> {
  const inTable = (table: 'files' | 'links') =>
    sql`exists (select 1 from ${sql.table(table)} as work where work.version_id = ${sql.ref(version)})`;
  return sql<boolean>`(${inTable('files')} or ${inTable('links')})`;
}

export function hasLaterWork(version: string, project: string, now: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from versions as later
    where later.project_id = ${sql.ref(project)} and later.id > ${sql.ref(version)}
      and later.ready_at <= ${now} and ${hasWork('later.id')})`;
}

export function findMailedVersion(db: Database, versionId: number) {
  return db
    .selectFrom('versions')
    .innerJoin('projects', 'projects.id', 'versions.project_id')
    .innerJoin('users as owner', 'owner.id', 'projects.owner_id')
    .leftJoin('users as client', 'client.id', 'projects.customer_id')
    .select((e) => [
      'versions.id as version_id',
      'versions.version_number',
      'versions.ready_at',
      'projects.id as project_id',
      'projects.name as project_name',
      'projects.customer_id',
      'owner.username as owner_username',
      'owner.display_name as owner_display_name',
      'client.username',
      'client.display_name',
      'client.language',
      'client.password_hash',
      'client.verifications',
      e
        .selectFrom('files')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('files.version_id', '=', 'versions.id')
        .as('file_count'),
      e
        .selectFrom('links')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('links.version_id', '=', 'versions.id')
        .as('link_count'),
      e
        .selectFrom('email_addresses')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('email_addresses.user_id', '=', 'projects.customer_id')
        .where('email_addresses.verified', '=', true)
        .as('addresses'),
      asNumber(isOpened('versions.id')).as('opened'),
    ])
    .where('versions.id', '=', versionId)
    .executeTakeFirst();
}

export type MailedVersion = NonNullable<Awaited<ReturnType<typeof findMailedVersion>>>;

export function listNoticesOf(db: Database, userIds: number[], versionId: number, kinds: NoticeKind[]) {
  return db
    .selectFrom('notices')
    .select(['user_id', 'kind', 'due_at', 'claimed_at', 'sent_at', 'refused_at', 'refusal'])
    .where('user_id', 'in', userIds)
    .where('subject_id', '=', versionId)
    .where('kind', 'in', kinds)
    .execute();
}

export function findNewestWithWork(db: Database, projectId: number, now: string) {
  return db
    .selectFrom('versions')
    .select('versions.id')
    .where('versions.project_id', '=', projectId)
    .where('versions.ready_at', '<=', now)
    .where(hasWork('versions.id'))
    .orderBy('versions.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the first look at a version, seen by this installation, by anyone but the owner. */
export function findFirstLook(db: Database, versionId: number) {
  return db
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.user_id')
    .select([shownName('users').as('client'), 'events.created_at as at'])
    .where('events.version_id', '=', versionId)
    .where('events.kind', 'in', ['version_opened', 'file_previewed', 'link_opened'])
    .where('events.origin_id', 'is', null)
    .orderBy('events.created_at')
    .orderBy('events.id')
    .limit(1)
    .executeTakeFirst();
}

export function findFirstDownload(db: Database, versionId: number) {
  return db
    .selectFrom('deliveries')
    .innerJoin('users', 'users.id', 'deliveries.user_id')
    .select((e) => [
      shownName('users').as('client'),
      'deliveries.completed_at as at',
      e
        .selectFrom('deliveries as own')
        .select(({ fn }) => fn.count<number>('own.file_id').distinct().as('count'))
        .where('own.version_id', '=', versionId)
        .whereRef('own.user_id', '=', 'deliveries.user_id')
        .where('own.completed_at', 'is not', null)
        .as('files'),
    ])
    .where('deliveries.version_id', '=', versionId)
    .where('deliveries.completed_at', 'is not', null)
    .orderBy('deliveries.completed_at')
    .orderBy('deliveries.id')
    .limit(1)
    .executeTakeFirst();
}
