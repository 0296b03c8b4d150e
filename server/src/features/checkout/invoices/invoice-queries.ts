import type { Database } from '../../../database/connect.ts';
import type { PageRange } from '../../../database/pages.ts';
import { countRows, givesRow } from '../../../database/row-counts.ts';

const ROWS_AT_ONCE = 100;

type NewInvoice = { payment_id: number; user_id: number; uuid: string; facts: string; created_at: string };

/** Inserts an invoice and returns its id; undefined when the payment has one. */
export async function insertInvoice(db: Database, invoice: NewInvoice): Promise<number | undefined> {
  const row = await db
    .insertInto('invoices')
    .values(invoice)
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export function findFacts(db: Database, id: number) {
  return db.selectFrom('invoices').select('facts').where('id', '=', id).executeTakeFirst();
}

export function findToIssue(db: Database, id: number) {
  return db
    .selectFrom('invoices')
    .select(['facts', 'issued_at', 'issue_job'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** False while another instance is issuing the invoice, or where it is issued. */
export function leaseIssue(
  db: Database,
  id: number,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  return givesRow(
    db
      .updateTable('invoices')
      .set({ issuing_until: until })
      .where('id', '=', id)
      .where('issued_at', 'is', null)
      .where((e) => e.or([e('issuing_until', 'is', null), e('issuing_until', '<=', now)]))
      .returning('id'),
  );
}

export async function releaseIssue(db: Database, id: number): Promise<void> {
  await db.updateTable('invoices').set({ issuing_until: null }).where('id', '=', id).execute();
}

export async function storeIssueJob(db: Database, id: number, issue_job: string | null): Promise<void> {
  await db.updateTable('invoices').set({ issue_job }).where('id', '=', id).execute();
}

export async function markIssued(
  db: Database,
  id: number,
  issued: { issued_id: string; issued_at: string },
): Promise<void> {
  await db.updateTable('invoices').set(issued).where('id', '=', id).execute();
}

export async function storeDocument(
  db: Database,
  id: number,
  made: { document: string; made_at: string },
): Promise<void> {
  await db.updateTable('invoices').set(made).where('id', '=', id).where('made_at', 'is', null).execute();
}

export function findInvoice(db: Database, userId: number, paymentId: number) {
  return db
    .selectFrom('invoices')
    .select(['facts', 'document', 'returned_cents', 'returned_at'])
    .where('payment_id', '=', paymentId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function findIssued(db: Database, userId: number, paymentId: number) {
  return db
    .selectFrom('invoices')
    .select('issued_id')
    .where('payment_id', '=', paymentId)
    .where('user_id', '=', userId)
    .where('issued_at', 'is not', null)
    .executeTakeFirst();
}

export async function markReturned(
  db: Database,
  paymentId: number,
  { returned_cents, returned_at }: { returned_cents: number; returned_at: string },
): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ returned_cents, returned_at })
    .where('payment_id', '=', paymentId)
    .where('returned_cents', '!=', returned_cents)
    .execute();
}

type Period = { from: string; before: string };

function inPeriod(db: Database, { from, before }: Period) {
  return db.selectFrom('invoices').where('created_at', '>=', from).where('created_at', '<', before);
}

export function listOfPeriod(db: Database, period: Period, { limit, offset }: PageRange) {
  return inPeriod(db, period)
    .select(['id', 'uuid', 'facts', 'document', 'created_at', 'made_at', 'returned_cents', 'returned_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countOfPeriod(db: Database, period: Period): Promise<number> {
  return countRows(inPeriod(db, period));
}

export function listInvoices(db: Database, userId: number) {
  return db
    .selectFrom('invoices')
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .limit(ROWS_AT_ONCE)
    .execute();
}

/** Replaces the account of an invoice by the random payer of what is kept of its payments. */
export async function detachInvoice(
  db: Database,
  id: number,
  kept: { payer: string; kept_until: string },
): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ ...kept, user_id: null, payment_id: null })
    .where('id', '=', id)
    .execute();
}

export async function deleteInvoicesBefore(db: Database, now: string): Promise<void> {
  await db.deleteFrom('invoices').where('kept_until', '<=', now).execute();
}
