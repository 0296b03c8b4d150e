import { timestampIn, type Context } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { firstSeenAfter, lockVisits, type NewEvent, saveVisits, type Visit } from './queries.ts';

/** Looks that are further apart belong to different visits. */
const VISIT_GAP_SECONDS = 30 * 60;

/** Customers whose last look was at this time or earlier are on a new visit. */
export function newVisitBefore(context: Pick<Context, 'now'>): string {
  return timestampIn(context, -VISIT_GAP_SECONDS);
}

/** When the first visit of a customer that is not over at a time is, unless they look again; undefined without one. */
export async function visitEndsAfter(
  db: Database,
  userId: number,
  time: string,
): Promise<string | undefined> {
  const seenAt = await firstSeenAfter(db, userId, shifted(time, -VISIT_GAP_SECONDS));
  return seenAt === undefined ? undefined : shifted(seenAt, VISIT_GAP_SECONDS);
}

function shifted(time: string, seconds: number): string {
  return new Date(Date.parse(time) + seconds * 1000).toISOString();
}

/** Moves the visits of these users on by what they have looked at, also where it does not count as another look. */
export async function moveVisits(db: Database, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = await lockVisits(db, [...new Set(events.map(({ project_id }) => project_id))]);
  const known = new Map(rows.map((visit) => [keyOf(visit), visit]));
  const moved = new Map<string, Visit>();
  for (const event of events) {
    const key = keyOf(event);
    const visit = visitAfter(moved.get(key) ?? known.get(key), event);
    if (visit) moved.set(key, visit);
  }
  const inOrder = [...moved.values()].toSorted(
    (a, b) => a.user_id - b.user_id || a.project_id - b.project_id,
  );
  if (inOrder.length > 0) await saveVisits(db, inOrder);
}

/**
 * The visit after a look. A visit begins when the project is opened; a file that is fetched by its address days later
 * shows nothing of what is new, and begins none.
 */
function visitAfter(
  visit: Visit | undefined,
  { kind, user_id, project_id, created_at }: NewEvent,
): Visit | undefined {
  const isOpening = kind === 'project_opened';
  if (visit && !isOver(visit, created_at))
    return { ...visit, seen_at: created_at, opened_at: isOpening ? created_at : visit.opened_at };
  if (!isOpening) return undefined;
  const previous_at = visit?.opened_at ?? null;
  return { user_id, project_id, previous_at, opened_at: created_at, seen_at: created_at };
}

function isOver({ seen_at }: Visit, now: string): boolean {
  return Date.parse(now) - Date.parse(seen_at) >= VISIT_GAP_SECONDS * 1000;
}

function keyOf({ user_id, project_id }: Pick<Visit, 'user_id' | 'project_id'>): string {
  return `${user_id} ${project_id}`;
}
