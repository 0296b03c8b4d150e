import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../../connect.ts';

/** Sums events by hour in UTC, for days of any time zone; the rest of a day's sum, of deleted projects, is put at noon. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('event_hours')
    .addColumn('owner_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('hour', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('amount', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('event_hours_key', ['owner_id', 'hour', 'kind'])
    .execute();
  const hour = isPostgres(db)
    ? sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24')`
    : sql`substr(created_at, 1, 13)`;
  await sql`insert into event_hours (owner_id, hour, kind, amount)
    select owner_id, ${hour}, kind, count(*) from events group by 1, 2, 3`.execute(db);
  await sql`insert into event_hours (owner_id, hour, kind, amount)
    select days.owner_id, days.day || 'T12', days.kind, days.amount - coalesce(known.amount, 0)
    from event_days as days
    left join (
      select owner_id, substr(hour, 1, 10) as day, kind, sum(amount) as amount from event_hours group by 1, 2, 3
    ) as known on known.owner_id = days.owner_id and known.day = days.day and known.kind = days.kind
    where days.amount > coalesce(known.amount, 0)
    on conflict (owner_id, hour, kind) do update set amount = event_hours.amount + excluded.amount`.execute(
    db,
  );
}
