import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isLockTimeout, isLostToOthers } from './errors.ts';

export type Step = (db: Kysely<unknown>) => Promise<void>;
/** A migration: one transaction (`up`), or on PostgreSQL one for each of its `steps`. */
export type MigrationFile = { up: Step } | { steps: readonly Step[] };

const SHORT_WAIT = '300ms';
const ATTEMPTS_FOR_A_LONG_WAIT = 5;
/** Five minutes or more of nothing but waits. */
const MAX_ATTEMPTS = 1000;
const LONGEST_PAUSE_MILLISECONDS = 100;

/**
 * Migration for Kysely. On PostgreSQL, where the release before still writes, each step is a transaction, repeated
 * until it gets its locks and recorded, so that a killed migration continues (decision 0200).
 */
export function migrationOf(name: string, file: MigrationFile): Migration {
  const steps = 'steps' in file ? file.steps : [file.up];
  return {
    async up(db: Kysely<unknown>) {
      if (db.isTransaction) {
        for (const step of steps) await step(db);
        return;
      }
      for (const [index, step] of steps.entries())
        await untilItHasItsLocks(db, name, async (tx) => {
          if (steps.length > 1 && (await wasDone(tx, `${name} ${index}`))) return;
          await step(tx);
        });
    },
  };
}

/**
 * Records a step; true if it was recorded before. Kysely's lock table exists before any migration, and backups omit it.
 */
async function wasDone(db: Kysely<unknown>, step: string): Promise<boolean> {
  const noted = sql`insert into kysely_migration_lock (id) values (${step}) on conflict do nothing returning id`;
  return (await noted.execute(db)).rows.length === 0;
}

/**
 * Runs `work` in a PostgreSQL transaction with short waits for locks, since writers queue behind a waiting lock. Every
 * fifth wait exceeds `deadlock_timeout`, at which PostgreSQL cancels a blocking automatic vacuum. `name` is for the
 * error.
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
