import type { ByteRange } from '@vitrin/engine/storage/storage.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { keyOf, type Taken, writeTaken } from './batch.ts';
import { withRange } from '@vitrin/engine/bytes/byte-union.ts';
import { deviceKindOf } from './device-kind.ts';
import { lockExisting, lockProjects } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { savePlay } from './queries.ts';

const BATCH_MILLISECONDS = 1000;

/** At most this many files wait to be written, to bound memory; more, which never comes in a second, is not recorded. */
const MOST_WAITING = 20_000;

type Waiting = {
  taken: Map<string, Taken>;
  timer: NodeJS.Timeout | undefined;
  writing: Promise<void>;
  isFull: boolean;
};

const waitingOf = new WeakMap<Database, Waiting>();

type DeliveredFile = Pick<Taken, 'owner_id' | 'project_id' | 'version_id' | 'file_id' | 'size_bytes'>;

/** Called with the bytes of a file that a connection has taken; with `store` where it was handed to the store. */
export type NoteTaken = (file: DeliveredFile, range: ByteRange | 'store') => void;

/** Records bytes of a customer's connection in batches, so a crash may lose one second; undefined for the owner. */
export function noteDelivery(
  context: Context,
  user: CurrentUser,
  owner_id: number,
  userAgent: string | undefined,
): NoteTaken | undefined {
  if (user.id === owner_id) return undefined;
  const device = deviceKindOf(userAgent);
  return (file, range) => {
    const waiting = waitingIn(context.db);
    const key = keyOf({ file_id: file.file_id, user_id: user.id, device });
    const now = context.now();
    let taken = waiting.taken.get(key);
    if (!taken) {
      if (isFull(context, waiting)) return;
      const times = { began: now, progressed: now, last: now };
      taken = { ...file, user_id: user.id, device, ranges: [], ...times };
      waiting.taken.set(key, taken);
      waiting.timer ??= setTimeout(() => void writeDeliveries(context), BATCH_MILLISECONDS).unref();
    }
    taken.last = now;
    if (range === 'store') {
      taken.handed ??= now;
      return;
    }
    const ranges = withRange(taken.ranges, range);
    if (ranges !== taken.ranges) taken.progressed = now;
    taken.ranges = ranges;
  };
}

function isFull({ log }: Context, waiting: Waiting): boolean {
  const { isFull: wasFull } = waiting;
  waiting.isFull = waiting.taken.size >= MOST_WAITING;
  if (waiting.isFull && !wasFull) log.error('Deliveries are lost: too many wait to be recorded');
  return waiting.isFull;
}

/** Writes what waits; resolves when it is written. Called at stop, and in tests. */
export function writeDeliveries(context: Context): Promise<void> {
  const waiting = waitingIn(context.db);
  clearTimeout(waiting.timer);
  waiting.timer = undefined;
  waiting.writing = waiting.writing.then(() => writeNext(context, waiting));
  return waiting.writing;
}

async function writeNext(context: Context, waiting: Waiting): Promise<void> {
  // Taken over only when it is its turn, so that a slow database cannot gather one batch after the other.
  const taken = [...waiting.taken.values()];
  waiting.taken = new Map();
  if (!context.handOver) keep(context, await writeTaken(context, taken));
  else if (taken.length > 0) await context.handOver('deliveries', taken);
}

/** Writes what another process of this server noted. */
export function takeDeliveries(context: Context, taken: Taken[]): void {
  const waiting = waitingIn(context.db);
  waiting.writing = waiting.writing.then(async () => keep(context, await writeTaken(context, taken)));
}

/** Keeps rows that the database did not take for the next batch, together with newer ones. */
function keep(context: Context, left: Taken[]): void {
  if (left.length === 0) return;
  const waiting = waitingIn(context.db);
  for (const taken of left) {
    const key = keyOf(taken);
    const later = waiting.taken.get(key);
    if (!later && isFull(context, waiting)) continue;
    const ranges = (later?.ranges ?? []).reduce(withRange, taken.ranges);
    const { progressed } = ranges === taken.ranges ? taken : (later ?? taken);
    waiting.taken.set(key, {
      ...taken,
      ...later,
      began: taken.began,
      progressed,
      ranges,
      handed: taken.handed ?? later?.handed,
    });
  }
  waiting.timer ??= setTimeout(() => void writeDeliveries(context), BATCH_MILLISECONDS).unref();
}

function waitingIn(db: Database): Waiting {
  const existing = waitingOf.get(db);
  if (existing) return existing;
  const waiting: Waiting = { taken: new Map(), timer: undefined, writing: Promise.resolve(), isFull: false };
  waitingOf.set(db, waiting);
  return waiting;
}

type PlayedFile = { id: number; owner_id: number; project_id: number; version_id: number };

/** Notes a customer's play in whole percent from 1 to 100, keeping the most per kind of device; none for the owner. */
export async function notePlay(
  context: Context,
  user: CurrentUser,
  { id: file_id, owner_id, project_id, version_id }: PlayedFile,
  { percent, userAgent }: { percent: number; userAgent: string | undefined },
): Promise<void> {
  if (user.id === owner_id) return;
  const ids = { user_id: user.id, file_id, device: deviceKindOf(userAgent), project_id, version_id };
  await inTransaction(context, async (tx) => {
    await lockExisting(tx.db, 'users', [user.id]);
    await lockProjects(tx.db, [project_id]);
    await lockExisting(tx.db, 'versions', [version_id]);
    // Deleted meanwhile, and with it whatever was played of it.
    if (!(await lockExisting(tx.db, 'files', [file_id])).has(file_id)) return;
    await savePlay(tx.db, { ...ids, percent, last_at: timestampOf(tx) });
  });
}
