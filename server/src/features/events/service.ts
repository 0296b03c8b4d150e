import type { Context } from '../../context.ts';
import { timestampIn, timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { BATCH_SIZE, BatchWriter } from './batch-writer.ts';
import { deleteLooksAtLink, firstSeenAfter, type NewEvent } from './queries.ts';
import { VISIT_GAP_SECONDS } from './visits.ts';

const BATCH_MILLISECONDS = 1000;
/** While the database is away no more than this wait for it: a bound for the memory. */
const MOST_WAITING = 20_000;

type SeenThing = Pick<NewEvent, 'kind' | 'owner_id' | 'project_id'> & {
  version_id?: number;
  file_id?: number;
  link_id?: number;
};

type Batch = { events: NewEvent[]; timer: NodeJS.Timeout | undefined; writer: BatchWriter };

const batches = new WeakMap<Database, Batch>();

/** Counts a view or download, never the owner's; written in batches, so a crash may lose one second. */
export function recordEvent(context: Context, user: CurrentUser, thing: SeenThing): void {
  if (user.id === thing.owner_id) return;
  const batch = batchOf(context.db);
  batch.events.push({
    version_id: null,
    file_id: null,
    link_id: null,
    ...thing,
    user_id: user.id,
    created_at: timestampOf(context),
  });
  if (batch.events.length >= BATCH_SIZE) void writeEvents(context);
  else writeSoon(context, batch);
}

function writeSoon(context: Context, batch: Batch): void {
  batch.timer ??= setTimeout(() => void writeEvents(context), BATCH_MILLISECONDS).unref();
}

export async function writeEvents(context: Context): Promise<void> {
  const batch = batchOf(context.db);
  clearTimeout(batch.timer);
  batch.timer = undefined;
  const events = batch.events.splice(0);
  const { handOver } = context;
  if (!handOver) return keep(context, batch, await batch.writer.write(context, events));
  await batch.writer.run(async () => {
    if (events.length > 0) await handOver('events', events);
  });
}

function keep(context: Context, batch: Batch, left: NewEvent[]): void {
  if (left.length === 0) return;
  const room = MOST_WAITING - batch.events.length;
  if (left.length > room)
    context.log.error({ events: left.length }, 'Events are lost: too many wait to be recorded');
  else batch.events.unshift(...left);
  writeSoon(context, batch);
}

/** Removes who opened a link, before it is deleted. */
export function forgetLink(db: Database, linkId: number): Promise<void> {
  return deleteLooksAtLink(db, linkId);
}

export function takeEvents(context: Context, events: NewEvent[]): void {
  batchOf(context.db).events.push(...events);
  void writeEvents(context);
}

function batchOf(db: Database): Batch {
  const existing = batches.get(db);
  if (existing) return existing;
  const batch: Batch = { events: [], timer: undefined, writer: new BatchWriter() };
  batches.set(db, batch);
  return batch;
}

/** Returns the latest time of a customer's last look that makes the next one a new visit. */
export function newVisitBefore(context: Pick<Context, 'now'>): string {
  return timestampIn(context, -VISIT_GAP_SECONDS);
}

/** Returns when the first open visit of a customer ends if no look follows; undefined without an open visit. */
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
