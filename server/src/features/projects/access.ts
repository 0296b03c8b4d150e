import type { CurrentUser } from '../../current-user.ts';
import type { Database } from '../../database/connect.ts';
import type { PageRange } from '../../database/pages.ts';
import { lockProject } from '../../database/locks.ts';
import { ForbiddenError, NotFoundError } from '../../errors.ts';
import type { StatusOverride } from '@vitrin/shared/rules/progress.ts';

/** Which parts of projects are listed: a range of all that the user may see, or all of one project. */
export type PartsPlace =
  | { projectId: number; range?: undefined }
  | { projectId?: undefined; range: PageRange };

/** The columns of a project that access checks and changes need. */
export const ACCESS_COLUMNS = [
  'projects.owner_id',
  'projects.customer_id',
  'projects.milestones_total',
  'projects.milestones_completed',
  'projects.status_override',
] as const;

/** What is stored of a project's milestones. */
export type CountedProject = {
  milestones_total: number;
  milestones_completed: number;
  status_override: StatusOverride | null;
};

/**
 * The projects a user may see: a freelancer's own, the ones assigned to a customer (specification 1.2). Every query for
 * something inside a project starts here; join it on `projects.id`.
 */
export function projectsVisibleTo(db: Database, user: Pick<CurrentUser, 'id' | 'isFreelancer'>) {
  return db
    .selectFrom('projects')
    .where(user.isFreelancer ? 'projects.owner_id' : 'projects.customer_id', '=', user.id);
}

/** The project, if the user may see it; throws NotFoundError otherwise. */
export async function requireVisibleProject(db: Database, user: CurrentUser, projectId: number) {
  const project = await projectsVisibleTo(db, user)
    .select(['projects.id', ...ACCESS_COLUMNS])
    .where('projects.id', '=', projectId)
    .executeTakeFirst();
  if (!project) throw new NotFoundError();
  return project;
}

/**
 * The project, if the user may change it; throws NotFoundError when it is not visible, ForbiddenError for its customer.
 */
export async function requireOwnProject(db: Database, user: CurrentUser, projectId: number) {
  return requireOwner(user, await requireVisibleProject(db, user, projectId));
}

/**
 * Like requireOwnProject, but locks the project's row until the transaction ends, so that counts taken inside stay
 * true.
 */
export async function lockOwnProject(db: Database, user: CurrentUser, projectId: number) {
  await lockProject(db, projectId);
  return requireOwnProject(db, user, projectId);
}

/** What is given, a visible project or a row inside one, if the project is the user's own; throws ForbiddenError otherwise. */
export function requireOwner<Row extends { owner_id: number }>(user: CurrentUser, row: Row): Row {
  if (row.owner_id !== user.id) throw new ForbiddenError();
  return row;
}
