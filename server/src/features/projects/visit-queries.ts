import { sql } from 'kysely';
import { type CurrentUser, rightsOf, type Role } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { shownName } from '../users/row.ts';
import { lastUpdatedFor } from './access.ts';

export type Viewer = Pick<CurrentUser, 'id' | 'role' | 'isFreelancer' | 'seesOwn'> & { now: string };

export function viewerOf({ userId, role, now }: { userId: number; role: Role; now: string }): Viewer {
  return { id: userId, now, ...rightsOf(role) };
}

/** When the visit before this one was, for a query in which `visits` is; null at a first visit. */
const previousVisit = (newVisitBefore: string) =>
  sql`case when visits.seen_at <= ${newVisitBefore} then visits.opened_at else visits.previous_at end`;

/**
 * Selects what is new to a customer, or to the client of a view; null for other freelancers. The answer is the same before
 * and after this visit is recorded, as a customer last seen at `newVisitBefore` or earlier is on a new visit.
 */
export function visitColumns(viewer: Viewer, newVisitBefore: string) {
  const { id, role, now } = viewer;
  if (viewer.isFreelancer) {
    const none = sql<null>`null`;
    return [
      none.$castTo<string | null>().as('previous_visit'),
      none.$castTo<number | null>().as('new_versions'),
      none.$castTo<number | null>().as('new_files'),
    ] as const;
  }
  const previous = previousVisit(newVisitBefore);
  const client = role === 'view' ? sql.ref('projects.customer_id') : sql`${id}`;
  const visit = sql`visits where visits.user_id = ${client} and visits.project_id = projects.id`;
  // A thing counts from the time when its version became visible.
  const added = (things: string, createdAt: string) => sql<number | null>`(select
    case when ${previous} is null then null when ${lastUpdatedFor(viewer)} <= ${previous} then 0
    else (select count(*) from ${sql.raw(things)}
      where versions.project_id = visits.project_id and versions.ready_at <= ${now}
        and (${sql.ref(createdAt)} > ${previous} or versions.ready_at > ${previous})) end
    from ${visit})`;
  return [
    sql<string | null>`(select ${previous} from ${visit})`.as('previous_visit'),
    added('versions', 'versions.created_at').as('new_versions'),
    added('versions join files on files.version_id = versions.id', 'files.created_at').as('new_files'),
  ] as const;
}

/** Selects the customer seen here to look last at the newest version; none or one row for a query of projects. */
export function lastLookAtNewest(db: Database, now: string) {
  const newest = db
    .selectFrom('versions')
    .select('versions.id')
    .where('versions.project_id', '=', sql.ref<number>('projects.id'))
    .where('versions.ready_at', '<=', now)
    .orderBy('versions.created_at', 'desc')
    .orderBy('versions.id', 'desc')
    .limit(sql.lit(1));
  return db
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.user_id')
    .select([shownName('users').as('username'), 'events.created_at as at'])
    .where('events.version_id', '=', newest)
    .where('events.origin_id', 'is', null)
    .orderBy('events.created_at', 'desc')
    .orderBy('events.id', 'desc')
    .limit(sql.lit(1));
}

/** When the next version becomes visible by the clock, of any project; undefined when none waits. */
export async function nextReadyAt(db: Database, since: string): Promise<string | undefined> {
  const { at } = await db
    .selectFrom('versions')
    .select((e) => e.fn.min<string | null>('ready_at').as('at'))
    .where('ready_at', '>', since)
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}
