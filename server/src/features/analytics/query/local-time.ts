import { type RawBuilder, sql } from 'kysely';
import { dayNumber } from '@vitrin/shared/rules/days.ts';
import { type Days, keyOfDay, type TimeDimension } from '@vitrin/shared/rules/time-keys.ts';
import { offsetIn, timeOn } from '@vitrin/shared/rules/time-zones.ts';
import { type Database, isPostgres } from '../../../database/connect.ts';

const MINUTE = 60_000;
const DAY = 24 * 3600 * 1000;
export const WEEK = 7 * DAY;

/** Time from `begin` on and before `end`, in ISO 8601 UTC. */
export type Span = { begin: string; end: string };

/** A value that holds from a time on, until that of the next step. */
export type Step = { since: string; value: number };

/** Its value is the minutes that the clocks of a zone are ahead of UTC. */
type Offset = Step;

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
  const offsets = [{ since: begin, value: minutesAt(at) }];
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
      offsets.push({ since: new Date(high).toISOString(), value: after });
    }
    at = next;
  }
  return offsets;
}

/** Hours by the clocks' offset in minutes, other dimensions by the first day with a key. */
export function stepsOf(dimension: TimeDimension, offsets: readonly Offset[], { from, to }: Days): Step[] {
  if (dimension === 'hour') return [...offsets];
  const firsts = new Map<string, number>();
  const steps: Step[] = [];
  for (let day = dayNumber(from); day <= dayNumber(to); day += 1) {
    const value = firsts.getOrInsert(keyOfDay(dimension, day), day);
    if (value !== steps.at(-1)?.value) steps.push({ since: beginOf(day, offsets), value });
  }
  return steps;
}

/** When a day first begins: where the clocks leave midnight out, at the moment at which they change. */
function beginOf(day: number, offsets: readonly Offset[]): string {
  let begin = 0;
  for (const [index, { since, value }] of offsets.entries()) {
    begin = Math.max(day * DAY - value * MINUTE, Date.parse(since));
    const next = offsets[index + 1];
    if (next && begin < Date.parse(next.since)) break;
  }
  return new Date(begin).toISOString();
}

export function stepsIn(steps: readonly Step[], { begin, end }: Span): Step[] {
  return steps.filter(({ since }, index) => {
    const next = steps[index + 1];
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
  return offsets.every(({ value }) => value % 60 === 0);
}

/** A time of a row: a timestamp, or an hour of UTC as in 2026-11-20T14. */
type TimeColumn = { column: RawBuilder<unknown>; isHour: boolean };

/** The hour of the day as text, else the value of the step that a time is in. */
export function timeKey(
  db: Database,
  time: TimeColumn,
  dimension: TimeDimension,
  steps: readonly Step[],
): RawBuilder<unknown> {
  const value = isPostgres(db) ? valueInPostgres(time, steps) : valueInSqlite(time, steps);
  if (dimension !== 'hour') return value;
  if (isPostgres(db))
    return sql`to_char(${momentOf(time)} at time zone 'UTC' + make_interval(mins => ${value}), 'HH24')`;
  return sql`strftime('%H', ${time.isHour ? sql`${time.column} || ':00'` : time.column}, (${value}) || ' minutes')`;
}

/** A search by halves, which compares a row with six times where a part has sixty days. */
function valueInSqlite(time: TimeColumn, steps: readonly Step[]): RawBuilder<unknown> {
  const half = Math.floor(steps.length / 2);
  const middle = steps[half];
  if (!middle || half === 0) return sql.lit(middle?.value ?? null);
  const since = time.isHour ? middle.since.slice(0, 13) : middle.since;
  return sql`case when ${time.column} < ${sql.lit(since)}
    then ${valueInSqlite(time, steps.slice(0, half))} else ${valueInSqlite(time, steps.slice(half))} end`;
}

/** Lists are parameters, so that a statement is prepared once for all days; numbers are found in them at once. */
function valueInPostgres(time: TimeColumn, steps: readonly Step[]): RawBuilder<unknown> {
  const values = sql`${steps.map(({ value }) => value)}::int[]`;
  const begins = sql`${steps.map(({ since }) => since)}::timestamptz[]`;
  return sql`(${values})[width_bucket(${momentOf(time)}, ${begins})]`;
}

function momentOf({ column, isHour }: TimeColumn): RawBuilder<unknown> {
  return isHour ? sql`(${column} || ':00Z')::timestamptz` : column;
}
