import type { Context } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { inTransaction } from '../../database/transaction.ts';
import {
  addToEventDays,
  insertEvents,
  listEventsSince,
  lockExisting,
  type EventSum,
  type NewEvent,
} from './queries.ts';
import { moveVisits } from './visits.ts';

/** Repeated events of the same kind, user and thing count once within this time (specification 6.10). */
const ONCE_MILLISECONDS = 30 * 60 * 1000;

/** Writes events and adds them to the daily sums. Never throws, because a lost count must not fail a request. */
export async function writeBatch(
  { db, log }: Pick<Context, 'db' | 'log'>,
  events: NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  try {
    await inTransaction({ db }, (tx) => insertBatch(tx.db, events));
  } catch (error) {
    log.error({ err: error, events: events.length }, 'Events could not be recorded');
  }
}

async function insertBatch(db: Database, events: NewEvent[]): Promise<void> {
  const left = await withoutDeleted(db, events);
  await moveVisits(db, left);
  const fresh = await withoutRepeats(db, left);
  if (fresh.length === 0) return;
  await insertEvents(db, fresh);
  await addToEventDays(db, sumByDay(fresh));
}

async function withoutDeleted(db: Database, events: NewEvent[]): Promise<NewEvent[]> {
  const idsOf = (...columns: ('user_id' | 'owner_id' | 'project_id' | 'version_id' | 'file_id')[]) =>
    [...new Set(events.flatMap((event) => columns.map((column) => event[column])))].filter(
      (id) => id !== null,
    );
  const users = await lockExisting(db, 'users', idsOf('user_id', 'owner_id'));
  const projects = await lockExisting(db, 'projects', idsOf('project_id'));
  const versions = await lockExisting(db, 'versions', idsOf('version_id'));
  const files = await lockExisting(db, 'files', idsOf('file_id'));
  return events.filter(
    ({ user_id, owner_id, project_id, version_id, file_id }) =>
      users.has(user_id) &&
      users.has(owner_id) &&
      projects.has(project_id) &&
      (version_id === null || versions.has(version_id)) &&
      (file_id === null || files.has(file_id)),
  );
}

async function withoutRepeats(db: Database, events: NewEvent[]): Promise<NewEvent[]> {
  const [first] = events;
  if (!first) return [];
  const since = new Date(Date.parse(first.created_at) - ONCE_MILLISECONDS).toISOString();
  const users = [...new Set(events.map(({ user_id }) => user_id))];
  const lastCounted = new Map<string, number>();
  for (const event of await listEventsSince(db, users, since)) {
    const key = keyOf(event);
    lastCounted.set(key, Math.max(lastCounted.get(key) ?? 0, Date.parse(event.created_at)));
  }
  return events.filter((event) => {
    const [key, time] = [keyOf(event), Date.parse(event.created_at)];
    if (time - (lastCounted.get(key) ?? -Infinity) < ONCE_MILLISECONDS) return false;
    lastCounted.set(key, time);
    return true;
  });
}

function keyOf(event: Omit<NewEvent, 'owner_id' | 'created_at'>): string {
  return [event.kind, event.user_id, event.project_id, event.version_id, event.file_id].join(' ');
}

/** Sums events by day, in UTC. */
function sumByDay(events: NewEvent[]): EventSum[] {
  const sums = new Map<string, EventSum>();
  for (const { owner_id, kind, created_at } of events) {
    const day = created_at.slice(0, 10);
    const key = [String(owner_id).padStart(10, '0'), day, kind].join(' ');
    const sum = sums.get(key);
    if (sum) sum.amount += 1;
    else sums.set(key, { owner_id, day, kind, amount: 1 });
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}
