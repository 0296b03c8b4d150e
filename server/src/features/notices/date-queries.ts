import { sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { expectedOn } from '../../database/expected-day.ts';
import type { NewNotice } from './queries.ts';
import { keepReaders } from './reader-queries.ts';

export function findProjectPeople(db: Database, projectId: number) {
  return db
    .selectFrom('projects')
    .select(['owner_id', 'customer_id'])
    .where('id', '=', projectId)
    .executeTakeFirst();
}

/** Keeps the readers of a project's notices from being deleted, in the order of locks: before the project is locked. */
export async function keepProjectReader(db: Database, projectId: number): Promise<void> {
  await keepReaders(db, sql<number | null>`(select customer_id from projects where id = ${projectId})`);
}

/** Makes a sent, refused or dropped notice wait again; undefined if there is none. */
export async function reopenNotice(
  db: Database,
  { kind, user_id, subject_id, due_at, created_at }: NewNotice,
): Promise<number | undefined> {
  const anew = { claimed_at: null, sent_at: null, refused_at: null, refusal: null, dropped_at: null };
  const row = await db
    .updateTable('notices')
    .set({ due_at, created_at, ...anew })
    .where('kind', '=', kind)
    .where('user_id', '=', user_id)
    .where('subject_id', '=', subject_id)
    .where((e) => e.or((['sent_at', 'refused_at', 'dropped_at'] as const).map((at) => e(at, 'is not', null))))
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export function listWaitingReminders(db: Database, ownerId: number, limit: number): Promise<NewNotice[]> {
  return db
    .selectFrom('notices')
    .select([
      'kind',
      'user_id',
      'subject_id',
      'project_id',
      'version_id',
      'milestone_id',
      'due_at',
      'created_at',
    ])
    .where('user_id', '=', ownerId)
    .where('claimed_at', 'is', null)
    .where('kind', '=', 'due_tomorrow')
    .where('dropped_at', 'is', null)
    .orderBy('subject_id')
    .limit(limit)
    .execute();
}

export function findWaitingMove(db: Database, userId: number, projectId: number) {
  return db
    .selectFrom('notices')
    .select(['id', 'created_at'])
    .where('kind', '=', 'date_moved')
    .where('user_id', '=', userId)
    .where('subject_id', '=', projectId)
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .executeTakeFirst();
}

/** Returns when the mail about a version goes to this reader, if that is before a time. */
export async function findVersionMail(
  db: Database,
  userId: number,
  projectId: number,
  { after, before }: { after: string; before: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('notices')
    .select('due_at')
    .where('kind', '=', 'version_ready')
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .where('claimed_at', 'is', null)
    .where('due_at', '>=', after)
    .where('due_at', '<=', before)
    .orderBy('due_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at;
}

/** Lists lines about days of a project that were moved or withdrawn, and about versions that became ready, in their order. */
export async function listMoveLines(db: Database, projectId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select('line')
    .where('project_id', '=', projectId)
    .where((e) =>
      e.or([
        e('line', 'like', '%"kind":"promise_moved"%'),
        e('line', 'like', '%"kind":"promise_withdrawn"%'),
        e('line', 'like', '%"kind":"version_ready"%'),
      ]),
    )
    .orderBy('number')
    .execute();
  return rows.map(({ line }) => line);
}

/** Returns the days that a project promises now, by milestone, the next version's under 0. */
export async function listPromisedNow(db: Database, projectId: number, now: string) {
  const milestones = await db
    .selectFrom('milestones')
    .select(['id', 'due_on', 'completed'])
    .where('project_id', '=', projectId)
    .execute();
  const project = await db
    .selectFrom('projects')
    .select(['expected_on', expectedOn(now).as('day')])
    .where('id', '=', projectId)
    .executeTakeFirst();
  const day = project?.day ?? null;
  return new Map([
    ...milestones.map(({ id, due_on, completed }) => [id, { day: due_on, isKept: completed }] as const),
    [0, { day, isKept: day !== (project?.expected_on ?? null) }] as const,
  ]);
}

/** Lists promises due on a day in projects neither on hold nor cancelled, by project; one without a milestone's name is a next version. */
export function listDueOn(db: Database, ownerId: number, day: string, now: string, limit: number) {
  const mine = sql<boolean>`projects.owner_id = ${ownerId} and projects.status not in ('on-hold', 'cancelled')`;
  return db
    .selectFrom('projects')
    .innerJoin('milestones', 'milestones.project_id', 'projects.id')
    .select(['projects.id', 'projects.name as project', sql<string | null>`milestones.name`.as('milestone')])
    .where(mine)
    .where('milestones.due_on', '=', day)
    .where('milestones.completed', '=', false)
    .unionAll(
      db
        .selectFrom('projects')
        .select(['projects.id', 'projects.name as project', sql<string | null>`null`.as('milestone')])
        .where(mine)
        .where(expectedOn(now), '=', day),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}
