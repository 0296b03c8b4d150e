import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../connect.ts';
import { letWritesThrough, refuseWrites } from './refuse-writes.ts';
import { type InstallationState, readInstallation, saveInstallation } from './state.ts';
import { WATCH_MILLISECONDS } from './watch.ts';

/** Jobs that are under way may end before the tables are shut; one that takes longer runs again afterwards. */
const JOBS_MILLISECONDS = 20_000;
const LOOK_MILLISECONDS = 100;

type Closing = Pick<InstallationState, 'move' | 'moved_to'> & { state: 'read-only' | 'moving' };

/** True if a server may be running that has to notice the switch; without one there is no wait. */
type Around = { mayBeServed?: boolean };

/** Sets the state, lets running servers notice it and end their requests, then makes the database refuse writes. */
export async function makeReadOnly(
  db: Database,
  { state, move, moved_to }: Closing,
  { mayBeServed = true }: Around = {},
): Promise<void> {
  const current = await readInstallation(db);
  const isShut = current !== undefined && current.state !== 'open';
  const since = isShut ? current.since : new Date().toISOString();
  await saveInstallation(db, { state, since, move, moved_to, files_in: current?.files_in ?? null });
  if (!isShut && mayBeServed) {
    await pause(2 * WATCH_MILLISECONDS);
    await waitForJobs(db);
  }
  await refuseWrites(db);
}

/** Allows writes again; `changes` are other fields to update with it. */
export async function makeOpen(
  db: Database,
  changes: Partial<Pick<InstallationState, 'move' | 'moved_to' | 'files_in'>> = {},
): Promise<void> {
  const state = await readInstallation(db);
  await saveInstallation(db, {
    move: null,
    moved_to: null,
    files_in: state?.files_in ?? null,
    ...changes,
    state: 'open',
    since: new Date().toISOString(),
  });
  await letWritesThrough(db);
}

/** Removes the read-only state from a database that was copied with it. */
export async function forgetInstallation(db: Database): Promise<void> {
  await letWritesThrough(db);
  await db.deleteFrom('installation').execute();
}

async function waitForJobs(db: Database): Promise<void> {
  const end = performance.now() + JOBS_MILLISECONDS;
  while (performance.now() < end) {
    const now = new Date().toISOString();
    const running = await db
      .selectFrom('jobs')
      .select('id')
      .where('locked_until', '>', now)
      .where('gave_up_at', 'is', null)
      .limit(1)
      .execute();
    if (running.length === 0) return;
    await pause(LOOK_MILLISECONDS);
  }
}
