import { z } from 'zod';
import {
  type ParasutClient,
  type ParasutSettings,
  signInToParasut,
} from '../../../../adapters/parasut/client.ts';
import { type Context, timestampIn, timestampOf } from '../../../../context.ts';
import type { InvoiceFacts } from '../invoice-facts.ts';
import { findToIssue, leaseIssue, markIssued, releaseIssue, storeIssueJob } from '../invoice-queries.ts';
import { factsOf } from '../service.ts';
import { dayInIstanbul } from '../istanbul.ts';
import { archiveOf, contactOf, eInvoiceOf, markOf, paymentOf, saleOf } from './documents.ts';

/** A lease is longer than all calls of one turn take until their timeouts. */
const LEASE_SECONDS = 300;

const Id = z.object({ id: z.string().min(1) });
const Contact = Id.extend({
  attributes: z.object({ name: z.string().nullish(), tax_number: z.string().nullish() }),
});
const Sale = Id.extend({ attributes: z.object({ description: z.string().nullish() }) });
const SaleNow = Id.extend({
  relationships: z.object({
    payments: z.object({ data: z.array(Id).default([]) }).optional(),
    active_e_document: z.object({ data: Id.nullish() }).optional(),
  }),
});
const Inbox = Id.extend({ attributes: z.object({ e_invoice_address: z.string() }) });
const Work = Id.extend({ attributes: z.object({ status: z.enum(['pending', 'running', 'done', 'error']) }) });

/**
 * Runs the job that issues an invoice at Paraşüt: contact, sales invoice, payment and e-document (specification 7.21).
 * Each step first looks for the result of an earlier turn with a lost answer, and instances take turns, so that a
 * payment has one invoice. Rejects, to be tried again, until it is done; the payment is never touched.
 */
export async function issueInvoice(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  { invoice_id }: { invoice_id: number },
): Promise<void> {
  const { db, config } = context;
  const parasut = config.invoices?.parasut;
  const invoice = await findToIssue(db, invoice_id);
  if (!parasut || !invoice || invoice.issued_at !== null) return;
  const now = timestampOf(context);
  if (!(await leaseIssue(db, invoice_id, { now, until: timestampIn(context, LEASE_SECONDS) })))
    throw new Error('The invoice is being issued by another instance');
  try {
    await issue(context, parasut, { id: invoice_id, facts: factsOf(invoice), job: invoice.issue_job });
  } finally {
    await releaseIssue(db, invoice_id);
  }
}

type ToIssue = { id: number; facts: InvoiceFacts; job: string | null };

async function issue(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  parasut: ParasutSettings,
  { id, facts, job }: ToIssue,
): Promise<void> {
  const { db, config } = context;
  const client = await signInToParasut(parasut);
  const contactId = await findOrMakeContact(client, facts);
  const saleId = await findOrMakeSale(client, facts, contactId, parasut.productId);
  const include = { include: 'payments,active_e_document' };
  const { relationships } = await client.get(`/sales_invoices/${saleId}`, include, SaleNow);
  if ((relationships.payments?.data ?? []).length === 0)
    await client.post(`/sales_invoices/${saleId}/payments`, paymentOf(facts, parasut.accountId), Id);
  if (!relationships.active_e_document?.data) {
    const work = job ?? (await beginDocument(client, facts, saleId, config.publicUrl));
    await storeIssueJob(db, id, work);
    const { attributes } = await client.get(`/trackable_jobs/${work}`, {}, Work);
    if (attributes.status === 'error') {
      await storeIssueJob(db, id, null);
      throw new Error(`Paraşüt could not make the e-document of sales invoice ${saleId}`);
    }
    if (attributes.status !== 'done')
      throw new Error(`Paraşüt is still making the e-document of sales invoice ${saleId}`);
  }
  await markIssued(db, id, { issued_id: saleId, issued_at: timestampOf(context) });
}

/** A contact of the same name and number, if there is one: a buyer who changed them gets a new one. */
async function findOrMakeContact(client: ParasutClient, facts: InvoiceFacts): Promise<string> {
  const { name, billing } = facts.buyer;
  const number = billing?.tax_number ?? '';
  const filter = { 'filter[name]': name, ...(number !== '' && { 'filter[tax_number]': number }) };
  const found = await client.get('/contacts', filter, z.array(Contact));
  const same = found.find(
    ({ attributes }) => attributes.name === name && (attributes.tax_number ?? '') === number,
  );
  return (same ?? (await client.post('/contacts', contactOf(facts), Id))).id;
}

async function findOrMakeSale(
  client: ParasutClient,
  facts: InvoiceFacts,
  contactId: string,
  productId: string,
): Promise<string> {
  const filter = { 'filter[contact_id]': contactId, 'filter[issue_date]': dayInIstanbul(facts.paid_at) };
  const found = await client.get('/sales_invoices', { ...filter, 'page[size]': '25' }, z.array(Sale));
  const same = found.find(({ attributes }) => attributes.description === markOf(facts));
  return (same ?? (await client.post('/sales_invoices', saleOf(facts, contactId, productId), Id))).id;
}

/** Has the e-document made, in the form that the law wants for this buyer; resolves to the job that makes it. */
async function beginDocument(
  client: ParasutClient,
  facts: InvoiceFacts,
  saleId: string,
  url: string,
): Promise<string> {
  const number = facts.buyer.billing?.tax_number ?? '';
  const [inbox] =
    number === '' ? [] : await client.get('/e_invoice_inboxes', { 'filter[vkn]': number }, z.array(Inbox));
  const work = inbox
    ? await client.post('/e_invoices', eInvoiceOf(saleId, inbox.attributes.e_invoice_address), Id)
    : await client.post('/e_archives', archiveOf(facts, saleId, url), Id);
  return work.id;
}
