import { type Context, timestampIn } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { isReadOnlyRefusal } from '../../../database/read-only/refusal.ts';
import { noteShownFiles } from '../derived-queries.ts';

const BATCH_MILLISECONDS = 1000;
const HOUR_SECONDS = 3600;
/** Other processes note a view hourly too, so pictures shown within the last hour must still be kept. */
const KEPT_SECONDS = 3 * HOUR_SECONDS;
/** A process remembers at most this many files, to bound its memory. */
const MOST_REMEMBERED = 100_000;
const FILES_AT_ONCE = 250;

type Shown = {
  shownAt: Map<number, number>;
  waiting: Set<number>;
  timer: NodeJS.Timeout | undefined;
  writing: Promise<void>;
};

const shownOf = new WeakMap<Database, Shown>();

/** Notes that a picture of a file was shown, once an hour per file and in batches; a crash may lose one second. */
export function noteShown(context: Context, fileId: number): void {
  const shown = shownIn(context.db);
  const now = context.now().getTime();
  const before = shown.shownAt.get(fileId);
  if (before !== undefined && now - before < HOUR_SECONDS * 1000) return;
  if (shown.shownAt.size >= MOST_REMEMBERED) shown.shownAt.clear();
  shown.shownAt.set(fileId, now);
  shown.waiting.add(fileId);
  shown.timer ??= setTimeout(() => void writeShown(context), BATCH_MILLISECONDS).unref();
}

export function writeShown(context: Context): Promise<void> {
  const shown = shownIn(context.db);
  clearTimeout(shown.timer);
  shown.timer = undefined;
  const ids = [...shown.waiting];
  shown.waiting.clear();
  shown.writing = shown.writing.then(() => writeOrHandOver(context, ids));
  return shown.writing;
}

async function writeOrHandOver(context: Context, ids: number[]): Promise<void> {
  if (!context.handOver) await write(context, ids);
  else if (ids.length > 0) await context.handOver('shown', ids);
}

export function takeShown(context: Context, ids: number[]): void {
  const shown = shownIn(context.db);
  shown.writing = shown.writing.then(() => write(context, ids));
}

async function write(context: Context, ids: readonly number[]): Promise<void> {
  const times = {
    before: timestampIn(context, KEPT_SECONDS - HOUR_SECONDS),
    until: timestampIn(context, KEPT_SECONDS),
  };
  const sorted = ids.toSorted((a, b) => a - b);
  try {
    for (let start = 0; start < sorted.length; start += FILES_AT_ONCE)
      await noteShownFiles(context.db, sorted.slice(start, start + FILES_AT_ONCE), times);
  } catch (error) {
    // A read-only installation removes nothing either.
    if (isReadOnlyRefusal(error)) return;
    context.log.warn({ err: error }, 'It could not be noted which pictures were shown');
    const { shownAt } = shownIn(context.db);
    for (const id of ids) shownAt.delete(id);
  }
}

function shownIn(db: Database): Shown {
  const there = shownOf.get(db);
  if (there) return there;
  const shown: Shown = {
    shownAt: new Map(),
    waiting: new Set(),
    timer: undefined,
    writing: Promise.resolve(),
  };
  shownOf.set(db, shown);
  return shown;
}
