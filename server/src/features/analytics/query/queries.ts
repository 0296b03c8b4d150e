import { type RawBuilder, sql } from 'kysely';
import type { Dimension } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { isTime, type TimeDimension } from '@vitrin/shared/rules/time/time-keys.ts';
import { type Database, isPostgres } from '../../../database/connect.ts';
import { shownName } from '../../users/row.ts';
import { hourKey, sharedSteps, type Span, type Step, stepTable, stepValue } from './local-time.ts';
import type { Source } from './sources.ts';

type Filters = {
  project?: number | undefined;
  customer?: number | undefined;
  version?: number | undefined;
};

type Reading = {
  ownerId: number;
  by: readonly Dimension[];
  filters: Filters;
  span: Span;
  steps: ReadonlyMap<Dimension, readonly Step[]>;
  limit: number;
};

/** A group with its sum, or one thing with two times; a number of a day stands for its day, week, month or weekday. */
export type GroupRow = {
  first: string | number | null;
  second: string | number | null;
  value: number | null;
  begins: string | null;
  ends: string | null;
};

/** Groups of a freelancer's rows in a time, or single ones where lengths are wanted; null for keys beyond `by`. */
export async function listGroups(
  db: Database,
  source: Source,
  { ownerId, by, filters, span, steps, limit }: Reading,
): Promise<GroupRow[]> {
  const time = { column: source.time, isHour: source.isHour === true };
  const times = by.filter(isTime);
  const stepsOf = (dimension: Dimension) => steps.get(dimension) ?? [];
  const isJoined = source.isByTime === true && times.length > 0;
  const valueOf = (dimension: TimeDimension) => {
    if (!isJoined) return stepValue(db, time.column, stepsOf(dimension));
    return times.indexOf(dimension) === 0 ? sql`steps.first` : sql`steps.second`;
  };
  const keyOf = (dimension: Dimension | undefined): RawBuilder<unknown> => {
    if (dimension === undefined) return sql`null`;
    if (!isTime(dimension)) return source.columns[dimension] ?? sql`null`;
    return dimension === 'hour' ? hourKey(db, time, valueOf(dimension)) : valueOf(dimension);
  };
  const narrowed = Object.entries(filters).flatMap(([name, id]) => {
    const column = source.columns[name as keyof Filters];
    if (!column || id === undefined) return [];
    if (name !== 'customer' || !source.isByAccount) return [sql`and ${column} = ${id}`];
    return [sql`and ${column} in (select id from users where id = ${id} or client_id = ${id})`];
  });
  const rowsFrom = (begin: RawBuilder<unknown>, end: RawBuilder<unknown>) =>
    sql`${source.from} where ${source.owner} = ${ownerId} and ${source.time} >= ${begin} and ${source.time} < ${end}
      and ${source.where} ${sql.join(narrowed, sql` `)}`;
  const edge = (at: string) => sql`${time.isHour ? at.slice(0, 13) : at}`;
  const withSteps = sql`with ${stepTable(db, sharedSteps(times.map(stepsOf), span), time.isHour)}`;
  const values = source.sum
    ? sql`${source.sum} as value, null as begins, null as ends`
    : sql`null as value, ${source.begins} as begins, ${source.ends} as ends`;
  const grouped = source.sum ? (by.length === 2 ? sql`group by 1, 2` : sql`group by 1`) : sql``;
  const select = (from: RawBuilder<unknown>) =>
    sql`select ${keyOf(by[0])} as first, ${keyOf(by[1])} as second, ${values} from ${from} ${grouped}`;
  const rowsOfSteps = rowsFrom(sql`steps.begins_at`, sql`steps.ends_at`);
  const statement = !isJoined
    ? select(rowsFrom(edge(span.begin), edge(span.end)))
    : isPostgres(db)
      ? sql`${withSteps} select part.first, part.second, sum(part.value)::bigint as value, null as begins, null as ends
          from steps cross join lateral (${select(rowsOfSteps)}) as part group by 1, 2`
      : sql`${withSteps} ${select(sql`steps cross join ${rowsOfSteps}`)}`;
  const { rows } = await sql<GroupRow>`${statement} limit ${limit}`.execute(db);
  return rows;
}

/** Maps each account of a freelancer's customers to its client: itself, or the customer of a person. */
export async function mapClients(db: Database, ownerId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('users')
    .select((e) => ['id', e.fn.coalesce('client_id', 'id').as('client')])
    .where('owner_id', '=', ownerId)
    .execute();
  return new Map(rows.map(({ id, client }) => [id, client]));
}

export async function listNames(
  db: Database,
  ownerId: number,
  dimension: 'project' | 'customer' | 'version' | 'file',
  ids: number[],
): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return [];
  if (dimension === 'customer')
    return db
      .selectFrom('users')
      .select(['id', shownName('users').as('name')])
      .where('owner_id', '=', ownerId)
      .where('id', 'in', ids)
      .execute();
  if (dimension === 'version')
    return db
      .selectFrom('versions')
      .innerJoin('projects', 'projects.id', 'versions.project_id')
      .select(['versions.id', 'versions.version_number as name'])
      .where('projects.owner_id', '=', ownerId)
      .where('versions.id', 'in', ids)
      .execute();
  return db
    .selectFrom(dimension === 'project' ? 'projects' : 'files')
    .select(['id', 'name'])
    .where('owner_id', '=', ownerId)
    .where('id', 'in', ids)
    .execute();
}
