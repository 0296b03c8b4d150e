import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Pdf from 'pdfkit';
import { type MessageKey, translate } from '../../../../i18n/messages.ts';
import { moneyText } from '../../../../i18n/money.ts';
import type { DrawnInvoice, InvoiceFacts } from '../invoice-facts.ts';
import { dayTextInIstanbul } from '../istanbul.ts';

/** A program that draws the draft of an invoice as a PDF of one page; its argument is a file with the facts as JSON. */
const [, , input = ''] = process.argv;
const facts = JSON.parse(readFileSync(input, 'utf8')) as DrawnInvoice;

const MARGIN = 50;
const VALUES = 200;
const INK = '#262219';
const QUIET = '#6a6153';
const LINE = '#e8e1d5';

type NameOf<Key> = Key extends `invoice.${infer Name}` ? Name : never;
const t = (name: NameOf<MessageKey>, values: Record<string, string | number> = {}) =>
  translate(facts.language, `invoice.${name}`, values);
const money = (cents: number) => moneyText(facts.language, cents, facts.currency);
const day = (timestamp: string) => dayTextInIstanbul(facts.language, timestamp);
const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

const document = new Pdf({
  size: 'A4',
  margin: MARGIN,
  lang: facts.language,
  info: { Title: `${t('title')} ${facts.reference}`, Author: facts.seller.title, Creator: 'Vitrin' },
});
document.registerFont('plain', fontFile('DejaVuSans'));
document.registerFont('bold', fontFile('DejaVuSans-Bold'));
document.pipe(process.stdout);
write();
document.end();

function write(): void {
  const { seller, buyer, net_cents, vat_cents, gross_cents, vat_percent } = facts;
  text(t('title'), { font: 'bold', size: 20 });
  text(t('draft'), { color: QUIET, before: 4 });
  if (facts.is_test) text(translate(facts.language, 'mails.test_mode'), { font: 'bold', before: 6 });
  document.moveDown(1.5);
  row(t('seller'), [seller.title, seller.address, `${seller.taxOffice} · ${seller.taxNumber}`].join('\n'));
  row(t('buyer'), buyerLines(buyer).join('\n'));
  row(t('reference'), facts.reference);
  row(t('uuid'), facts.uuid);
  row(t('date'), day(facts.paid_at));
  row(t('period'), `${day(facts.period_start)} – ${day(facts.period_end)}`);
  row(t('transaction_label'), facts.transaction);
  document.moveDown(1.5);
  row(t('item', { plan: facts.plan }), money(net_cents), 'right');
  row(t('vat', { percent: vat_percent }), money(vat_cents), 'right');
  row(t('total'), money(gross_cents), 'right', 'bold');
  if (facts.returned === null) return;
  row(t('returned'), money(facts.returned.cents), 'right');
  text(t('returned_note', { date: day(facts.returned.at) }), { color: QUIET, before: 10 });
}

function buyerLines({ name, email, billing }: InvoiceFacts['buyer']): string[] {
  const location = billing && [billing.district, billing.city, billing.country].filter(Boolean).join(', ');
  const tax = billing && [billing.tax_office, billing.tax_number].filter(Boolean).join(' · ');
  const lines = [name, billing?.address, location, tax, email];
  return lines.filter((line): line is string => typeof line === 'string' && line !== '');
}

type Style = { font?: 'plain' | 'bold'; size?: number; color?: string; before?: number };

function text(words: string, { font = 'plain', size = 10, color = INK, before = 0 }: Style = {}): void {
  document.font(font).fontSize(size).fillColor(color);
  document.text(words, MARGIN, document.y + before, { width: document.page.width - 2 * MARGIN });
}

function row(
  label: string,
  value: string,
  align: 'left' | 'right' = 'left',
  font: 'plain' | 'bold' = 'plain',
) {
  const top = document.y + 6;
  const right = document.page.width - MARGIN;
  const width = right - MARGIN - VALUES;
  document
    .font(font)
    .fontSize(10)
    .fillColor(font === 'bold' ? INK : QUIET);
  document.text(label, MARGIN, top, { width: VALUES - 12 });
  const labelEnd = document.y;
  document.fillColor(INK).text(value, MARGIN + VALUES, top, { width, align });
  const end = Math.max(labelEnd, document.y) + 6;
  document.moveTo(MARGIN, end).lineTo(right, end).lineWidth(0.5).strokeColor(LINE).stroke();
  document.y = end;
}
