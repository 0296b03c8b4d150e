import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  AnalyticsAnswer,
  AnalyticsQuestion,
  AnalyticsRow,
  Dimension,
} from '@vitrin/shared/contract/figures/analytics-query.ts';
import { dayNumber, dayOf, shiftedDay } from '@vitrin/shared/rules/time/days.ts';
import { storageLimitBytes } from '@vitrin/shared/rules/storage/storage.ts';
import { FORECAST_DAYS, limitReachedOn } from '@vitrin/shared/rules/storage/storage-forecast.ts';
import { type Days, isTime, keysOf } from '@vitrin/shared/rules/time/time-keys.ts';
import { dayIn } from '@vitrin/shared/rules/time/time-zones.ts';
import { type Context, timestampIn, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { isPostgres } from '../../../database/connect.ts';
import { ValidationError } from '../../../errors.ts';
import { hoursKeptSince } from '../../../jobs/looks-kept.ts';
import { requireCapability } from '../../plans/access.ts';
import { getPlanLimits } from '../../plans/service.ts';
import { timeZoneOf } from '../../users/service.ts';
import { getExtraStorage, getStoredBytes, sumBytesSince } from '../queries.ts';
import { addRows, type Group, groupOf, type Groups, percentile } from './groups.ts';
import { areWholeHours, endOf, offsetsOf, type Span, spanOf, stepsOf, WEEK } from './local-time.ts';
import { type GroupRow, listGroups, listNames, mapClients } from './queries.ts';
import { type Asked, type Named, requireOwn, withDays } from './question.ts';
import { sourceOf, UNITS } from './sources.ts';

const DAY_SECONDS = 24 * 3600;
const BASIC_DAYS: readonly number[] = [7, 30, 90];

const MOST_JSON_ROWS = 5000;
const MOST_CSV_ROWS = 200_000;

/** Statements that run side by side, and the events that one reads, give or take: SQLite reads on the server's thread. */
const AT_ONCE = { sqlite: { statements: 1, events: 10_000 }, postgres: { statements: 2, events: 30_000 } };

const NAMES_AT_ONCE = 500;

type Clocked = Pick<Context, 'db' | 'now'>;

/** Returns figures by the freelancer's clocks (specification 9.21), up to MOST_CSV_ROWS or MOST_JSON_ROWS; PlanLacksError. */
export async function askAnalytics(
  context: Clocked,
  user: Pick<CurrentUser, 'id'>,
  question: AnalyticsQuestion,
): Promise<AnalyticsAnswer> {
  const zone = await timeZoneOf(context.db, user.id);
  const today = dayOf(dayIn(zone, context.now()));
  const asked = withDays(question, today);
  if (!isBasic(asked, today)) await requireCapability(context, user.id, { analytics: 'advanced' });
  await requireOwn(context.db, user.id, asked);

  const now = await readGroups(context, user, asked, zone);
  const earlier = asked.compare && daysBefore(asked);
  const before = earlier && (await readGroups(context, user, { ...asked, ...earlier }, zone));
  if (earlier && before) addEmpty(now, before, asked, earlier);
  const unit = UNITS[asked.measure];
  const isLength = unit === 'seconds' || unit === 'days';
  const beforeOf = earlier ? keyBefore(asked, earlier) : undefined;
  const toRow = (group: Group): AnalyticsRow => ({
    keys: group.keys.map((key) => ({ key, name: null })),
    ...figureOf(group, isLength),
    before: before && beforeOf ? valueOf(before.get(beforeOf(group.keys)), isLength) : null,
  });
  const rows = [...ordered(filled(now, asked), asked.by)].map(toRow);
  const most = asked.format === 'csv' ? MOST_CSV_ROWS : MOST_JSON_ROWS;
  if (asked.format === 'csv' && rows.length > most) throw tooMany();
  const shown = rows.slice(0, most);
  await addNames(context, user.id, asked.by, shown);
  return {
    measure: asked.measure,
    unit,
    zone,
    from: asked.from,
    to: asked.to,
    by: asked.by,
    rows: shown,
    is_truncated: rows.length > most,
    total: {
      ...figureOf(totalOf(now), isLength),
      before: before ? valueOf(totalOf(before), isLength) : null,
    },
    storage: asked.measure === 'storage' ? await storageOf(context, user.id) : null,
  };
}

function tooMany(): ValidationError {
  return new ValidationError({
    by: { key: 'analytics.too_many_rows', params: { max: MOST_CSV_ROWS } },
  });
}

/** True for the total of the last 7, 30 or 90 days, which every plan shows. */
function isBasic(
  { by, from, to, compare, project, customer, version, format }: Asked,
  today: string,
): boolean {
  const length = dayNumber(to) - dayNumber(from) + 1;
  const isPlain = by.length === 0 && !compare && !project && !customer && !version && format !== 'csv';
  return isPlain && to === today && BASIC_DAYS.includes(length);
}

async function readGroups(
  { db, now }: Clocked,
  user: Pick<CurrentUser, 'id'>,
  asked: Asked,
  zone: string,
): Promise<Groups> {
  const span = spanOf(zone, asked);
  const offsets = offsetsOf(zone, span);
  const { by, project, customer, version, measure } = asked;
  const kept = `${hoursKeptSince({ now })}:00:00.000Z`;
  const isWhole = areWholeHours(offsets);
  const sourceAt = (begin: string) =>
    sourceOf(measure, {
      by,
      isNarrowed: Boolean(project ?? customer ?? version),
      hasHours: isWhole && begin >= kept,
      now: timestampOf({ now }),
    });
  const { isByAccount, isByTime } = sourceAt(span.begin);
  const unit = UNITS[measure];
  const lengths = unit === 'seconds' || unit === 'days' ? unit : undefined;
  const reading = {
    ownerId: user.id,
    by,
    filters: { project, customer, version },
    steps: new Map(by.filter(isTime).map((name) => [name, stepsOf(name, offsets, asked)])),
    limit: MOST_CSV_ROWS + 1,
  };
  const clients = isByAccount && by.includes('customer') ? await mapClients(db, user.id) : undefined;
  const groups: Groups = new Map();
  const { events: most, statements } = AT_ONCE[isPostgres(db) ? 'postgres' : 'sqlite'];
  let length = isByTime ? WEEK : Number.POSITIVE_INFINITY;
  for (let begin = span.begin; begin < span.end;) {
    const parts = partsOf({ ...span, begin }, isByTime ? [kept] : [], length).slice(0, statements);
    const read = await Promise.all(
      parts.map((part) => listGroups(db, sourceAt(part.begin), { ...reading, span: part })),
    );
    for (const rows of read) addRows(groups, clients ? byClient(rows, by, clients) : rows, by, lengths);
    if (groups.size > MOST_CSV_ROWS) throw tooMany();
    length = nextLength(length, Math.max(...read.map(eventsOf)), most);
    begin = parts.at(-1)?.end ?? span.end;
    await nextTurn();
  }
  return groups;
}

/** Returns the next part's milliseconds, for about `most` events, so that other requests run in between. */
function nextLength(length: number, events: number, most: number): number {
  if (events > most) return Math.max(WEEK, length / 2);
  return events < most / 16 ? 8 * length : events < most / 2 ? 2 * length : length;
}

function eventsOf(rows: readonly GroupRow[]): number {
  return rows.reduce((sum, { value }) => sum + (value ?? 0), 0);
}

/** Returns the parts of a time in order, each as long as `length` in milliseconds or ended by an edge before that. */
function partsOf(span: Span, edges: readonly string[], length: number): Span[] {
  const parts: Span[] = [];
  for (let { begin } = span; begin < span.end;) {
    const next = endOf(span, begin, length);
    const end = edges.find((edge) => begin < edge && edge < next) ?? next;
    parts.push({ begin, end });
    begin = end;
  }
  return parts;
}

function byClient(
  rows: readonly GroupRow[],
  by: readonly Dimension[],
  clients: ReadonlyMap<number, number>,
): GroupRow[] {
  const key = by[0] === 'customer' ? 'first' : 'second';
  return rows.map((row) => ({ ...row, [key]: clients.get(Number(row[key])) ?? null }));
}

function daysBefore({ from, to }: Days): Days {
  const length = dayNumber(to) - dayNumber(from) + 1;
  return { from: shiftedDay(from, -length), to: shiftedDay(to, -length) };
}

/** Keys of the time before that stand beside some keys: a day, week or month has the place of its own. */
function keyBefore(asked: Asked, earlier: Days): (keys: string[]) => string {
  const maps = asked.by.map((name) => keysAtSamePosition(name, asked, earlier));
  return (keys) => keys.map((key, index) => maps[index]?.get(key) ?? (maps[index] ? '' : key)).join(' ');
}

/** Returns for each key of a time the key at the same place of other days; undefined for other dimensions. */
function keysAtSamePosition(name: Dimension, of: Days, to: Days): Map<string, string> | undefined {
  if (!isTime(name)) return undefined;
  const others = keysOf(name, to);
  return new Map(keysOf(name, of).flatMap((key, at) => (others[at] ? [[key, others[at]] as const] : [])));
}

function addEmpty(now: Groups, before: Groups, asked: Asked, earlier: Days): void {
  const maps = asked.by.map((name) => keysAtSamePosition(name, earlier, asked));
  for (const { keys } of before.values()) {
    const here = keys.map((key, index) => (maps[index] ? maps[index].get(key) : key));
    if (here.every((key) => key !== undefined)) groupOf(now, here);
  }
}

/** Groups with one for each key of a time, where the table is of one time alone. */
function filled(groups: Groups, asked: Asked): Group[] {
  const [name] = asked.by;
  if (name !== undefined && asked.by.length === 1 && isTime(name))
    for (const key of keysOf(name, asked)) groupOf(groups, [key]);
  return [...groups.values()].filter(({ keys }) => keys.length > 0);
}

function ordered(groups: Group[], by: readonly Dimension[]): Group[] {
  const times = by.flatMap((name, index) => (isTime(name) ? [index] : []));
  return groups
    .map((group) => ({
      group,
      time: times.map((index) => group.keys[index]).join(' '),
      size: group.lengths.length > 0 ? (percentile(group.lengths, 0.5) ?? 0) : group.sum,
      keys: group.keys.join(' '),
    }))
    .toSorted((a, b) => compared(a.time, b.time) || b.size - a.size || compared(a.keys, b.keys))
    .map(({ group }) => group);
}

function compared(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function figureOf(group: Group, isLength: boolean) {
  return { value: valueOf(group, isLength), p90: isLength ? percentile(group.lengths, 0.9) : null };
}

function valueOf(group: Group | undefined, isLength: boolean): number | null {
  return isLength ? percentile(group?.lengths ?? [], 0.5) : (group?.sum ?? 0);
}

function totalOf(groups: Groups): Group {
  const all = [...groups.values()];
  return {
    keys: [],
    sum: all.reduce((sum, group) => sum + group.sum, 0),
    lengths: all.flatMap(({ lengths }) => lengths),
  };
}

async function addNames(
  { db }: Clocked,
  userId: number,
  by: readonly Dimension[],
  rows: AnalyticsRow[],
): Promise<void> {
  for (const [index, dimension] of by.entries()) {
    if (isTime(dimension)) continue;
    const keys = [...new Set(rows.map((row) => row.keys[index]?.key ?? ''))];
    const names =
      dimension === 'device'
        ? new Map(keys.map((key) => [key, key]))
        : await namesOf(db, userId, dimension, keys);
    for (const row of rows) {
      const cell = row.keys[index];
      if (cell) cell.name = names.get(cell.key) ?? '';
    }
  }
}

async function namesOf(
  db: Context['db'],
  userId: number,
  dimension: Named,
  keys: string[],
): Promise<Map<string, string>> {
  const ids = keys.flatMap((key) => (key === '' ? [] : [Number(key)]));
  const names = new Map<string, string>();
  for (let at = 0; at < ids.length; at += NAMES_AT_ONCE)
    for (const { id, name } of await listNames(db, userId, dimension, ids.slice(at, at + NAMES_AT_ONCE)))
      names.set(String(id), name);
  return names;
}

async function storageOf(context: Clocked, userId: number): Promise<AnalyticsAnswer['storage']> {
  const { db } = context;
  const [usedBytes, recentBytes, plan, extra] = await Promise.all([
    getStoredBytes(db, userId),
    sumBytesSince(db, userId, timestampIn(context, -FORECAST_DAYS * DAY_SECONDS)),
    getPlanLimits(context, userId),
    getExtraStorage(db, userId),
  ]);
  const limitBytes = storageLimitBytes(plan.storage_limit_gb, extra);
  return {
    used_bytes: usedBytes,
    limit_bytes: limitBytes,
    limit_reached_on: limitReachedOn({ usedBytes, limitBytes, recentBytes }, context.now()),
  };
}
