import type { Currency } from '@vitrin/shared/contract/plans.ts';
import { GRACE_MILLISECONDS } from '@vitrin/shared/rules/money/subscription.ts';
import { renderMail } from '../../adapters/mail/mail-template.ts';
import type { Context } from '../../context.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { dateText, moneyText } from '../../i18n/money.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { acceptedPages } from './legal/service.ts';
import { getPayer, type PurchaseRow } from './queries.ts';

export type MailContext = Pick<Context, 'db' | 'now' | 'config'> & Partial<Pick<Context, 'payments'>>;
type Paid = {
  gateway_payment_id: string;
  amount_cents: number;
  credit_cents: number;
  currency: Currency;
  period_end: string;
};

export async function mailReceipt(context: MailContext, purchase: PurchaseRow, payment: Paid): Promise<void> {
  await mailPayer(context, purchase, 'receipt', {
    amount: { cents: payment.amount_cents, currency: payment.currency },
    credit: payment.credit_cents,
    date: payment.period_end,
    transaction: payment.gateway_payment_id,
  });
}

export async function mailFailedRenewal(
  context: MailContext,
  purchase: PurchaseRow,
  payment: Pick<Paid, 'amount_cents' | 'currency'>,
): Promise<void> {
  const end = Date.parse(purchase.paid_until ?? context.now().toISOString());
  await mailPayer(context, purchase, 'renewal_failed', {
    amount: { cents: payment.amount_cents, currency: payment.currency },
    date: new Date(end + GRACE_MILLISECONDS).toISOString(),
  });
}

export async function mailCancellation(context: MailContext, purchase: PurchaseRow): Promise<void> {
  const date = purchase.paid_until ?? context.now().toISOString();
  const gateway = context.payments?.all.find(({ name }) => name === purchase.gateway);
  await mailPayer(context, purchase, 'cancelled', { date, canResume: gateway?.canResume ?? false });
}

/** Mail when a plan is cancelled while its renewal is due: it has ended. */
export async function mailEnd(context: MailContext, purchase: PurchaseRow): Promise<void> {
  await mailPayer(context, purchase, 'ended', {});
}

export async function mailRefund(
  context: MailContext,
  purchase: PurchaseRow,
  payment: Omit<Paid, 'period_end' | 'credit_cents'>,
): Promise<void> {
  await mailPayer(context, purchase, 'refunded', {
    amount: { cents: payment.amount_cents, currency: payment.currency },
    transaction: payment.gateway_payment_id,
  });
}

type Template = 'receipt' | 'renewal_failed' | 'cancelled' | 'ended' | 'refunded';

type Facts = {
  amount?: { cents: number; currency: Currency };
  credit?: number;
  date?: string;
  transaction?: string;
  canResume?: boolean;
};

const TEXTS: Record<Template, { subject: MessageKey; text: MessageKey }> = {
  receipt: { subject: 'mails.receipt.subject', text: 'mails.receipt.text' },
  renewal_failed: { subject: 'mails.renewal_failed.subject', text: 'mails.renewal_failed.text' },
  cancelled: { subject: 'mails.cancelled.subject', text: 'mails.cancelled.text' },
  ended: { subject: 'mails.ended.subject', text: 'mails.ended.text' },
  refunded: { subject: 'mails.refunded.subject', text: 'mails.refunded.text' },
};

/** Mails the payer in the payer's language; sends nothing without an address. */
async function mailPayer(
  context: MailContext,
  purchase: PurchaseRow,
  template: Template,
  { amount, credit = 0, date, transaction = '', canResume = false }: Facts,
): Promise<void> {
  const { email, language, username } = await getPayer(context.db, purchase.user_id);
  if (email === null) return;
  const facts = {
    plan: purchase.plan_name,
    transaction,
    amount: amount ? moneyText(language, amount.cents, amount.currency) : '',
    price: amount ? moneyText(language, amount.cents + credit, amount.currency) : '',
    credit: amount ? moneyText(language, credit, amount.currency) : '',
    date: date ? dateText(language, date) : '',
  };
  const { subject, text } = TEXTS[template];
  // The first payment is not yet in the row, which is that before it.
  const isFirst = template === 'receipt' && purchase.bought_at === null;
  const attachments = isFirst ? await acceptedPages(context.db, purchase.id) : [];

  const mail = renderMail({
    to: email,
    language,
    subject,
    paragraphs: [
      'mails.hello',
      text,
      ...(credit > 0 ? (['mails.receipt.credit'] as const) : []),
      ...(canResume ? (['mails.cancelled.resume'] as const) : []),
    ],
    button: { label: 'mails.payments.button', url: new URL('/account', context.config.publicUrl).href },
    ...(purchase.gateway === 'sandbox' && { note: 'mails.test_mode' as const }),
    params: { username },
    facts,
  });
  await enqueue(context, 'send-mail', { ...mail, ...(attachments.length > 0 && { attachments }) });
}
