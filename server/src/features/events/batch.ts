import type { Context } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { isReadOnlyRefusal } from '../../database/read-only/refusal.ts';
import { lockExisting, lockProjects } from '../../database/locks.ts';
import type { EventKind } from '../../database/tables/events.ts';
import { inTransaction } from '../../database/transaction.ts';
import { insertEvents, listLastOf, listOpened, listOthersSince, type NewEvent } from './queries.ts';
import { addToEventDays, addToEventHours } from './sums.ts';
import { noteSeen } from '../ledger/seen.ts';
import { notifyOfLooks, scheduleSummaries } from '../notices/service.ts';
import { announce } from '../programs/service.ts';
import { moveVisits } from './visits.ts';

/** Repeated events of the same kind, user and thing count once within this time (specification 6.10). */
const ONCE_MILLISECONDS = 30 * 60 * 1000;

/** A download counts for the summary of a week when it is complete. */
const LOOKS: ReadonlySet<EventKind> = new Set([
  'project_opened',
  'version_opened',
  'file_previewed',
  'link_opened',
]);

export async function writeBatch(
  { db, now }: Pick<Context, 'db' | 'now'>,
  events: NewEvent[],
): Promise<void> {
  try {
    await inTransaction({ db, now }, (tx) => insertBatch(tx, events));
  } catch (error) {
    // While the installation is read only, looks are not counted (specification 12.8).
    if (!isReadOnlyRefusal(error)) throw error;
  }
}

async function insertBatch(tx: Pick<Context, 'db' | 'now'>, events: NewEvent[]): Promise<void> {
  const { db } = tx;
  const left = await withoutDeleted(db, events);
  await moveVisits(db, left);
  const existing = await timesOfBefore(db, left);
  const fresh = withoutRepeats(left, existing);
  if (fresh.length === 0) return;
  const first = await firstLooks(db, fresh, existing);
  await insertEvents(db, fresh);
  await addToEventDays(db, sumBy(fresh, DAY_LENGTH, 'day'));
  await addToEventHours(db, sumBy(fresh, HOUR_LENGTH, 'hour'));
  await noteSeen(tx, first);
  await notifyOfLooks(tx, first);
  const looks = fresh.filter(({ kind }) => LOOKS.has(kind));
  await scheduleSummaries(
    tx,
    looks.map(({ owner_id, created_at }) => ({ owner_id, at: created_at })),
  );
  const seen = first.filter(({ kind }) => kind === 'version_opened');
  await announce(
    tx,
    seen.map(({ owner_id, project_id, version_id, user_id }) => ({
      type: 'version.seen',
      owner_id,
      project_id,
      version_id,
      client_id: user_id,
    })),
  );
}

/** Returns each event that is its user's first look at a version, file or link; `existing` holds earlier looks. */
async function firstLooks(db: Database, events: readonly NewEvent[], existing: ReadonlyMap<string, number>) {
  const looks = events.flatMap(({ version_id, ...event }) =>
    version_id !== null && LOOKS.has(event.kind) ? { ...event, version_id, at: event.created_at } : [],
  );
  const opened = looks.flatMap(({ kind, version_id }) => (kind === 'version_opened' ? version_id : []));
  const seen = new Set(opened.length === 0 ? [] : (await listOpened(db, [...new Set(opened)])).map(keyOf));
  return looks.filter((look) => {
    const key = keyOf(look);
    if (seen.has(key) || (look.kind !== 'version_opened' && existing.has(key))) return false;
    seen.add(key);
    return true;
  });
}

async function withoutDeleted(db: Database, events: NewEvent[]): Promise<NewEvent[]> {
  const idsOf = (...columns: `${'user' | 'owner' | 'project' | 'version' | 'file' | 'link'}_id`[]) =>
    [...new Set(events.flatMap((event) => columns.map((column) => event[column])))].filter(
      (id) => id !== null,
    );
  const users = await lockExisting(db, 'users', idsOf('user_id', 'owner_id'));
  const projects = await lockProjects(db, idsOf('project_id'));
  const versions = await lockExisting(db, 'versions', idsOf('version_id'));
  const files = await lockExisting(db, 'files', idsOf('file_id'));
  const links = await lockExisting(db, 'links', idsOf('link_id'));
  // The owner needs no check, because a project is deleted with its owner.
  return events.filter(
    ({ user_id, project_id, version_id, file_id, link_id }) =>
      users.has(user_id) &&
      projects.has(project_id) &&
      (version_id === null || versions.has(version_id)) &&
      (file_id === null || files.has(file_id)) &&
      (link_id === null || links.has(link_id)),
  );
}

/** Returns when such events last happened, by key: for files and links ever, else within the time that they count once. */
async function timesOfBefore(db: Database, events: readonly NewEvent[]): Promise<Map<string, number>> {
  const files = [...new Set(events.flatMap(({ file_id }) => file_id ?? []))];
  const links = [...new Set(events.flatMap(({ link_id }) => link_id ?? []))];
  const others = events.filter(({ file_id, link_id }) => file_id === null && link_id === null);
  const times = new Map<string, number>();
  const add = (rows: readonly Omit<NewEvent, 'owner_id'>[]) => {
    for (const row of rows)
      times.set(keyOf(row), Math.max(times.get(keyOf(row)) ?? 0, Date.parse(row.created_at)));
  };
  if (files.length > 0) add(await listLastOf(db, 'file_id', files));
  if (links.length > 0) add(await listLastOf(db, 'link_id', links));
  const [first] = others;
  if (!first) return times;
  const since = new Date(Date.parse(first.created_at) - ONCE_MILLISECONDS).toISOString();
  add(await listOthersSince(db, [...new Set(others.map(({ user_id }) => user_id))], since));
  return times;
}

function withoutRepeats(events: readonly NewEvent[], existing: ReadonlyMap<string, number>): NewEvent[] {
  const lastCounted = new Map(existing);
  return events.filter((event) => {
    const [key, time] = [keyOf(event), Date.parse(event.created_at)];
    if (time - (lastCounted.get(key) ?? -Infinity) < ONCE_MILLISECONDS) return false;
    lastCounted.set(key, time);
    return true;
  });
}

function keyOf(event: Omit<NewEvent, 'owner_id' | 'created_at'>): string {
  const { kind, user_id, project_id, version_id, file_id, link_id } = event;
  return [kind, user_id, project_id, version_id, file_id, link_id].join(' ');
}

/** Lengths of the beginning of a time that names its day or hour in UTC, as in 2026-11-20T14. */
const DAY_LENGTH = 10;
const HOUR_LENGTH = 13;

type Sum<Span extends string> = { owner_id: number; kind: EventKind; amount: number } & Record<Span, string>;

/** Sums events by the day or the hour in UTC, in the order of their key. */
function sumBy<Span extends 'day' | 'hour'>(events: NewEvent[], length: number, span: Span): Sum<Span>[] {
  const amounts = new Map<string, { event: NewEvent; amount: number }>();
  for (const event of events) {
    const time = event.created_at.slice(0, length);
    const key = [String(event.owner_id).padStart(10, '0'), time, event.kind].join(' ');
    const existing = amounts.get(key);
    if (existing) existing.amount += 1;
    else amounts.set(key, { event, amount: 1 });
  }
  return [...amounts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { event, amount }]) => {
      const { owner_id, kind, created_at } = event;
      return { owner_id, kind, amount, [span]: created_at.slice(0, length) } as Sum<Span>;
    });
}
