import type { CurrentUser } from '../../current-user.ts';
import type { Database } from '../../database/connect.ts';
import { projectsVisibleTo } from '../projects/access.ts';

/** The name of a project that is the user's own; undefined for all others. */
export function findOwnProject(db: Database, user: CurrentUser, projectId: number) {
  return projectsVisibleTo(db, user)
    .select('projects.name')
    .where('projects.id', '=', projectId)
    .where('projects.owner_id', '=', user.id)
    .executeTakeFirst();
}
