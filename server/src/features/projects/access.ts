import { type Expression, sql, type SqlBool } from 'kysely';
import { timestampOf, type Context } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import type { PageRange } from '../../database/pages.ts';
import { lockProject } from '../../database/locks.ts';
import { defineStatement, placeholderOfOnlyProject } from '../../database/statement.ts';
import { ForbiddenError, NotFoundError } from '../../errors.ts';
import { clientOf } from '../users/row.ts';
import type { StatusOverride } from '@vitrin/shared/rules/progress.ts';

/** Lists parts of all visible projects or of one; with `since` only those changed then or later. */
export type PartsScope = { since?: string | undefined } & (
  | { projectId: number; range?: undefined }
  | { projectId?: undefined; range: PageRange }
);

export const ACCESS_COLUMNS = [
  'projects.owner_id',
  'projects.customer_id',
  'projects.milestones_total',
  'projects.milestones_completed',
  'projects.status_override',
  'projects.text_bytes',
] as const;

export type CountedProject = {
  milestones_total: number;
  milestones_completed: number;
  status_override: StatusOverride | null;
  text_bytes: number;
};

/**
 * Selects the projects a user may see: a freelancer's own, also as their client, and a customer's, also for its people
 * (specification 1.2); a token of one project sees only that. Start every query inside a project here; join it on `projects.id`.
 */
export function projectsVisibleTo(db: Database, user: Pick<CurrentUser, 'id' | 'seesOwn'>) {
  const only = placeholderOfOnlyProject();
  return db
    .selectFrom('projects')
    .where((e) =>
      user.seesOwn ? e('projects.owner_id', '=', user.id) : e('projects.customer_id', '=', clientOf(user.id)),
    )
    .$if(only !== null, (query) => query.where('projects.id', '=', only));
}

/** Reader and time of reading: versions become visible by the clock. */
export type Onlooker = Pick<CurrentUser, 'id' | 'seesOwn' | 'isFreelancer'> & { now: string };

export function onlookerOf(user: CurrentUser, context: Pick<Context, 'now'>): Onlooker {
  return { ...user, now: timestampOf(context) };
}

/** Selects all versions for freelancers, visible ones for clients (specification 5.15); queries start here, or add `isShown`. */
export function versionsVisibleTo(db: Database, onlooker: Onlooker) {
  return projectsVisibleTo(db, onlooker)
    .innerJoin('versions', 'versions.project_id', 'projects.id')
    .where(isShown(onlooker));
}

/** The condition of versionsVisibleTo on `versions`, for statements that begin elsewhere. A null time never comes. */
export function isShown({ isFreelancer, now }: Pick<Onlooker, 'isFreelancer' | 'now'>): Expression<SqlBool> {
  return isFreelancer ? sql<SqlBool>`true` : sql<SqlBool>`versions.ready_at <= ${now}`;
}

export function isVisibleNow(
  { ready_at }: { ready_at: string | null },
  context: Pick<Context, 'now'>,
): boolean {
  return ready_at !== null && ready_at <= timestampOf(context);
}

/** Selects the last change that the user sees; for a client, a version that became visible by the clock counts. */
export function lastUpdatedFor({ isFreelancer, now }: Pick<Onlooker, 'isFreelancer' | 'now'>) {
  if (isFreelancer) return sql<string>`projects.last_updated`;
  const changed = sql`coalesce(projects.shown_updated, projects.last_updated)`;
  const shown = sql`(select max(versions.ready_at) from versions
    where versions.project_id = projects.id and versions.ready_at <= ${now})`;
  return sql<string>`case when ${shown} > ${changed} then ${shown} else ${changed} end`;
}

/** Lists the users who may see each of these projects: the rule of projectsVisibleTo from the project's side. */
export async function viewersOf(
  db: Database,
  projectIds: number[],
): Promise<Map<number, { owner: number; clients: number[] }>> {
  const rows = await db
    .selectFrom('projects')
    .leftJoin('users as people', (join) =>
      join.onRef('people.client_id', '=', 'projects.customer_id').on('people.removed_at', 'is', null),
    )
    .select(['projects.id', 'projects.owner_id', 'projects.customer_id', 'people.id as person_id'])
    .where('projects.id', 'in', projectIds)
    .execute();
  const viewers = new Map<number, { owner: number; clients: number[] }>();
  for (const { id, owner_id, customer_id, person_id } of rows) {
    const viewersOf = viewers.get(id) ?? {
      owner: owner_id,
      clients: customer_id === null ? [] : [customer_id],
    };
    if (person_id !== null) viewersOf.clients.push(person_id);
    viewers.set(id, viewersOf);
  }
  return viewers;
}

/** The people of each of these customers, for those who have any. */
export async function peopleOf(db: Database, customerIds: number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'client_id'])
    .where('client_id', 'in', customerIds)
    .where('removed_at', 'is', null)
    .execute();
  const people = new Map<number, number[]>();
  for (const { id, client_id } of rows)
    if (client_id !== null) people.set(client_id, [...(people.get(client_id) ?? []), id]);
  return people;
}

const visibleProject = defineStatement({
  variants: { seesOwn: [true, false] },
  build: (db, at: { id: number; seesOwn: boolean; projectId: number }) =>
    projectsVisibleTo(db, at)
      .select(['projects.id', ...ACCESS_COLUMNS])
      .where('projects.id', '=', at.projectId),
});

/** The project, if the user may see it; throws NotFoundError otherwise. */
export async function requireVisibleProject(db: Database, user: CurrentUser, projectId: number) {
  const { id, seesOwn } = user;
  const [project] = await visibleProject.run(db, { id, seesOwn, projectId });
  if (!project) throw new NotFoundError();
  return project;
}

/** Returns the project; throws NotFoundError when it is not visible, ForbiddenError for its customer. */
export async function requireOwnProject(db: Database, user: CurrentUser, projectId: number) {
  return requireOwner(user, await requireVisibleProject(db, user, projectId));
}

/** Locks the project, so that counts inside the transaction stay true; throws as requireOwnProject. */
export async function lockOwnProject(db: Database, user: CurrentUser, projectId: number) {
  await lockProject(db, projectId);
  return requireOwnProject(db, user, projectId);
}

/** Returns the row of a project or a part; throws ForbiddenError unless the project is the user's own. */
export function requireOwner<Row extends { owner_id: number }>(user: CurrentUser, row: Row): Row {
  if (row.owner_id !== user.id || !user.isFreelancer) throw new ForbiddenError();
  return row;
}
