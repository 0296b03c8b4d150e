import type { Insertable, Updateable } from 'kysely';
import type { Database } from '../../../../database/connect.ts';
import type { Schema } from '../../../../database/schema.ts';
import { FREELANCER } from '../../carried/columns.ts';
import { rowPages } from '../../../../database/pages.ts';

/** These rows keep the dates and order of another installation; no other code writes such rows (decision 0165). */

const ROWS_AT_ONCE = 200;

type Numbered = 'projects' | 'milestones' | 'versions' | 'sections' | 'files' | 'pictures';

/** Inserts a row and returns its id. Ids rise with the order of the calls. */
export async function insertRow<Table extends Numbered>(
  db: Database,
  table: Table,
  values: Insertable<Schema[Table]>,
): Promise<number> {
  const { id } = await db
    .insertInto(table as 'projects')
    .values(values as Insertable<Schema['projects']>)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Listed = 'links' | 'events' | 'visits' | 'brought_deliveries' | 'plays' | 'brought_receipts';

/** Inserts what `rowOf` makes of records, but for those that it leaves out; other requests run in between. */
export async function insertRows<Table extends Listed, Item>(
  db: Database,
  table: Table,
  records: readonly Item[],
  rowOf: (record: Item, index: number) => Insertable<Schema[Table]> | undefined,
): Promise<void> {
  let index = 0;
  for await (const page of rowPages(records, ROWS_AT_ONCE)) {
    const rows = page.flatMap((record) => rowOf(record, index++) ?? []);
    if (rows.length > 0)
      await db
        .insertInto(table as 'events')
        .values(rows as Insertable<Schema['events']>[])
        .execute();
  }
}

export async function setCover(db: Database, versionId: number, coverId: number): Promise<void> {
  await db.updateTable('versions').set({ cover_id: coverId }).where('id', '=', versionId).execute();
}

export async function updateCustomer(
  db: Database,
  id: number,
  values: Updateable<Schema['users']>,
): Promise<void> {
  await db.updateTable('users').set(values).where('id', '=', id).execute();
}

export function findFace(db: Database, ownerId: number) {
  return db.selectFrom('faces').select(FREELANCER.columns).where('owner_id', '=', ownerId).executeTakeFirst();
}

export async function saveFace(db: Database, face: Insertable<Schema['faces']>): Promise<void> {
  await db
    .insertInto('faces')
    .values(face)
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(face))
    .execute();
}

export async function addUnwanted(
  db: Database,
  rows: readonly Insertable<Schema['unwanted_notices']>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('unwanted_notices')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function setText(
  db: Database,
  table: 'projects' | 'milestones' | 'versions',
  id: number,
  values: { description: string; list_description?: string },
): Promise<void> {
  await db
    .updateTable(table as 'projects')
    .set(values)
    .where('id', '=', id)
    .execute();
}
