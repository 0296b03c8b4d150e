import {
  sql,
  type Expression,
  type Insertable,
  type OrderByDirection,
  type SqlBool,
  type Updateable,
} from 'kysely';
import { DEFAULT_PAGE_SIZE } from '@vitrin/shared/contract/common.ts';
import {
  PROJECT_ORDERINGS,
  type ProjectOrdering,
  type ProjectStatus,
} from '@vitrin/shared/contract/projects.ts';
import { searchKey } from '@vitrin/shared/rules/texts/names.ts';
import { type CurrentUser, ROLES, type Role } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { expectedOn } from '../../database/expected-day.ts';
import { readTexts, type TextKey } from '../../database/pages.ts';
import type { Schema } from '../../database/schema.ts';
import { defineStatement } from '../../database/statement.ts';
import { changesRow, countRows, givesRow } from '../../database/row-counts.ts';
import { shownName } from '../users/row.ts';
import { lastUpdatedFor, projectsVisibleTo } from './access.ts';
import { nextDueOn } from './promise-queries.ts';
import { type Viewer, viewerOf, visitColumns } from './visit-queries.ts';

export const PROJECT_COLUMNS = [
  'projects.id',
  'projects.owner_id',
  'projects.name',
  'projects.customer_id',
  'projects.status',
  'projects.progress',
  'projects.created_at',
  'projects.edited_at',
  shownName<string | null>('customers').as('customer'),
  shownName('owners').as('freelancer'),
] as const;

export function projectsWithPeople(db: Database, user: Viewer) {
  return projectsVisibleTo(db, user)
    .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
    .leftJoin('users as customers', 'customers.id', 'projects.customer_id')
    .select([
      lastUpdatedFor(user).as('last_updated'),
      expectedOn(user.now).as('expected_on'),
      nextDueOn(user.now).as('next_due_on'),
    ]);
}

type ListFilters = {
  search?: string | undefined;
  status?: ProjectStatus | null | undefined;
  customer?: number | null | undefined;
  due_from?: string | undefined;
  due_to?: string | undefined;
  updated_since?: string | undefined;
  ordering?: ProjectOrdering | undefined;
};

const EITHER = [true, false] as const;

const projectPage = defineStatement({
  variants: {
    role: ROLES,
    ordering: PROJECT_ORDERINGS,
    bySearch: EITHER,
    byStatus: EITHER,
    byCustomer: EITHER,
    byDay: EITHER,
    bySince: EITHER,
    isUsualPage: EITHER,
  },
  build(db, at: ListArguments) {
    const viewer = viewerOf(at);
    const matches = conditionOf(at);
    const count = projectsVisibleTo(db, viewer)
      .$if(at.bySearch, (query) =>
        query.leftJoin('users as customers', 'customers.id', 'projects.customer_id'),
      )
      .where(matches)
      .select(({ fn }) => fn.countAll<number>().as('count'));
    const [columns, direction] = orderOf(at.ordering, viewer);
    let rows = projectsWithPeople(db, viewer)
      .where(matches)
      .select([...PROJECT_COLUMNS, count.as('total')])
      .select(visitColumns(viewer, at.newVisitBefore))
      .select([
        sql<number>`octet_length(projects.list_description)`.as('text_bytes'),
        sql<string | null>`case when octet_length(projects.list_description) <= ${at.longest}
          then projects.list_description end`.as('description'),
      ]);
    // Projects without a customer come last in both directions; the databases sort nulls differently.
    if (at.ordering.endsWith('customer')) rows = rows.orderBy(sql`customers.name_key is null`);
    // The same goes for projects in which nothing is promised.
    if (at.ordering.endsWith('next_due_on')) rows = rows.orderBy(sql`${nextDueOn(at.now)} is null`);
    for (const column of columns) rows = rows.orderBy(column, direction);
    // SQLite prepares a statement anew each time its limit is bound, which takes longer than running it.
    return rows.limit(at.isUsualPage ? sql.lit(DEFAULT_PAGE_SIZE) : at.limit).offset(at.offset);
  },
});

type ListArguments = {
  userId: number;
  role: Role;
  now: string;
  newVisitBefore: string;
  ordering: ProjectOrdering;
  bySearch: boolean;
  pattern: string;
  byStatus: boolean;
  status: ProjectStatus | null;
  byCustomer: boolean;
  customer: number | null;
  byDay: boolean;
  dueFrom: string;
  dueTo: string;
  bySince: boolean;
  since: string;
  isUsualPage: boolean;
  limit: number;
  offset: number;
  longest: number;
};

/** Lists a page with the number of all matches in each row; descriptions above `longest` bytes are null. */
export function listProjects(
  db: Database,
  { id: userId, role }: CurrentUser,
  {
    search = '',
    status = null,
    customer = null,
    ordering = '-created_at',
    due_from = FIRST_DAY,
    due_to = LAST_DAY,
    updated_since = '',
  }: ListFilters,
  page: { limit: number; offset: number; longest: number; now: string; newVisitBefore: string },
) {
  return projectPage.run(db, {
    userId,
    role,
    ordering,
    bySearch: search !== '',
    pattern: `%${searchKey(search).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    byStatus: status !== null,
    status,
    byCustomer: customer !== null,
    customer,
    byDay: due_from !== FIRST_DAY || due_to !== LAST_DAY,
    dueFrom: due_from,
    dueTo: due_to,
    bySince: updated_since !== '',
    since: updated_since,
    isUsualPage: page.limit === DEFAULT_PAGE_SIZE,
    ...page,
  });
}

/** Descriptions of these projects; other requests run in between where there is much to read. */
export function readListDescriptions(db: Database, keys: readonly TextKey[]) {
  return readTexts(keys, (ids) =>
    db.selectFrom('projects').select(['id', 'list_description']).where('id', 'in', ids).execute(),
  );
}

export type ProjectListRow = Awaited<ReturnType<typeof listProjects>>[number];

function conditionOf(at: ListArguments): Expression<SqlBool> {
  const conditions = [sql<SqlBool>`true`];
  if (at.byStatus) conditions.push(sql`${sql.ref('projects.status')} = ${at.status}`);
  if (at.byCustomer) conditions.push(sql`${sql.ref('projects.customer_id')} = ${at.customer}`);
  if (at.byDay) conditions.push(hasOpenPromise(at));
  if (at.bySince) conditions.push(sql`${lastUpdatedFor(viewerOf(at))} >= ${at.since}`);
  if (at.bySearch) {
    const isLike = (key: string) => sql`${sql.ref(key)} like ${at.pattern} escape '\\'`;
    conditions.push(sql`(${isLike('projects.name_key')} or ${isLike('customers.name_key')})`);
  }
  return sql.join(conditions, sql` and `);
}

const [FIRST_DAY, LAST_DAY] = ['0000-01-01', '9999-12-31'];

/** Columns of each ordering; all but those of customers and of days are an index on the owner's projects. */
const ORDER_COLUMNS: Record<string, string[]> = {
  created_at: ['projects.created_at', 'projects.id'],
  last_updated: ['projects.last_updated', 'projects.id'],
  name: ['projects.name_key', 'projects.id'],
  progress: ['projects.progress', 'projects.id'],
  status: ['projects.status', 'projects.created_at', 'projects.id'],
  customer: ['customers.name_key', 'projects.created_at', 'projects.id'],
  next_due_on: ['projects.next_due_on', 'projects.id'],
};

function hasOpenPromise({ now, dueFrom, dueTo }: ListArguments) {
  return sql<SqlBool>`projects.status <> 'cancelled' and (${expectedOn(now)} between ${dueFrom} and ${dueTo} or exists (select 1 from milestones
    where milestones.project_id = projects.id and milestones.completed = false
      and milestones.due_on between ${dueFrom} and ${dueTo}))`;
}

function orderOf(ordering: ProjectOrdering, viewer: Viewer): [Expression<unknown>[], OrderByDirection] {
  const [name, direction] = ordering.startsWith('-')
    ? [ordering.slice(1), 'desc' as const]
    : [ordering, 'asc' as const];
  const computed: Record<string, Expression<unknown>> = {
    'projects.last_updated': lastUpdatedFor(viewer),
    'projects.next_due_on': nextDueOn(viewer.now),
  };
  const columns = (ORDER_COLUMNS[name] ?? []).map((column) => computed[column] ?? sql.ref(column));
  return [columns, direction];
}

export async function getSummary(db: Database, user: CurrentUser) {
  const { count, remaining, progress } = await projectsVisibleTo(db, user)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number | null>`sum(milestones_total - milestones_completed)`.as('remaining'),
      fn.sum<number | null>('progress').as('progress'),
    ])
    .executeTakeFirstOrThrow();
  return { count, remaining: remaining ?? 0, progress: progress ?? 0 };
}

export async function countOwnedProjects(db: Database, ownerId: number): Promise<number> {
  return countRows(db.selectFrom('projects').where('owner_id', '=', ownerId));
}

export async function insertProject(db: Database, project: Insertable<Schema['projects']>): Promise<number> {
  const { id } = await db.insertInto('projects').values(project).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateProject(db: Database, id: number, values: Updateable<Schema['projects']>) {
  await db.updateTable('projects').set(values).where('id', '=', id).execute();
}

/** Replaces a description by another form of it and moves no date; false when it has changed meanwhile. */
export function replaceText(db: Database, id: number, before: string, description: string) {
  return changesRow(
    db.updateTable('projects').set({ description }).where('id', '=', id).where('description', '=', before),
  );
}

/** Takes a customer from at most `limit` projects; false when there were none. */
export function unassign(db: Database, customerId: number, limit: number): Promise<boolean> {
  return changesRow(
    db
      .updateTable('projects')
      .set({ customer_id: null })
      .where('id', 'in', (e) =>
        e
          .selectFrom('projects')
          .select('id')
          .where('customer_id', '=', customerId)
          .orderBy('id')
          .limit(limit),
      ),
  );
}

/** Deletes a project; foreign keys delete everything in it. */
export async function deleteProject(db: Database, id: number): Promise<void> {
  await db.deleteFrom('projects').where('id', '=', id).execute();
}

/** True if the user is a customer of this freelancer, and not a person of one. */
export async function isOwnCustomer(db: Database, ownerId: number, customerId: number): Promise<boolean> {
  return givesRow(
    db
      .selectFrom('users')
      .select('id')
      .where('id', '=', customerId)
      .where('owner_id', '=', ownerId)
      .where('user_type', '=', 'customer')
      .where('client_id', 'is', null),
  );
}

const projectTouch = defineStatement({
  variants: {},
  build: (db, at: { projectId: number; now: string }) =>
    db
      .updateTable('projects')
      .set({ last_updated: at.now, shown_updated: null })
      .where('id', '=', at.projectId),
});

export async function setLastUpdated(db: Database, projectId: number, now: string): Promise<void> {
  await projectTouch.run(db, { projectId, now });
}

const hiddenTouch = defineStatement({
  variants: {},
  build: (db, at: { projectId: number; now: string }) =>
    db
      .updateTable('projects')
      .set({
        shown_updated: sql<string>`coalesce(shown_updated, last_updated)`,
        last_updated: at.now,
      })
      .where('id', '=', at.projectId),
});

/** Like setLastUpdated, for what the project's client does not see. */
export async function setLastUpdatedUnseen(db: Database, projectId: number, now: string): Promise<void> {
  await hiddenTouch.run(db, { projectId, now });
}
