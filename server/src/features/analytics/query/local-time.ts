import { type RawBuilder, sql } from 'kysely';
import { dayNumber } from '@vitrin/shared/rules/days.ts';
import type { Days, TimeDimension } from '@vitrin/shared/rules/time-keys.ts';
import { offsetIn, timeOn } from '@vitrin/shared/rules/time-zones.ts';
import { type Database, isPostgres } from '../../../database/connect.ts';

const MINUTE = 60_000;
export const WEEK = 7 * 24 * 3600 * 1000;

/** Time from `begin` on and before `end`, in ISO 8601 UTC. */
export type Span = { begin: string; end: string };

/** A time from which on the clocks of a zone are so many minutes ahead of UTC. */
export type Offset = { since: string; minutes: number };

/** The first day and the one after the last may have 23 or 25 hours: each begins where its own clocks say. */
export function spanOf(zone: string, { from, to }: Days): Span {
  return {
    begin: timeOn(zone, dayNumber(from), 0).toISOString(),
    end: timeOn(zone, dayNumber(to) + 1, 0).toISOString(),
  };
}

/** Offsets of a zone over a time, the first of them from its beginning on. Clocks never change twice within a week. */
export function offsetsOf(zone: string, { begin, end }: Span): Offset[] {
  const minutesAt = (time: number) => offsetIn(zone, new Date(time)) / MINUTE;
  const last = Date.parse(end);
  let at = Date.parse(begin);
  const offsets = [{ since: begin, minutes: minutesAt(at) }];
  while (at < last) {
    const next = Math.min(at + WEEK, last);
    const [before, after] = [minutesAt(at), minutesAt(next)];
    if (before !== after) {
      let [low, high] = [at, next];
      while (high - low > MINUTE) {
        const middle = Math.floor((low + high) / 2 / MINUTE) * MINUTE;
        if (minutesAt(middle) === before) low = middle;
        else high = middle;
      }
      offsets.push({ since: new Date(high).toISOString(), minutes: after });
    }
    at = next;
  }
  return offsets;
}

/** Offsets that hold in a part of their time. */
export function offsetsIn(offsets: readonly Offset[], { begin, end }: Span): Offset[] {
  return offsets.filter(({ since }, index) => {
    const next = offsets[index + 1];
    return since < end && (!next || next.since > begin);
  });
}

/** End of the part of a time that begins at `begin` and is at most `length` milliseconds long. */
export function endOf({ end }: Span, begin: string, length: number): string {
  const last = Date.parse(begin) + length;
  return last < Date.parse(end) ? new Date(last).toISOString() : end;
}

/** True where all days of a zone begin with an hour of UTC, so that sums by hour make its days exactly. */
export function areWholeHours(offsets: readonly Offset[]): boolean {
  return offsets.every(({ minutes }) => minutes % 60 === 0);
}

/** A time of a row: a timestamp, or an hour of UTC as in 2026-11-20T14. */
type TimeColumn = { column: RawBuilder<unknown>; isHour: boolean };

/** The key of a time by the clocks of a zone, on both databases. */
export function timeKey(
  db: Database,
  { column, isHour }: TimeColumn,
  offsets: readonly Offset[],
  dimension: TimeDimension,
): RawBuilder<string> {
  const [first, ...later] = offsets;
  const ahead = later.reduce<RawBuilder<unknown>>(
    (before, { since, minutes }) =>
      sql`case when ${column} < ${sql.lit(isHour ? since.slice(0, 13) : since)} then ${before} else ${sql.lit(minutes)} end`,
    sql`${sql.lit(first?.minutes ?? 0)}`,
  );
  return isPostgres(db)
    ? inPostgres(column, isHour, ahead, dimension)
    : inSqlite(isHour ? sql`${column} || ':00'` : column, ahead, dimension);
}

const SQLITE_FORMATS = { day: '%Y-%m-%d', month: '%Y-%m', weekday: '%u', hour: '%H' };
const POSTGRES_FORMATS = { day: 'YYYY-MM-DD', month: 'YYYY-MM', weekday: 'ID', hour: 'HH24' };

function inSqlite(
  time: RawBuilder<unknown>,
  ahead: RawBuilder<unknown>,
  dimension: TimeDimension,
): RawBuilder<string> {
  const shift = sql`(${ahead}) || ' minutes'`;
  // The Monday on or after the day that is six days earlier.
  if (dimension === 'week') return sql<string>`date(${time}, ${shift}, '-6 days', 'weekday 1')`;
  return sql<string>`strftime(${sql.lit(SQLITE_FORMATS[dimension])}, ${time}, ${shift})`;
}

function inPostgres(
  column: RawBuilder<unknown>,
  isHour: boolean,
  ahead: RawBuilder<unknown>,
  dimension: TimeDimension,
): RawBuilder<string> {
  const utc = isHour ? sql`(${column} || ':00')::timestamp` : sql`(${column} at time zone 'UTC')`;
  const local = sql`${utc} + make_interval(mins => ${ahead})`;
  if (dimension === 'week') return sql<string>`to_char(date_trunc('week', ${local}), 'YYYY-MM-DD')`;
  return sql<string>`to_char(${local}, ${sql.lit(POSTGRES_FORMATS[dimension])})`;
}
