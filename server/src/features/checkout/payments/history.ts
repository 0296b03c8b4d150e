import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Payment } from '@vitrin/shared/contract/payments/checkout.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { amountOf } from '@vitrin/shared/rules/money/cents.ts';
import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { NotFoundError } from '../../../errors.ts';
import { countPayments, findPayment, listPayments, type PaymentRow } from './payment-queries.ts';
import { getPayer } from '../queries.ts';
import { receiptHtml } from './receipt.ts';

/** One page of the user's own payments, newest first, and how many there are in all. */
export async function getPayments(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  { offset, limit }: { offset: number; limit: number },
): Promise<Pick<Page<Payment>, 'count' | 'results'>> {
  const [count, rows] = [await countPayments(db, user.id), await listPayments(db, user.id, offset, limit)];
  return { count, results: rows.map(toPayment) };
}

/** A receipt as an HTML page. Throws NotFoundError for a failed payment and for another user's. */
export async function getReceipt(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  id: number,
  language: Language,
): Promise<string> {
  const payment = await findPayment(db, user.id, id);
  if (!payment || payment.status === 'failed') throw new NotFoundError();
  return receiptHtml(language, payment, await getPayer(db, user.id));
}

function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    plan: row.plan_name,
    amount: amountOf(row.amount_cents),
    refunded_amount: amountOf(row.returned_cents),
    dispute: row.dispute,
    disputed_amount: amountOf(row.dispute_cents),
    currency: row.currency,
    status: row.status,
    date: row.made_at,
    period_start: row.period_start,
    period_end: row.period_end,
    transaction_id: row.gateway_payment_id,
    has_invoice: row.invoice_id !== null,
    is_invoice_issued: row.invoice_issued_at !== null,
    is_test: row.gateway === 'sandbox',
  };
}
