import type { NoticeKind, NoticePart } from '@vitrin/shared/contract/notices.ts';
import { sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { changesRow } from '../../database/row-counts.ts';
import { defineStatement } from '../../database/statement.ts';
import { coversOf, toCovers } from '../files/row-sums.ts';
import { clientIdOf, clientOf, shownName } from '../users/row.ts';
import { keepReaders } from './reader-queries.ts';
import { asNumber, hasLaterWork, isOpened } from './version-queries.ts';

type Part = { table: 'versions' | 'milestones'; id: number };

export function findPeople(db: Database, { table, id }: Part) {
  return db
    .selectFrom(table)
    .innerJoin('projects', 'projects.id', `${table}.project_id`)
    .select(['projects.id as project_id', 'projects.owner_id', 'projects.customer_id'])
    .where(`${table}.id`, '=', id)
    .executeTakeFirst();
}

const readersOf = defineStatement({
  variants: {},
  build: (db, at: { versionId: number }) =>
    db
      .selectFrom('versions')
      .innerJoin('projects', 'projects.id', 'versions.project_id')
      .select(['projects.id as project_id', 'projects.owner_id', 'projects.customer_id', 'versions.ready_at'])
      .where('versions.id', '=', at.versionId),
});

/** Finds the readers of a version, and the time from which they see it; null for a draft. */
export async function findReaders(db: Database, versionId: number) {
  const [readers] = await readersOf.run(db, { versionId });
  return readers;
}

/** Keeps the readers of a part's notices from being deleted, in the order of locks: before the project is locked. */
export async function keepReader(db: Database, { table, id }: Part): Promise<void> {
  const client = db
    .selectFrom(table)
    .innerJoin('projects', 'projects.id', `${table}.project_id`)
    .select('projects.customer_id')
    .where(`${table}.id`, '=', id);
  await keepReaders(db, sql<number | null>`(${client})`);
}

export type NewNotice = {
  kind: NoticeKind;
  user_id: number;
  subject_id: number;
  project_id: number | null;
  version_id: number | null;
  milestone_id: number | null;
  due_at: string;
  created_at: string;
};

/** Moves a waiting notice to another time and returns its id; undefined if none waits. */
export async function moveNotice(
  db: Database,
  { kind, user_id, subject_id, due_at }: NewNotice,
): Promise<number | undefined> {
  const row = await db
    .updateTable('notices')
    .set({ due_at })
    .where('kind', '=', kind)
    .where('user_id', '=', user_id)
    .where('subject_id', '=', subject_id)
    .where('claimed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Lists the notices of these versions, sent or not; a version has a few, so its index is enough. */
export function listNoticesOf(
  db: Database,
  versionIds: number[],
): Promise<{ kind: NoticeKind; user_id: number; version_id: number | null }[]> {
  return db
    .selectFrom('notices')
    .select(['kind', 'user_id', 'version_id'])
    .where('version_id', 'in', versionIds)
    .execute();
}

/** Inserts the notices that are new by kind, person and subject, and returns those. */
export function insertNotices(db: Database, notices: NewNotice[]): Promise<{ id: number; due_at: string }[]> {
  return db
    .insertInto('notices')
    .values(notices)
    .onConflict((conflict) => conflict.columns(['kind', 'user_id', 'subject_id']).doNothing())
    .returning(['id', 'due_at'])
    .execute();
}

/** Makes a notice that waits, or that was refused, due. Gives its id; undefined where there is none such. */
export async function hurryNotice(
  db: Database,
  { kind, user_id, subject_id, due_at }: NewNotice,
): Promise<number | undefined> {
  const row = await db
    .updateTable('notices')
    .set({ due_at, claimed_at: null, refused_at: null, refusal: null })
    .where('kind', '=', kind)
    .where('user_id', '=', user_id)
    .where('subject_id', '=', subject_id)
    .where((e) => e.or([e('claimed_at', 'is', null), e('refused_at', 'is not', null)]))
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns the time when an unclaimed notice is due; undefined where it is claimed or gone. */
export async function findDue(db: Database, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('notices')
    .select('due_at')
    .where('id', '=', id)
    .where('claimed_at', 'is', null)
    .executeTakeFirst();
  return row?.due_at;
}

/** Claims a notice that is due; if two try, one succeeds. */
export async function claimNotice(db: Database, id: number, now: string): Promise<boolean> {
  return changesRow(
    db
      .updateTable('notices')
      .set({ claimed_at: now })
      .where('id', '=', id)
      .where('claimed_at', 'is', null)
      .where('due_at', '<=', now),
  );
}

/** Releases the claim of a notice, and moves it to another time. */
export async function postponeNotice(db: Database, id: number, dueAt: string): Promise<void> {
  await db.updateTable('notices').set({ claimed_at: null, due_at: dueAt }).where('id', '=', id).execute();
}

export async function deleteNotice(db: Database, id: number): Promise<void> {
  await db.deleteFrom('notices').where('id', '=', id).execute();
}

export async function noteSent(db: Database, id: number, now: string): Promise<void> {
  await db.updateTable('notices').set({ sent_at: now }).where('id', '=', id).execute();
}

export async function noteRefused(db: Database, id: number, now: string, refusal: string): Promise<void> {
  await db.updateTable('notices').set({ refused_at: now, refusal }).where('id', '=', id).execute();
}

export async function noteDropped(db: Database, id: number, now: string): Promise<void> {
  await db.updateTable('notices').set({ dropped_at: now }).where('id', '=', id).execute();
}

/** Lists the times at which a person's notices were claimed after `since`, the oldest first. */
export async function listClaims(db: Database, userId: number, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notices')
    .select('claimed_at')
    .where('user_id', '=', userId)
    .where('claimed_at', '>', since)
    .where('dropped_at', 'is', null)
    .orderBy('claimed_at')
    .execute();
  return rows.flatMap(({ claimed_at }) => claimed_at ?? []);
}

export function findNotice(db: Database, id: number, now: string) {
  return db
    .selectFrom('notices')
    .innerJoin('users as reader', 'reader.id', 'notices.user_id')
    .leftJoin('projects', 'projects.id', 'notices.project_id')
    .leftJoin('users as owner', 'owner.id', 'projects.owner_id')
    .leftJoin('users as client', 'client.id', 'projects.customer_id')
    .leftJoin('versions', 'versions.id', 'notices.version_id')
    .leftJoin('milestones', 'milestones.id', 'notices.milestone_id')
    .select((e) => [
      'notices.id',
      'notices.kind',
      'notices.user_id',
      'notices.subject_id',
      'notices.project_id',
      'notices.version_id',
      'notices.sent_at',
      'notices.dropped_at',
      'notices.created_at',
      'reader.username',
      'reader.display_name',
      'reader.language',
      'reader.time_zone',
      clientIdOf('reader').as('reader_client'),
      'projects.name as project_name',
      'projects.owner_id',
      'projects.customer_id',
      'owner.username as owner_username',
      'owner.display_name as owner_display_name',
      shownName<string | null>('client').as('client_name'),
      'versions.version_number',
      'versions.ready_at',
      'milestones.name as milestone_name',
      'milestones.completed as milestone_completed',
      e
        .selectFrom('files')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('files.version_id', '=', 'notices.version_id')
        .as('file_count'),
      e
        .selectFrom('links')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('links.version_id', '=', 'notices.version_id')
        .as('link_count'),
      e
        .selectFrom('email_addresses')
        .select('email')
        .whereRef('email_addresses.user_id', '=', 'notices.user_id')
        .where('verified', '=', true)
        .orderBy('is_primary', 'desc')
        .orderBy('email_addresses.id')
        .limit(1)
        .as('email'),
      e
        .selectFrom('unwanted_notices')
        .select('unwanted_notices.kind')
        .whereRef('unwanted_notices.user_id', '=', 'notices.user_id')
        .whereRef('unwanted_notices.kind', '=', 'notices.kind')
        .as('unwanted'),
      asNumber(isOpened('notices.version_id')).as('opened'),
      asNumber(hasLaterWork('notices.version_id', 'notices.project_id', now)).as('superseded'),
    ])
    .where('notices.id', '=', id)
    .executeTakeFirst();
}

export type NoticeRow = NonNullable<Awaited<ReturnType<typeof findNotice>>>;

/** Returns the cover's storage key for a client's mail; undefined without a picture, or if the project has another client. */
export async function findCover(
  db: Database,
  { user_id, project_id, version_id }: Pick<NoticeRow, 'user_id' | 'project_id' | 'version_id'>,
  now: string,
): Promise<{ key: string; size: number } | undefined> {
  const row = await db
    .selectFrom('versions')
    .innerJoin('projects', 'projects.id', 'versions.project_id')
    .select(coversOf(db))
    .where('projects.id', '=', project_id)
    .where('projects.customer_id', '=', clientOf(user_id))
    .where('versions.ready_at', '<=', now)
    .$if(version_id !== null, (query) => query.where('versions.id', '=', version_id))
    .orderBy('versions.created_at', 'desc')
    .orderBy('versions.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const [cover] = row ? toCovers(row) : [];
  if (!cover) return undefined;
  const file = await db
    .selectFrom('files')
    .select(['thumbnail_medium_key as key', 'thumbnail_medium_bytes as size'])
    .where('id', '=', cover.id)
    .executeTakeFirst();
  return file && file.key !== null && file.size !== null ? { key: file.key, size: file.size } : undefined;
}

export function listTimeZones(db: Database, ids: number[]) {
  return db.selectFrom('users').select(['id', 'time_zone']).where('id', 'in', ids).execute();
}

export async function listUnwanted(db: Database, userId: number): Promise<NoticePart[]> {
  const rows = await db.selectFrom('unwanted_notices').select('kind').where('user_id', '=', userId).execute();
  return rows.map(({ kind }) => kind);
}

export async function insertUnwanted(
  db: Database,
  row: { user_id: number; kind: NoticePart; created_at: string },
): Promise<void> {
  await db
    .insertInto('unwanted_notices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doNothing())
    .execute();
}

export async function deleteUnwanted(db: Database, userId: number, kind: NoticePart): Promise<void> {
  await db.deleteFrom('unwanted_notices').where('user_id', '=', userId).where('kind', '=', kind).execute();
}

export async function findUserType(db: Database, userId: number) {
  const row = await db.selectFrom('users').select('user_type').where('id', '=', userId).executeTakeFirst();
  return row?.user_type;
}
