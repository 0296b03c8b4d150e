import { sql } from 'kysely';
import type { CurrentUser } from '../../current-user.ts';
import type { Database } from '../../database/connect.ts';

type Viewer = Pick<CurrentUser, 'id' | 'isFreelancer'>;

/** When the visit before this one was, for a query in which `visits` is; null at a first visit. */
const previousVisit = (newVisitBefore: string) =>
  sql`case when visits.seen_at <= ${newVisitBefore} then visits.opened_at else visits.previous_at end`;

/**
 * Columns of what is new to a customer, for a query of projects; null for freelancers. Who was last seen at
 * `newVisitBefore` or earlier is on a new visit, whether or not this visit is recorded yet, so that the answer is the
 * same before and after.
 */
export function visitColumns({ id, isFreelancer }: Viewer, newVisitBefore: string) {
  if (isFreelancer) {
    const none = sql<null>`null`;
    return [
      none.$castTo<string | null>().as('previous_visit'),
      none.$castTo<number | null>().as('new_versions'),
      none.$castTo<number | null>().as('new_files'),
    ] as const;
  }
  const previous = previousVisit(newVisitBefore);
  const visit = sql`visits where visits.user_id = ${id} and visits.project_id = projects.id`;
  const added = (things: string, createdAt: string) => sql<number | null>`(select
    case when ${previous} is null then null when projects.last_updated <= ${previous} then 0
    else (select count(*) from ${sql.raw(things)}
      where versions.project_id = visits.project_id and ${sql.ref(createdAt)} > ${previous}) end
    from ${visit})`;
  return [
    sql<string | null>`(select ${previous} from ${visit})`.as('previous_visit'),
    added('versions', 'versions.created_at').as('new_versions'),
    added('versions join files on files.version_id = versions.id', 'files.created_at').as('new_files'),
  ] as const;
}

/** Who of the customers looked at the newest version last, for a query of projects; none or one row. */
export function lastLookAtNewest(db: Database) {
  const newest = db
    .selectFrom('versions')
    .select('versions.id')
    .where('versions.project_id', '=', sql.ref<number>('projects.id'))
    .orderBy('versions.created_at', 'desc')
    .orderBy('versions.id', 'desc')
    .limit(sql.lit(1));
  return db
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.user_id')
    .select(['users.username', 'events.created_at as at'])
    .where('events.version_id', '=', newest)
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id', 'desc')
    .limit(sql.lit(1));
}
