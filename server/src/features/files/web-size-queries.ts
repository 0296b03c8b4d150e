import { columnType, keepLonger } from './derived-queries.ts';
import type { Database } from '../../database/connect.ts';
import { countRows, givesRow } from '../../database/row-counts.ts';

export function countAsked(db: Database, ids: readonly number[], since: string): Promise<number> {
  return countRows(
    db.selectFrom('derived_files').where('file_id', 'in', ids).where('web_asked_at', '>', since),
  );
}

export async function keepFiles(db: Database, ids: readonly number[], until: string): Promise<void> {
  await db
    .insertInto('derived_files')
    .columns(['file_id', 'owner_id', 'kept_until'])
    .expression((e) =>
      e
        .selectFrom('files')
        .select(['id', 'owner_id', e.cast<string>(e.val(until), columnType(db)).as('until')])
        .where('id', 'in', ids)
        .orderBy('id'),
    )
    .onConflict((conflict) =>
      conflict.column('file_id').doUpdateSet((e) => ({ kept_until: keepLonger(e, until) })),
    )
    .execute();
}

/** Notes requests for the web size of files; returns those not requested since `since`. */
export async function noteWebAsked(
  db: Database,
  ids: readonly number[],
  { now, since }: { now: string; since: string },
): Promise<number[]> {
  const rows = await db
    .updateTable('derived_files')
    .set({ web_asked_at: now })
    .where('file_id', 'in', ids)
    .where((e) => e.or([e('web_asked_at', 'is', null), e('web_asked_at', '<=', since)]))
    .returning('file_id')
    .execute();
  return rows.map(({ file_id }) => file_id);
}

export async function forgetAsked(db: Database, id: number): Promise<void> {
  await db.updateTable('derived_files').set({ web_asked_at: null }).where('file_id', '=', id).execute();
}

export function listAwaited(db: Database, ownerId: number, since: string) {
  return db
    .selectFrom('derived_files')
    .innerJoin('files', 'files.id', 'derived_files.file_id')
    .select(['files.media_type', 'files.width', 'files.height'])
    .where('derived_files.owner_id', '=', ownerId)
    .where('derived_files.web_asked_at', '>', since)
    .where('files.web_bytes', 'is', null)
    .where((e) => e.or([e('files.web_type', 'is', null), e('files.web_type', '<>', 'none')]))
    .execute();
}

/** Notes that a file has no web size, because it moves or cannot be drawn. */
export async function noteNoWebSize(db: Database, id: number): Promise<void> {
  await db.updateTable('files').set({ web_type: 'none' }).where('id', '=', id).execute();
}

export async function isKeptFor(db: Database, ids: readonly number[], time: string): Promise<boolean> {
  const others = db
    .selectFrom('derived_files')
    .select('file_id')
    .where('file_id', 'in', ids)
    .where('kept_until', '<=', time);
  return !(await givesRow(others));
}

export async function extendKept(
  db: Database,
  ids: readonly number[],
  { before, until }: { before: string; until: string },
): Promise<void> {
  await db
    .updateTable('derived_files')
    .set({ kept_until: until })
    .where('file_id', 'in', ids)
    .where('kept_until', '<=', before)
    .execute();
}
