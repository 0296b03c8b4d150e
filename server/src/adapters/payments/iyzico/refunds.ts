import { decimalOf } from '@vitrin/shared/rules/money/cents.ts';
import { Done, PaymentDetails, Transactions } from './answers.ts';
import type { IyzicoClient } from './client.ts';

const DAY_MILLISECONDS = 24 * 3600 * 1000;
const DONE = new Set(['SUCCESS', '1']);

/** Refunds the rest up to `amountCents`: an earlier try may have been carried out without its answer. */
export async function refundUpTo(
  client: IyzicoClient,
  paymentId: string,
  amountCents: number,
): Promise<void> {
  const { returned_cents, currency } = await returnedOf(client, paymentId);
  const missing = amountCents - returned_cents;
  if (missing <= 0) return;
  const conversationId = `refund-${paymentId}-${returned_cents}`;
  const body = { paymentId, price: decimalOf(missing), currency, conversationId };
  await client.post('/v2/payment/refund', body, Done);
}

/** Cents of a payment that went back, by refunds and by cancels. */
export async function returnedOf(client: IyzicoClient, paymentId: string) {
  const { payments, systemTime } = await client.get(
    '/v2/reporting/payment/details',
    { paymentId },
    PaymentDetails,
  );
  const [payment] = payments;
  if (!payment) throw new Error('iyzico names no payment');
  const refunds = (payment.itemTransactions ?? [])
    .flatMap((item) => item.refunds ?? [])
    .filter(({ refundStatus }) => DONE.has(String(refundStatus)));
  const isCancelled = (payment.cancels ?? []).some(({ cancelStatus }) => DONE.has(String(cancelStatus)));
  const refunded = refunds.reduce((sum, { refundPrice }) => sum + refundPrice, 0);
  const returned_cents = isCancelled ? payment.paidPrice : refunded;
  return { returned_cents, currency: payment.currency, at: systemTime };
}

/** Payments of which money went back since a time; iyzico lists its transactions by day. */
export async function paymentsReturnedSince(client: IyzicoClient, since: Date, now: Date): Promise<string[]> {
  const found = new Set<string>();
  for (let day = since.getTime(); day <= now.getTime() + DAY_MILLISECONDS; day += DAY_MILLISECONDS)
    for (const paymentId of await returnedOn(client, new Date(day).toISOString().slice(0, 10)))
      found.add(paymentId);
  return [...found];
}

async function returnedOn(client: IyzicoClient, transactionDate: string): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { transactionDate, page: String(page) };
    const answer = await client.get('/v2/reporting/payment/transactions', query, Transactions);
    pages = answer.totalPageCount;
    for (const { transactionType, paymentId } of answer.transactions)
      if (transactionType !== 'PAYMENT' && paymentId != null) found.push(paymentId);
  }
  return found;
}
