import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../../connect.ts';
import { columnsOf, references } from '../../migration-columns.ts';
import type { Step } from '@vitrin/engine/sql/migration-steps.ts';

/**
 * Triggers keep the sums, since an earlier release writes beside this one without knowing the table (decision
 * 0190). Versions get their triggers before files do, so that no deleted version leaves sums behind.
 */
export const steps: readonly Step[] = [
  createSums,
  ...references('file_sums', { owner_id: 'users', project_id: 'projects' }),
  (db) => run(db, isPostgres(db) ? POSTGRES_OF_VERSIONS : SQLITE_OF_VERSIONS),
  (db) => run(db, isPostgres(db) ? POSTGRES_OF_FILES : SQLITE_OF_FILES),
  sumWhatIsThere,
];

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

async function createSums(db: Kysely<unknown>): Promise<void> {
  const { bigint, pointsAt } = columnsOf(db);
  const table = db.schema
    .createTable('file_sums')
    .addColumn('owner_id', 'integer', pointsAt('users.id'))
    .addColumn('project_id', 'integer', pointsAt('projects.id'))
    .addColumn('files', 'integer', (c) => c.notNull())
    .addColumn('bytes', bigint, (c) => c.notNull())
    // Begins with the owner, so that the rows of one lie together; no index holds a sum, so that none changes with it.
    .addPrimaryKeyConstraint('file_sums_key', ['owner_id', 'project_id']);
  await (isPostgres(db) ? table : table.modifyEnd(sql`without rowid`)).execute();
  await db.schema.createIndex('file_sums_project').on('file_sums').column('project_id').execute();
}

/** Waits for writers, so that each file counts once; locks referenced rows without waiting, which could deadlock. */
async function sumWhatIsThere(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db))
    await run(db, [
      'lock table file_sums in exclusive mode',
      'select from users for key share nowait',
      'select from projects for key share nowait',
    ]);
  await run(db, [
    'delete from file_sums',
    `insert into file_sums (owner_id, project_id, files, bytes)
      select files.owner_id, versions.project_id, count(*), sum(files.size_bytes)
      from files join versions on versions.id = files.version_id group by 1, 2`,
  ]);
}

const ADD = `on conflict (owner_id, project_id) do update
  set files = file_sums.files + excluded.files, bytes = file_sums.bytes + excluded.bytes`;

/** A cascade deletes the row of the version or project before those of its files. */
const SQLITE_OF_FILES = [
  `create trigger file_sums_insert after insert on files begin
    insert into file_sums (owner_id, project_id, files, bytes)
      select new.owner_id, project_id, 1, new.size_bytes from versions where id = new.version_id
      ${ADD};
  end`,
  `create trigger file_sums_delete after delete on files begin
    update file_sums set files = files - 1, bytes = bytes - old.size_bytes
      where owner_id = old.owner_id and project_id = (select project_id from versions where id = old.version_id);
  end`,
  `create trigger file_sums_update after update of version_id, owner_id, size_bytes on files
    when old.version_id is not new.version_id or old.owner_id is not new.owner_id
      or old.size_bytes is not new.size_bytes
  begin
    update file_sums set files = files - 1, bytes = bytes - old.size_bytes
      where owner_id = old.owner_id and project_id = (select project_id from versions where id = old.version_id);
    insert into file_sums (owner_id, project_id, files, bytes)
      select new.owner_id, project_id, 1, new.size_bytes from versions where id = new.version_id
      ${ADD};
  end`,
];

const SQLITE_OF_VERSIONS = [
  `create trigger file_sums_delete_version before delete on versions
    when exists (select 1 from projects where id = old.project_id)
  begin
    update file_sums set files = files - gone.count, bytes = bytes - gone.sum
      from (select owner_id, count(*) as count, sum(size_bytes) as sum from files
        where version_id = old.id group by owner_id) as gone
      where file_sums.owner_id = gone.owner_id and file_sums.project_id = old.project_id;
  end`,
  `create trigger file_sums_update_version after update of project_id on versions
    when old.project_id is not new.project_id
  begin
    update file_sums set files = files - gone.count, bytes = bytes - gone.sum
      from (select owner_id, count(*) as count, sum(size_bytes) as sum from files
        where version_id = old.id group by owner_id) as gone
      where file_sums.owner_id = gone.owner_id and file_sums.project_id = old.project_id;
    insert into file_sums (owner_id, project_id, files, bytes)
      select owner_id, new.project_id, count(*), sum(size_bytes) from files
      where version_id = new.id group by owner_id
      ${ADD};
  end`,
];

/**
 * One statement updates the sum once, however many rows it writes. Projects are looked up one by one, since a join
 * could be planned for many rows and kept for few. The files of a deleted version are gone when its trigger runs, so
 * it locks the sums and then counts the project anew.
 */
const POSTGRES_OF_FILES = [
  `create function file_sums_insert() returns trigger language plpgsql as $$ begin
    insert into file_sums (owner_id, project_id, files, bytes)
      select owner_id, project_id, sum(count), sum(sum) from (
        select owner_id, (select project_id from versions where id = version_id) as project_id, count, sum
        from (select owner_id, version_id, count(*), sum(size_bytes) from added group by 1, 2) as of_version
      ) as of_project
      where project_id is not null group by 1, 2 order by 2, 1
      ${ADD};
    return null;
  end $$`,
  `create trigger file_sums_insert after insert on files referencing new table as added
    for each statement execute function file_sums_insert()`,
  `create function file_sums_delete() returns trigger language plpgsql as $$ declare gone record; begin
    for gone in
      select owner_id, project_id, sum(count) as count, sum(sum) as sum from (
        select owner_id, (select project_id from versions where id = version_id) as project_id, count, sum
        from (select owner_id, version_id, count(*), sum(size_bytes) from removed group by 1, 2) as of_version
      ) as of_project
      where project_id is not null group by 1, 2 order by 2, 1
    loop
      update file_sums set files = files - gone.count, bytes = bytes - gone.sum
        where owner_id = gone.owner_id and project_id = gone.project_id;
    end loop;
    return null;
  end $$`,
  `create trigger file_sums_delete after delete on files referencing old table as removed
    for each statement execute function file_sums_delete()`,
  `create function file_sums_update() returns trigger language plpgsql as $$ begin
    insert into file_sums (owner_id, project_id, files, bytes)
      select owner_id, project_id, sum(count), sum(sum) from (values
        (old.owner_id, (select project_id from versions where id = old.version_id), -1, -old.size_bytes),
        (new.owner_id, (select project_id from versions where id = new.version_id), 1, new.size_bytes)
      ) as change (owner_id, project_id, count, sum)
      where project_id is not null group by 1, 2 order by 2, 1
      ${ADD};
    return null;
  end $$`,
  `create trigger file_sums_update after update of version_id, owner_id, size_bytes on files for each row
    when (old.version_id is distinct from new.version_id or old.owner_id is distinct from new.owner_id
      or old.size_bytes is distinct from new.size_bytes)
    execute function file_sums_update()`,
  `create function file_sums_truncate() returns trigger language plpgsql as $$ begin
    delete from file_sums;
    return null;
  end $$`,
  `create trigger file_sums_truncate after truncate on files
    for each statement execute function file_sums_truncate()`,
];

const POSTGRES_OF_VERSIONS = [
  `create function file_sums_count(counted integer) returns void language plpgsql as $$ begin
    perform from file_sums where project_id = counted order by owner_id for no key update;
    insert into file_sums (owner_id, project_id, files, bytes)
      select files.owner_id, counted, count(*), sum(files.size_bytes)
      from versions join files on files.version_id = versions.id
      where versions.project_id = counted group by 1 order by 1
      on conflict (owner_id, project_id) do update set files = excluded.files, bytes = excluded.bytes;
    update file_sums set files = 0, bytes = 0
      where project_id = counted and (files, bytes) <> (0, 0) and not exists (
        select from versions join files on files.version_id = versions.id
        where versions.project_id = counted and files.owner_id = file_sums.owner_id
      );
  end $$`,
  `create function file_sums_delete_version() returns trigger language plpgsql as $$ declare touched integer; begin
    for touched in select distinct project_id from removed order by 1 loop
      if exists (select from projects where id = touched) then perform file_sums_count(touched); end if;
    end loop;
    return null;
  end $$`,
  `create trigger file_sums_delete_version after delete on versions referencing old table as removed
    for each statement execute function file_sums_delete_version()`,
  `create function file_sums_update_version() returns trigger language plpgsql as $$ begin
    perform file_sums_count(least(old.project_id, new.project_id));
    perform file_sums_count(greatest(old.project_id, new.project_id));
    return null;
  end $$`,
  `create trigger file_sums_update_version after update of project_id on versions for each row
    when (old.project_id is distinct from new.project_id) execute function file_sums_update_version()`,
];
