import type { Language } from '@vitrin/shared/contract/users.ts';
import { type MessageKey, translate } from '../../../i18n/messages.ts';
import { dateText, moneyText } from '../../../i18n/money.ts';
import type { PaymentRow } from './payment-queries.ts';
import { escapeHtml } from '../../../i18n/escape-html.ts';

type Payer = { username: string; email: string | null };

export function receiptHtml(language: Language, payment: PaymentRow, payer: Payer): string {
  const t = (key: MessageKey) => translate(language, key);
  const period = [payment.period_start, payment.period_end]
    .map((date) => dateText(language, date))
    .join(' – ');
  const lines: [MessageKey, string][] = [
    ['receipt.number', String(payment.id)],
    ['receipt.date', dateText(language, payment.made_at)],
    ['receipt.payer', payer.email ? `${payer.username}, ${payer.email}` : payer.username],
    ['receipt.plan', payment.plan_name],
    ['receipt.period', period],
    ['receipt.transaction', payment.gateway_payment_id],
    ['receipt.status', statusText(language, payment)],
  ];
  if (payment.dispute !== null) lines.push(['receipt.dispute', disputeText(language, payment)]);
  const { amount_cents: paid, credit_cents: credit, currency } = payment;
  if (credit > 0)
    lines.push(
      ['receipt.price', moneyText(language, paid + credit, currency)],
      ['receipt.credit', moneyText(language, -credit, currency)],
    );
  const rows = lines.map(
    ([key, value]) => `<tr><th scope="row">${escapeHtml(t(key))}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const title = `${t('receipt.title')} ${payment.id}`;
  const note = payment.gateway === 'sandbox' ? `<p class="note">${escapeHtml(t('mails.test_mode'))}</p>` : '';
  const total = escapeHtml(moneyText(language, paid, currency));
  return printedPage(
    language,
    title,
    `<p class="brand">Vitrin</p>
<h1>${escapeHtml(title)}</h1>
${note}
<table>${rows.join('')}</table>
<p class="total"><span>${escapeHtml(t('receipt.total'))}</span> <strong>${total}</strong></p>`,
  );
}

/** An HTML page to read and print, with this content below its title, without scripts and loading nothing. */
export function printedPage(language: Language, title: string, content: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · Vitrin</title>
<style>${RECEIPT_STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

function statusText(language: Language, payment: PaymentRow): string {
  const { status, returned_cents, currency } = payment;
  if (status === 'refunded') return translate(language, 'receipt.refunded');
  if (returned_cents === 0) return translate(language, 'receipt.paid');
  const amount = moneyText(language, returned_cents, currency);
  return translate(language, 'receipt.partly_refunded', { amount });
}

const DISPUTES = {
  open: 'receipt.dispute_open',
  won: 'receipt.dispute_won',
  lost: 'receipt.dispute_lost',
} as const;

function disputeText(language: Language, { dispute, dispute_cents, currency }: PaymentRow): string {
  return dispute === null
    ? ''
    : translate(language, DISPUTES[dispute], { amount: moneyText(language, dispute_cents, currency) });
}

export const RECEIPT_STYLE = `
body{margin:0;background:#faf7f1;color:#262219;font:16px/1.5 system-ui,sans-serif}
main{max-width:38rem;margin:3rem auto;padding:2.5rem;background:#fffdf9;border:1px solid #e8e1d5;border-radius:10px}
.brand{margin:0;color:#0e5a54;font-weight:600}
h1{margin:.25rem 0 1.5rem;font-size:1.75rem}
.note{padding:.75rem 1rem;background:#fdf4e3;border-radius:10px}
table{width:100%;border-collapse:collapse}
th,td{padding:.6rem 0;border-bottom:1px solid #e8e1d5;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{width:38%;padding-right:1rem;color:#6a6153;font-weight:400}
.total{display:flex;justify-content:space-between;margin:1.5rem 0 0;font-size:1.25rem}
@media print{body{background:none}main{margin:0;border:0;padding:0}}
@media (max-width:40rem){main{margin:0;border:0;border-radius:0;padding:1.5rem}}
`.trim();
