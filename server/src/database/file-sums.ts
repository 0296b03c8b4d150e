import { type RawBuilder, sql } from 'kysely';
import type { Database } from './connect.ts';

/** Triggers keep the sums (migration 0057); they are counted anew for copied rows and after writes by other programs. */

/** Counts the files of all projects anew; call it in a transaction while no other one writes. */
export async function recountAllFiles(db: Database): Promise<void> {
  await replaceSums(db, sql`true`);
}

/** Counts the files of a project anew; call it with the project locked. False when its sums were right. */
export async function recountFilesOf(db: Database, projectId: number): Promise<boolean> {
  const { rows } = await wrongSumsOf(sql`${projectId}`).execute(db);
  if (rows.length === 0) return false;
  await replaceSums(db, sql`project_id = ${projectId}`);
  return true;
}

/** Selects a row for each owner of files with wrong sums; `project` is an id or a reference to its column. */
export function wrongSumsOf(project: RawBuilder<unknown>): RawBuilder<{ owner_id: number }> {
  return sql`select owner_id from (
    select owner_id, files, bytes from file_sums where project_id = ${project}
    union all
    select files.owner_id, -count(*), -sum(files.size_bytes)
      from versions join files on files.version_id = versions.id
      where versions.project_id = ${project} group by files.owner_id
  ) as differences group by owner_id having sum(files) <> 0 or sum(bytes) <> 0`;
}

async function replaceSums(db: Database, of: RawBuilder<unknown>): Promise<void> {
  await sql`delete from file_sums where ${of}`.execute(db);
  await sql`insert into file_sums (owner_id, project_id, files, bytes)
    select files.owner_id, project_id, count(*), sum(files.size_bytes)
    from versions join files on files.version_id = versions.id where ${of} group by 1, 2`.execute(db);
}
