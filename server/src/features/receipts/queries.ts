import { sql } from 'kysely';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { projectsVisibleTo } from '../projects/access.ts';

/** Returns the name of the user's own project; undefined for another user's. */
export function findOwnProject(db: Database, user: CurrentUser, projectId: number) {
  return projectsVisibleTo(db, user)
    .select('projects.name')
    .where('projects.id', '=', projectId)
    .where('projects.owner_id', '=', user.id)
    .executeTakeFirst();
}

/** Sums what other installations recorded about a project, by origin: looks, and complete downloads. */
export function sumImported(db: Database, projectId: number, limit: number) {
  const count = (from: ReturnType<typeof sql>) => sql<number>`(select count(*) from ${from})`;
  return db
    .selectFrom('origins')
    .innerJoin('projects', 'projects.owner_id', 'origins.owner_id')
    .select([
      'origins.freelancer',
      'origins.installation',
      'origins.brought_at',
      count(sql`events where events.project_id = projects.id and events.origin_id = origins.id
        and kind in ('project_opened', 'version_opened', 'file_previewed', 'link_opened')`).as('looks'),
      count(sql`brought_deliveries where brought_deliveries.project_id = projects.id
        and brought_deliveries.origin_id = origins.id and completed_at is not null`).as('downloads'),
    ])
    .where('projects.id', '=', projectId)
    .where((e) =>
      e.or(
        (['events', 'brought_deliveries'] as const).map((table) =>
          e.exists(
            e
              .selectFrom(table)
              .select(`${table}.id`)
              .whereRef(`${table}.project_id`, '=', 'projects.id')
              .whereRef(`${table}.origin_id`, '=', 'origins.id'),
          ),
        ),
      ),
    )
    .orderBy('origins.id')
    .limit(limit)
    .execute();
}
