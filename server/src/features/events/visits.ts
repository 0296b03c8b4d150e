import type { Database } from '../../database/connect.ts';
import { lockVisits, type NewEvent, saveVisits, type Visit } from './queries.ts';

/** Looks that are further apart belong to different visits. */
export const VISIT_GAP_SECONDS = 30 * 60;

/** Moves the visits of these users on by what they have looked at, also where it does not count as another look. */
export async function moveVisits(db: Database, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = await lockVisits(db, [...new Set(events.map(({ project_id }) => project_id))]);
  const existing = new Map(rows.map((visit) => [keyOf(visit), visit]));
  const moved = new Map<string, Visit>();
  for (const event of events) {
    const key = keyOf(event);
    const visit = visitAfter(moved.get(key) ?? existing.get(key), event);
    if (visit) moved.set(key, visit);
  }
  const inOrder = [...moved.values()].toSorted(
    (a, b) => a.user_id - b.user_id || a.project_id - b.project_id,
  );
  if (inOrder.length > 0) await saveVisits(db, inOrder);
}

/** Returns the visit after a look; opening the project begins one, but a file fetched days later does not. */
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
