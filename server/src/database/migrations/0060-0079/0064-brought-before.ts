import { type Kysely, sql } from 'kysely';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';

/*
 * Marks facts imported before origins were recorded: those older than the project's arrival, which an imported receipt
 * or the freelancer's account proves. Others look like facts of this installation and stay (decision 0197).
 */

/** Until when facts of a project were brought, for projects where that is known. */
const UNTIL = sql`(select projects.id as project_id, projects.owner_id,
  case when min(brought_receipts.brought_at) > users.created_at then min(brought_receipts.brought_at)
    else users.created_at end as until
  from projects join users on users.id = projects.owner_id
  left join brought_receipts on brought_receipts.project_id = projects.id
  group by projects.id, projects.owner_id, users.created_at) as bounds`;

const COLUMNS = sql.raw(
  'user_id, file_id, device, project_id, version_id, size_bytes, ranges, covered_bytes, began_at, last_at, completed_at',
);

const older = (table: string, time: string) =>
  sql`(select 1 from ${UNTIL} where bounds.project_id = ${sql.ref(`${table}.project_id`)}
    and ${sql.ref(`${table}.${time}`)} < bounds.until)`;

const originOf = (table: string) =>
  sql`(select origins.id from origins join projects on projects.owner_id = origins.owner_id
    where projects.id = ${sql.ref(`${table}.project_id`)} and origins.import_id = 'before')`;

export const steps: readonly Step[] = [
  writeOrigins,
  moveDeliveries,
  (db) => mark(db, 'events', 'created_at'),
  (db) => mark(db, 'plays', 'last_at'),
];

async function writeOrigins(db: Kysely<unknown>): Promise<void> {
  await sql`insert into origins (owner_id, import_id, number, brought_at)
    select bounds.owner_id, 'before', 0, min(bounds.until) from ${UNTIL}
    where exists (select 1 from events where events.project_id = bounds.project_id and created_at < bounds.until)
      or exists (select 1 from deliveries where deliveries.project_id = bounds.project_id and began_at < bounds.until)
      or exists (select 1 from plays where plays.project_id = bounds.project_id and last_at < bounds.until)
    group by bounds.owner_id`.execute(db);
}

/** Moves imported deliveries, also those continued here, since how many of their bytes were sent here is unknown. */
async function moveDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`insert into brought_deliveries (origin_id, ${COLUMNS})
    select ${originOf('deliveries')}, ${COLUMNS} from deliveries
    where exists ${older('deliveries', 'began_at')} and ${originOf('deliveries')} is not null`.execute(db);
  await sql`delete from deliveries where exists ${older('deliveries', 'began_at')}
    and ${originOf('deliveries')} is not null`.execute(db);
}

async function mark(db: Kysely<unknown>, table: 'events' | 'plays', time: string): Promise<void> {
  await sql`update ${sql.table(table)} set origin_id = ${originOf(table)}
    where exists ${older(table, time)}`.execute(db);
}
