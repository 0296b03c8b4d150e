import { type RawBuilder, sql } from 'kysely';
import { dayNumber } from '@vitrin/shared/rules/time/days.ts';
import { type Days, keyOfDay, type TimeDimension } from '@vitrin/shared/rules/time/time-keys.ts';
import { offsetIn, timeOn } from '@vitrin/shared/rules/time/time-zones.ts';
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

/** Returns the moments at which days begin and end in a zone, where a day may have 23 or 25 hours. */
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
    const before = offsets.at(-1)?.value;
    const after = minutesAt(next);
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

/** Returns the steps of a key: for hours the clocks' offset in minutes, for other dimensions the first day with the key. */
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

/** Returns when a day begins: if clocks leave midnight out, at the moment at which they change. */
function beginOf(day: number, offsets: readonly Offset[]): string {
  let begin = 0;
  for (const [index, { since, value }] of offsets.entries()) {
    begin = Math.max(day * DAY - value * MINUTE, Date.parse(since));
    const next = offsets[index + 1];
    if (next && begin < Date.parse(next.since)) break;
  }
  return new Date(begin).toISOString();
}

/** Returns the end of the part of a time that begins at `begin` and has at most `length` milliseconds. */
export function endOf({ end }: Span, begin: string, length: number): string {
  const last = Date.parse(begin) + length;
  return last < Date.parse(end) ? new Date(last).toISOString() : end;
}

/** True where all days of a zone begin with an hour of UTC, so that sums by hour make its days exactly. */
export function areWholeHours(offsets: readonly Offset[]): boolean {
  return offsets.every(({ value }) => value % 60 === 0);
}

/** Begin and end of a time in which the values of one or two dimensions stay the same, and those values. */
type SharedStep = readonly [begin: string, end: string, ...values: number[]];

/** Splits a time wherever the step of a dimension ends. */
export function sharedSteps(dimensions: readonly (readonly Step[])[], { begin, end }: Span): SharedStep[] {
  const values = dimensions.map((steps) => steps.findLast(({ since }) => since <= begin)?.value ?? 0);
  const changes = dimensions.flatMap((steps, which) =>
    steps.filter(({ since }) => since > begin && since < end).map((step) => ({ ...step, which })),
  );
  const shared = new Map([[begin, [...values]]]);
  for (const { since, value, which } of changes.toSorted((a, b) => (a.since < b.since ? -1 : 1))) {
    values[which] = value;
    shared.set(since, [...values]);
  }
  const begins = [...shared.keys()];
  return begins.map((since, index) => [since, begins[index + 1] ?? end, ...(shared.get(since) ?? [])]);
}

/** A time of a row: a timestamp, or an hour of UTC as in 2026-11-20T14. */
type TimeColumn = { column: RawBuilder<unknown>; isHour: boolean };

/** Makes the table expression `steps` with the columns begins_at, ends_at, first and second. */
export function stepTable(db: Database, steps: readonly SharedStep[], isHour: boolean): RawBuilder<unknown> {
  const edge = (time: string) => (isHour ? time.slice(0, 13) : time);
  const list = JSON.stringify(steps.map(([begin, end, ...values]) => [edge(begin), edge(end), ...values]));
  const time = sql.raw(isPostgres(db) && !isHour ? 'timestamptz' : 'text');
  return sql`steps as materialized (
    select cast(value ->> 0 as ${time}) as begins_at, cast(value ->> 1 as ${time}) as ends_at,
      cast(value ->> 2 as integer) as first, cast(value ->> 3 as integer) as second
    from ${sql.raw(isPostgres(db) ? 'json_array_elements' : 'json_each')}(${list}) as step)`;
}

/** Selects the value of the step that a time is in, for rows that are not found by their time. */
export function stepValue(
  db: Database,
  column: RawBuilder<unknown>,
  steps: readonly Step[],
): RawBuilder<unknown> {
  return isPostgres(db) ? valueInPostgres(column, steps) : valueInSqlite(column, steps);
}

/** Selects the hour of the day as text, by the minutes that the clocks are ahead of UTC. */
export function hourKey(
  db: Database,
  { column, isHour }: TimeColumn,
  minutes: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!isPostgres(db))
    return sql`strftime('%H', ${isHour ? sql`${column} || ':00'` : column}, (${minutes}) || ' minutes')`;
  const moment = isHour ? sql`(${column} || ':00Z')::timestamptz` : column;
  return sql`to_char(${moment} at time zone 'UTC' + make_interval(mins => ${minutes}), 'HH24')`;
}

/** Searches by halves, which compares a row with six times if a part has sixty days. */
function valueInSqlite(column: RawBuilder<unknown>, steps: readonly Step[]): RawBuilder<unknown> {
  const half = Math.floor(steps.length / 2);
  const middle = steps[half];
  if (!middle || half === 0) return sql.lit(middle?.value ?? null);
  return sql`case when ${column} < ${sql.lit(middle.since)}
    then ${valueInSqlite(column, steps.slice(0, half))} else ${valueInSqlite(column, steps.slice(half))} end`;
}

/** Lists are parameters, so that a statement is prepared once for all days; numbers are found in them at once. */
function valueInPostgres(column: RawBuilder<unknown>, steps: readonly Step[]): RawBuilder<unknown> {
  const values = sql`${steps.map(({ value }) => value)}::int[]`;
  const begins = sql`${steps.map(({ since }) => since)}::timestamptz[]`;
  return sql`(${values})[width_bucket(${column}, ${begins})]`;
}
