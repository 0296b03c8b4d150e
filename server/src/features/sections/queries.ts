import { sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { countRows, givesRow } from '../../database/row-counts.ts';
import { SECTION_COLUMNS } from './row.ts';

export function listSections(db: Database, versionId: number) {
  return db
    .selectFrom('sections')
    .select(SECTION_COLUMNS)
    .where('version_id', '=', versionId)
    .orderBy('position')
    .execute();
}

export function countSections(db: Database, versionId: number): Promise<number> {
  return countRows(db.selectFrom('sections').where('version_id', '=', versionId));
}

export function findSection(db: Database, id: number) {
  return db.selectFrom('sections').select(SECTION_COLUMNS).where('id', '=', id).executeTakeFirst();
}

export function isSectionOf(db: Database, versionId: number, id: number): Promise<boolean> {
  return givesRow(
    db.selectFrom('sections').select('id').where('id', '=', id).where('version_id', '=', versionId),
  );
}

export function insertSection(
  db: Database,
  section: { version_id: number; name: string; position: number; created_at: string },
) {
  return db.insertInto('sections').values(section).returning(SECTION_COLUMNS).executeTakeFirstOrThrow();
}

export function updateSection(db: Database, id: number, values: { name: string; position: number }) {
  return db
    .updateTable('sections')
    .set(values)
    .where('id', '=', id)
    .returning(SECTION_COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteSection(db: Database, id: number): Promise<void> {
  await db.deleteFrom('sections').where('id', '=', id).execute();
}

/** Moves the sections at the positions `from` to `to`, both included, by `steps`. */
export async function shiftSections(
  db: Database,
  versionId: number,
  { from, to, steps }: { from: number; to: number; steps: 1 | -1 },
): Promise<void> {
  if (from > to) return;
  await db
    .updateTable('sections')
    .set({ position: sql`position + ${steps}` })
    .where('version_id', '=', versionId)
    .where('position', '>=', from)
    .where('position', '<=', to)
    .execute();
}
