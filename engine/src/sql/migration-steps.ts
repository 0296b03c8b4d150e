import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isLockTimeout, isLostToOthers } from './errors.ts';

export type Step = (db: Kysely<unknown>) => Promise<void>;
/** A migration as its file exports it: one transaction of PostgreSQL (`up`), or one for each of its `steps`. */
export type MigrationFile = { up: Step } | { steps: readonly Step[] };

const SHORT_WAIT = '300ms';
const ATTEMPTS_FOR_A_LONG_WAIT = 5;
/** Five minutes or more of nothing but waits. */
const MAX_ATTEMPTS = 1000;
const LONGEST_PAUSE_MILLISECONDS = 100;

/**
 * The migration that Kysely runs. On SQLite its steps are a part of Kysely's transaction. On PostgreSQL, where instances of
 * the release before write meanwhile, each step is a transaction of its own that is begun again when a lock was not to
 * be had; steps that were done before a kill are not done again (decision 0200).
 */
export function migrationOf(name: string, file: MigrationFile): Migration {
  const steps = 'steps' in file ? file.steps : [file.up];
  return {
    async up(db: Kysely<unknown>) {
      if (db.isTransaction) {
        for (const step of steps) await step(db);
        return;
      }
      for (const [place, step] of steps.entries())
        await untilItHasItsLocks(db, name, async (tx) => {
          if (steps.length > 1 && (await wasDone(tx, `${name} ${place}`))) return;
          await step(tx);
        });
    },
  };
}

/**
 * Notes a step as done; true when it was noted before. The rows stand in the table of Kysely that holds one row for its own lock:
 * it is there before any migration, and no backup or move takes it along.
 */
async function wasDone(db: Kysely<unknown>, step: string): Promise<boolean> {
  const noted = sql`insert into kysely_migration_lock (id) values (${step}) on conflict do nothing returning id`;
  return (await noted.execute(db)).rows.length === 0;
}

/**
 * Runs `work` in a transaction of PostgreSQL that waits shortly for each lock and is begun anew where one was not to be had:
 * writers queue behind a lock that is waited for. Every fifth wait is longer than `deadlock_timeout`, because by its look
 * for deadlocks PostgreSQL ends an automatic vacuum that is in the way. `name` says in the error what waited in vain.
 */
export async function untilItHasItsLocks<DB>(
  db: Kysely<DB>,
  name: string,
  work: (tx: Kysely<DB>) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        await (attempt % ATTEMPTS_FOR_A_LONG_WAIT === 0 ? LONG : SHORT).execute(tx);
        await work(tx);
      });
    } catch (error) {
      if (!isLostToOthers(error) && !isLockTimeout(error)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw new Error(`${name} waited in vain for a lock that another transaction holds.`, {
          cause: error,
        });
      // Random, so that what collided does not collide again.
      await pause(Math.random() * LONGEST_PAUSE_MILLISECONDS);
    }
  }
}

const SHORT = sql`select set_config('lock_timeout', ${SHORT_WAIT}, true)`;
const LONG = sql`select set_config('lock_timeout', (1000 * extract(epoch from
  current_setting('deadlock_timeout')::interval + '0.3 s'))::integer::text, true)`;
