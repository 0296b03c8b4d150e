import { sql } from 'kysely';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { expectedOn } from '../../database/expected-day.ts';
import { projectsVisibleTo } from '../projects/access.ts';

/** A project that the user may see, with the day of its next version; undefined for all others. */
export function findProject(db: Database, user: CurrentUser, id: number, now: string) {
  return projectsVisibleTo(db, user)
    .select(['projects.id', 'projects.name', 'projects.edited_at', expectedOn(now).as('day')])
    .where('projects.id', '=', id)
    .executeTakeFirst();
}

export function listDated(db: Database, projectId: number, milestoneId: number | undefined) {
  return db
    .selectFrom('milestones')
    .select(['id', 'name', 'edited_at', sql<string>`due_on`.as('day')])
    .where('project_id', '=', projectId)
    .where('due_on', 'is not', null)
    .$if(milestoneId !== undefined, (query) => query.where('id', '=', milestoneId ?? 0))
    .orderBy('position')
    .execute();
}
