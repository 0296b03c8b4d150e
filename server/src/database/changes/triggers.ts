import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, isPostgres } from '../connect.ts';
import { untilItHasItsLocks } from '@vitrin/engine/sql/migration-steps.ts';
import { inTransaction } from '../transaction.ts';
import { CHANNEL, NOTE_CHANGE } from './names.ts';

type Trigger = {
  table: string;
  on: readonly ('insert' | 'update' | 'delete')[];
  when?: string;
  /** A line of text, see readChange in features/changes/change.ts. */
  line: string;
  /** The line is read from here, unless it is in the row itself. */
  from?: string;
};

/** Time from which a client sees this version, or `owner` for a draft: the code that sends hints compares it with the clock. */
const seenSince = (version: string) => `coalesce(cast(${version}.ready_at as text), 'owner')`;

/** A change of a version's time is sent to those who see the version before or after. */
const seenBeforeOrAfter = `coalesce(cast(case when new.ready_at is null or old.ready_at < new.ready_at
  then old.ready_at else new.ready_at end as text), 'owner')`;

const differs = (...columns: string[]) =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');

/** Columns of a project that are reported to open pages when they change. */
export const REPORTED_COLUMNS = [
  'owner_id',
  'customer_id',
  'name',
  'description',
  'status_override',
  'milestones_total',
  'milestones_completed',
  'expected_on',
  'expected_since',
] as const;

/**
 * Triggers report lines: `part PROJECT PART WHO` for a project and its parts, where WHO is `all`, `owner` or
 * the time from which its client sees it too; `list USER` when a user no longer sees a project; `session ID` when
 * a session ends. They run for every write by any feature or command; a rolled-back transaction reports nothing.
 */
const TRIGGERS: readonly Trigger[] = [
  { table: 'projects', on: ['insert'], line: `'part ' || new.id || ' project all'` },
  {
    table: 'projects',
    on: ['update'],
    when: differs(...REPORTED_COLUMNS),
    line: `'part ' || new.id || ' project all'`,
  },
  {
    table: 'projects',
    on: ['update'],
    when: `old.customer_id is not null and (${differs('customer_id')})`,
    line: `'list ' || old.customer_id`,
  },
  { table: 'projects', on: ['delete'], line: `'list ' || old.owner_id` },
  {
    table: 'projects',
    on: ['delete'],
    when: 'old.customer_id is not null',
    line: `'list ' || old.customer_id`,
  },
  { table: 'milestones', on: ['insert', 'update'], line: `'part ' || new.project_id || ' milestones all'` },
  { table: 'milestones', on: ['delete'], line: `'part ' || old.project_id || ' milestones all'` },
  {
    table: 'versions',
    on: ['insert'],
    line: `'part ' || new.project_id || ' versions ' || ${seenSince('new')}`,
  },
  {
    table: 'versions',
    on: ['update'],
    line: `'part ' || new.project_id || ' versions ' || ${seenBeforeOrAfter}`,
  },
  // A version with a new time is reported twice: now, and at that time, when it becomes visible.
  {
    table: 'versions',
    on: ['update'],
    when: differs('ready_at'),
    line: `'part ' || new.project_id || ' versions ' || ${seenSince('new')}`,
  },
  {
    table: 'versions',
    on: ['delete'],
    line: `'part ' || old.project_id || ' versions ' || ${seenSince('old')}`,
  },
  {
    table: 'files',
    on: ['insert', 'update'],
    line: `'part ' || project_id || ' files ' || ${seenSince('versions')}`,
    from: 'versions where id = new.version_id',
  },
  // A deleted version reports the loss of its files itself.
  {
    table: 'files',
    on: ['delete'],
    line: `'part ' || project_id || ' files ' || ${seenSince('versions')}`,
    from: 'versions where id = old.version_id',
  },
  {
    table: 'sections',
    on: ['insert', 'update'],
    line: `'part ' || project_id || ' versions ' || ${seenSince('versions')}`,
    from: 'versions where id = new.version_id',
  },
  {
    table: 'sections',
    on: ['delete'],
    line: `'part ' || project_id || ' versions ' || ${seenSince('versions')}`,
    from: 'versions where id = old.version_id',
  },
  {
    table: 'links',
    on: ['insert', 'update'],
    line: `'part ' || project_id || ' versions ' || ${seenSince('versions')}`,
    from: 'versions where id = new.version_id',
  },
  {
    table: 'links',
    on: ['delete'],
    line: `'part ' || project_id || ' versions ' || ${seenSince('versions')}`,
    from: 'versions where id = old.version_id',
  },
  { table: 'events', on: ['insert'], line: `'part ' || new.project_id || ' looks owner'` },
  { table: 'plays', on: ['insert', 'update'], line: `'part ' || new.project_id || ' looks owner'` },
  { table: 'deliveries', on: ['insert', 'update'], line: `'part ' || new.project_id || ' looks owner'` },
  { table: 'sessions', on: ['delete'], line: `'session ' || old.id` },
];

/** Creates the triggers, on SQLite for this connection only; they are no migration, so they change with their reader. */
export async function createChangeTriggers(db: Database): Promise<void> {
  const statements = TRIGGERS.flatMap((trigger, index) =>
    trigger.on.map((event) => ({ ...trigger, event, name: `vitrin_change_${index}_${event}` })),
  );
  if (isPostgres(db)) return createInPostgres(db, statements);
  await inTransaction({ db }, async (tx) => {
    for (const { name, event, table, when, line, from } of statements)
      await sql
        .raw(
          `create temp trigger if not exists ${name} after ${event} on ${table}${when ? ` when ${when}` : ''}
           begin select ${NOTE_CHANGE}(${line})${from ? ` from ${from}` : ''}; end`,
        )
        .execute(tx.db);
  });
}

type Named = Trigger & { name: string; event: string };

/** Table by table, each in a transaction of its own: instances of another release may write meanwhile (decision 0200). */
async function createInPostgres(db: Database, triggers: Named[]): Promise<void> {
  for (const [table, ofTable] of Map.groupBy(triggers, ({ table }) => table))
    await createForTable(db, table, ofTable);
}

async function createForTable(db: Database, table: string, triggers: Named[]): Promise<void> {
  const functions = triggers.map(({ name, when = 'true', line, from }) => {
    const notify = `perform pg_notify('${CHANNEL}', ${line})${from ? ` from ${from}` : ''};`;
    return `create or replace function ${name}() returns trigger language plpgsql as $$
      begin if ${when} then ${notify} end if; return null; end $$`;
  });
  const bound = triggers.map(
    ({ name, event }) => `create or replace trigger ${name} after ${event} on ${table}
      for each row execute function ${name}()`,
  );
  const all = [...functions, ...bound].join(';\n');
  const text = createHash('sha256').update(all).digest('hex');
  const current = sql<{ text: string | null }>`
    select obj_description(oid, 'pg_proc') as text from pg_proc
    where proname = ${triggers[0]?.name} and pronamespace = current_schema()::regnamespace`;
  const isCurrent = async (on: Database) => (await current.execute(on)).rows[0]?.text === text;
  if (await isCurrent(db)) return;
  await untilItHasItsLocks(db, `The triggers of ${table}`, async (tx) => {
    // The first of several instances that start at once creates the triggers.
    await sql`select pg_advisory_xact_lock(hashtext(${CHANNEL}))`.execute(tx);
    if (await isCurrent(tx)) return;
    await sql.raw(all).execute(tx);
    await sql.raw(`comment on function ${triggers[0]?.name}() is '${text}'`).execute(tx);
  });
}
