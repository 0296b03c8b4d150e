import type { Insertable } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import type { AcceptancesTable, LegalTextsTable } from '../../../database/tables/legal.ts';

const ROWS_AT_ONCE = 100;

/** Keeps texts as they are now; those that are kept already stay. */
export async function insertTexts(db: Database, rows: Insertable<LegalTextsTable>[]): Promise<void> {
  await db
    .insertInto('legal_texts')
    .values(rows)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
}

export async function insertAcceptances(
  db: Database,
  acceptances: Insertable<AcceptancesTable>[],
): Promise<void> {
  await db.insertInto('acceptances').values(acceptances).execute();
}

export function findText(db: Database, sha256: string) {
  return db.selectFrom('legal_texts').selectAll().where('sha256', '=', sha256).executeTakeFirst();
}

export function listAccepted(db: Database, purchaseId: number) {
  return db
    .selectFrom('acceptances')
    .innerJoin('legal_texts', 'legal_texts.sha256', 'acceptances.sha256')
    .select(['legal_texts.name', 'legal_texts.language', 'legal_texts.version', 'legal_texts.markdown'])
    .where('acceptances.purchase_id', '=', purchaseId)
    .orderBy('acceptances.id')
    .execute();
}

export function listAcceptances(db: Database, userId: number) {
  return db
    .selectFrom('acceptances')
    .select(['id', 'accepted_at'])
    .where('user_id', '=', userId)
    .limit(ROWS_AT_ONCE)
    .execute();
}

/** Replaces the user of an acceptance by the random payer of what is kept of their payments. */
export async function withdrawName(
  db: Database,
  id: number,
  kept: { payer: string; kept_until: string },
): Promise<void> {
  await db
    .updateTable('acceptances')
    .set({ ...kept, user_id: null, purchase_id: null })
    .where('id', '=', id)
    .execute();
}

export async function deleteAcceptancesBefore(db: Database, now: string): Promise<void> {
  await db.deleteFrom('acceptances').where('kept_until', '<=', now).execute();
}
