import { sql } from 'kysely';
import { type Database, isPostgres } from '../connect.ts';
import { inTransaction } from '../transaction.ts';
import { REFUSED_WRITE } from './refusal.ts';

const PREFIX = 'vitrin_read_only';
/** Tables that stay writable: only the read-only switch and migrations write to them. */
const FREE = ['installation', 'kysely_migration', 'kysely_migration_lock'];
const PATIENCE = '15s';

/** Makes the database refuse all writes (isReadOnlyRefusal); when it returns, all transactions that wrote are over. */
export async function refuseWrites(db: Database): Promise<void> {
  await inTransaction({ db }, async (tx) => {
    const tables = await tablesOf(tx.db);
    for (const statement of isPostgres(tx.db) ? shutPostgres(tables) : shutSqlite(tables))
      await sql.raw(statement).execute(tx.db);
  });
}

export async function letWritesThrough(db: Database): Promise<void> {
  await inTransaction({ db }, async (tx) => {
    if (isPostgres(tx.db)) {
      await sql.raw(`drop function if exists ${PREFIX}() cascade`).execute(tx.db);
      return;
    }
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'trigger' and name like ${`${PREFIX}%`}`.execute(tx.db);
    for (const { name } of rows) await sql.raw(`drop trigger "${name}"`).execute(tx.db);
  });
}

async function tablesOf(db: Database): Promise<string[]> {
  const all = isPostgres(db)
    ? sql<{ name: string }>`select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`
    : sql<{ name: string }>`select name from sqlite_master
        where type = 'table' and name not like 'sqlite~_%' escape '~' order by 1`;
  const { rows } = await all.execute(db);
  return rows.map(({ name }) => name).filter((name) => !FREE.includes(name));
}

function shutSqlite(tables: string[]): string[] {
  return tables.flatMap((table) =>
    ['insert', 'update', 'delete'].map(
      (event) => `create trigger if not exists ${PREFIX}_${event}_${table} before ${event} on "${table}"
        begin select raise(abort, 'read only'); end`,
    ),
  );
}

function shutPostgres(tables: string[]): string[] {
  const all = tables.map((table) => `"${table}"`).join(', ');
  return [
    `set local lock_timeout = '${PATIENCE}'`,
    // One statement in one order waits for writers instead of deadlocking with them.
    `lock table ${all} in share row exclusive mode`,
    `create or replace function ${PREFIX}() returns trigger language plpgsql as $$
      begin raise exception 'read only' using errcode = '${REFUSED_WRITE}'; end $$`,
    ...tables.map(
      (table) => `create or replace trigger ${PREFIX} before insert or update or delete on "${table}"
        for each statement execute function ${PREFIX}()`,
    ),
  ];
}
