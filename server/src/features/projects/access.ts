import type { CurrentUser } from '../../current-user.ts';
import type { Database } from '../../database/connect.ts';
import type { PageRange } from '../../database/pages.ts';
import { lockProject } from '../../database/locks.ts';
import { defineStatement } from '../../database/statement.ts';
import { ForbiddenError, NotFoundError } from '../../errors.ts';
import type { StatusOverride } from '@vitrin/shared/rules/progress.ts';

/** Where parts of projects are listed: a range of all that the user may see, or all of one project. */
export type PartsPlace =
  | { projectId: number; range?: undefined }
  | { projectId?: undefined; range: PageRange };

/** What is known of a project before anything is done in it. */
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

export type ProjectAccess = {
  id: number;
  owner_id: number;
  customer_id: number | null;
} & CountedProject;

/**
 * Where every look at a project or at anything below it starts: a freelancer sees own projects, a customer the
 * assigned ones (specification 1.2). Join what lies below on `projects.id`.
 */
export function projectsVisibleTo(db: Database, user: Pick<CurrentUser, 'id' | 'isFreelancer'>) {
  return db
    .selectFrom('projects')
    .where(user.isFreelancer ? 'projects.owner_id' : 'projects.customer_id', '=', user.id);
}

/** The project if the user may see it, else NotFoundError. */
export async function requireVisibleProject(
  db: Database,
  user: CurrentUser,
  projectId: number,
): Promise<ProjectAccess> {
  const project = await projectsVisibleTo(db, user)
    .select(['projects.id', ...ACCESS_COLUMNS])
    .where('projects.id', '=', projectId)
    .executeTakeFirst();
  if (!project) throw new NotFoundError();
  return project;
}

/** The project if the user may change it: NotFoundError when unseen, ForbiddenError when seen by its customer. */
export async function requireOwnProject(
  db: Database,
  user: CurrentUser,
  projectId: number,
): Promise<ProjectAccess> {
  const project = await requireVisibleProject(db, user, projectId);
  requireOwner(user, project);
  return project;
}

/** requireOwnProject, holding the project until the end of the transaction, so that what is counted in it stays. */
export async function lockOwnProject(
  db: Database,
  user: CurrentUser,
  projectId: number,
): Promise<ProjectAccess> {
  await lockProject(db, projectId);
  return requireOwnProject(db, user, projectId);
}

/** For what was found through `projectsVisibleTo`: seen, but is it the user's own? */
export function requireOwner(user: CurrentUser, { owner_id }: Pick<ProjectAccess, 'owner_id'>): void {
  if (owner_id !== user.id) throw new ForbiddenError();
}

const projectTouch = defineStatement({
  variants: {},
  build: (db, at: { projectId: number; now: string }) =>
    db.updateTable('projects').set({ last_updated: at.now }).where('id', '=', at.projectId),
});

/** `last_updated` follows everything inside a project: milestones, versions, files. */
export async function touchProject(db: Database, projectId: number, now: string): Promise<void> {
  await projectTouch.run(db, { projectId, now });
}
