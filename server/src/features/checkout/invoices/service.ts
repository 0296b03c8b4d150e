import { randomUUID } from 'node:crypto';
import type { BillingDetails } from '@vitrin/shared/contract/payments/buyer.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { splitVat } from '@vitrin/shared/rules/money/vat.ts';
import { type Context, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { NotFoundError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { findBillingDetails } from '../billing/billing-queries.ts';
import type { MailContext } from '../mails.ts';
import { backOf } from '../payments/back-of.ts';
import { findPaymentByGatewayId, findReturnedSums } from '../payments/payment-queries.ts';
import { fullYearsAfter } from '../payments/kept-until.ts';
import { getPayer, type PurchaseRow } from '../queries.ts';
import { type DrawnInvoice, InvoiceFacts } from './invoice-facts.ts';
import {
  deleteInvoicesBefore,
  detachInvoice,
  findFacts,
  findInvoice,
  insertInvoice,
  listInvoices,
  markReturned,
  storeDocument,
} from './invoice-queries.ts';
import { makeInvoicePdf } from './make-invoice-pdf.ts';
import { ublDraft } from './ubl.ts';

type Paid = Pick<InvoiceFacts, 'currency' | 'period_start' | 'period_end'> & {
  gateway_payment_id: string;
  amount_cents: number;
  made_at: string;
};

/** Records an invoice with today's facts (specification 7.17), none for a payment by credit; runs in the payment's transaction. */
export async function recordInvoice(
  context: MailContext,
  purchase: PurchaseRow,
  { gateway_payment_id, amount_cents, made_at, currency, period_start, period_end }: Paid,
): Promise<void> {
  const { db, config } = context;
  const payment = await findPaymentByGatewayId(db, gateway_payment_id);
  if (!config.invoices || amount_cents <= 0 || !payment) return;
  const { username, display_name, email, language } = await getPayer(db, purchase.user_id);
  const { seller, vatPercent } = config.invoices;
  const { net, vat } = splitVat(amount_cents, vatPercent);
  const details = await findBillingDetails(db, purchase.user_id);
  const billing = details ? billingOf(details) : null;
  const uuid = randomUUID();
  const facts: InvoiceFacts = {
    reference: `DRAFT-${payment.id}`,
    uuid,
    language,
    paid_at: made_at,
    plan: purchase.plan_name,
    period_start,
    period_end,
    currency,
    gross_cents: amount_cents,
    net_cents: net,
    vat_cents: vat,
    vat_percent: vatPercent,
    transaction: gateway_payment_id,
    gateway: purchase.gateway,
    is_test: purchase.gateway === 'sandbox',
    seller,
    buyer: { name: details?.name ?? display_name ?? username, email, billing },
  };
  const id = await insertInvoice(db, {
    payment_id: payment.id,
    user_id: purchase.user_id,
    uuid,
    facts: JSON.stringify(facts),
    created_at: timestampOf(context),
  });
  if (id === undefined) return;
  await enqueue(context, 'make-invoice', { invoice_id: id });
  // No money moved at the test gateway, so no invoice is due.
  if (config.invoices.parasut && !facts.is_test) await enqueue(context, 'issue-invoice', { invoice_id: id });
}

/** Runs the job that makes the document of an invoice, once. */
export async function makeInvoice(
  context: Pick<Context, 'db' | 'now'>,
  { invoice_id }: { invoice_id: number },
): Promise<void> {
  const invoice = await findFacts(context.db, invoice_id);
  if (!invoice) return;
  const document = ublDraft(factsOf(invoice));
  await storeDocument(context.db, invoice_id, { document, made_at: timestampOf(context) });
}

/** The invoice of an own payment as XML, for programs. Throws NotFoundError where there is none. */
export async function getInvoiceXml(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  paymentId: number,
): Promise<string> {
  const invoice = await findInvoice(db, user.id, paymentId);
  if (!invoice || invoice.document === null) throw new NotFoundError();
  return invoice.document;
}

/** The invoice of an own payment as a PDF, to read. Throws NotFoundError where there is none. */
export async function getInvoicePdf(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  paymentId: number,
  language: Language,
): Promise<Buffer> {
  const invoice = await findInvoice(db, user.id, paymentId);
  if (!invoice || invoice.document === null) throw new NotFoundError();
  return makeInvoicePdf(`freelancer:${user.id}`, drawnOf(invoice, language));
}

/** Keeps a leaving user's invoices for INVOICES_KEPT_YEARS, with their buyer. Call it inside a transaction. */
export async function keepInvoices(context: Context, userId: number, payer: string): Promise<boolean> {
  const invoices = await listInvoices(context.db, userId);
  const years = context.config.keepInvoicesYears;
  for (const { id, created_at } of invoices)
    await detachInvoice(context.db, id, { payer, kept_until: fullYearsAfter(created_at, years) });
  return invoices.length > 0;
}

/** Deletes invoices of deleted accounts once the law no longer requires them. */
export async function sweepInvoices(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteInvoicesBefore(context.db, timestampOf(context));
}

/** Marks the invoice of a payment with what came back of it. Call it inside the transaction that records that. */
export async function markInvoice(context: Pick<Context, 'db' | 'now'>, paymentId: number): Promise<void> {
  const sums = await findReturnedSums(context.db, paymentId);
  if (!sums) return;
  const returned = { returned_cents: backOf(sums), returned_at: timestampOf(context) };
  await markReturned(context.db, paymentId, returned);
}

export function drawnOf(
  invoice: { facts: string; returned_cents: number; returned_at: string | null },
  language?: Language,
): DrawnInvoice {
  const facts = factsOf(invoice);
  const { returned_cents, returned_at } = invoice;
  const returned =
    returned_at !== null && returned_cents > 0 ? { cents: returned_cents, at: returned_at } : null;
  return { ...facts, language: language ?? facts.language, returned };
}

function billingOf({ name: _name, ...billing }: BillingDetails) {
  return billing;
}

export function factsOf({ facts }: { facts: string }): InvoiceFacts {
  return InvoiceFacts.parse(JSON.parse(facts));
}
