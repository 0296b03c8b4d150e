import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current-user.ts';
import type { Database } from '../../database/connect.ts';
import { writeBatch } from './batch.ts';
import type { NewEvent } from './queries.ts';

export { newVisitBefore } from './visits.ts';

/**
 * Events that are written in one transaction. On SQLite every request that comes meanwhile waits for all of it; batches of
 * half this size cost a tenth more for each event.
 */
const BATCH_SIZE = 250;
const BATCH_MILLISECONDS = 1000;

type SeenThing = Pick<NewEvent, 'kind' | 'owner_id' | 'project_id'> & {
  version_id?: number;
  file_id?: number;
};

type Batch = { events: NewEvent[]; timer: NodeJS.Timeout | undefined; writing: Promise<void> };

/** Events that wait to be written, by database of this process. */
const batches = new WeakMap<Database, Batch>();

/**
 * Counts that somebody saw or fetched something; the owner's own views never count. Costs the request nothing: events
 * are written in batches, so a crash may lose those of up to one second.
 */
export function recordEvent(context: Context, user: CurrentUser, thing: SeenThing): void {
  if (user.id === thing.owner_id) return;
  const batch = batchOf(context.db);
  batch.events.push({
    version_id: null,
    file_id: null,
    ...thing,
    user_id: user.id,
    created_at: timestampOf(context),
  });
  if (batch.events.length >= BATCH_SIZE) void writeEvents(context);
  else batch.timer ??= setTimeout(() => void writeEvents(context), BATCH_MILLISECONDS).unref();
}

/** Writes the waiting events; resolves when they are written. Called at stop, and in tests. */
export function writeEvents(context: Context): Promise<void> {
  const batch = batchOf(context.db);
  clearTimeout(batch.timer);
  batch.timer = undefined;
  const events = batch.events.splice(0);
  const { handOver } = context;
  batch.writing = batch.writing.then(() => {
    if (!handOver) return writeBatch(context, events);
    return events.length > 0 ? handOver('events', events) : undefined;
  });
  return batch.writing;
}

/** Takes over the events that another process of this server counted. */
export function takeEvents(context: Context, events: NewEvent[]): void {
  batchOf(context.db).events.push(...events);
  void writeEvents(context);
}

function batchOf(db: Database): Batch {
  const known = batches.get(db);
  if (known) return known;
  const batch: Batch = { events: [], timer: undefined, writing: Promise.resolve() };
  batches.set(db, batch);
  return batch;
}
