import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';

/** Cost of a write to its user, and the most a user may owe, in milliseconds (specification 9.6). */
export const WRITE_MILLISECONDS = 100;
export const LONGEST_DEBT_MILLISECONDS = 100 * WRITE_MILLISECONDS;

/**
 * Counts a write of a user for all instances, by one statement on PostgreSQL. Returns the milliseconds by which the debt
 * would be too long: the write is refused, and adds nothing, where they are more than 0. A commit that a power cut may
 * lose is enough for that, and spares the write a wait for the disk.
 */
export async function addToSharedDebt(db: Database, userId: number, now: Date): Promise<number> {
  const goneAt = new Date(now.getTime() + LONGEST_DEBT_MILLISECONDS);
  const { rows } = await sql<{ attempts: number }>`
    insert into rate_limits (key, attempts, started_at, expires_at)
    select ${`writes:${userId}`}, ${WRITE_MILLISECONDS}::integer, ${now.toISOString()}::timestamptz,
      ${goneAt.toISOString()}::timestamptz
    where set_config('synchronous_commit', 'off', true) is not null
    on conflict (key) do update set
      attempts = case
        when ${DEBT} > ${LONGEST_DEBT_MILLISECONDS - WRITE_MILLISECONDS}::integer then -${DEBT}
        else ${DEBT} + ${WRITE_MILLISECONDS}::integer
      end,
      started_at = ${LATEST},
      expires_at = excluded.expires_at
    returning attempts`.execute(db);
  const attempts = rows[0]?.attempts ?? 0;
  // The row holds the debt of a refused write as a negative number.
  return attempts < 0 ? WRITE_MILLISECONDS - attempts - LONGEST_DEBT_MILLISECONDS : 0;
}

/** Milliseconds since the row was written, as far as they matter: those of a month are no integer any more. */
const PASSED = sql`greatest(0, least(${LONGEST_DEBT_MILLISECONDS}::integer,
  extract(epoch from (excluded.started_at - rate_limits.started_at)) * 1000))::integer`;

/** Rest of the debt since the row was written, at most what it was: clocks of instances differ. */
const DEBT = sql`greatest(0, least(abs(rate_limits.attempts), ${LONGEST_DEBT_MILLISECONDS}::integer) - ${PASSED})`;

/** The furthest of the clocks counts, unless that is so far ahead that all clocks were set back. */
const LATEST = sql`case
  when rate_limits.started_at > excluded.started_at + interval '10 seconds' then excluded.started_at
  else greatest(rate_limits.started_at, excluded.started_at)
end`;
