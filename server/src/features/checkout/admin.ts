import { decimalOf } from '@vitrin/shared/rules/money/cents.ts';
import type { Context } from '../../context.ts';
import type { PageRange } from '../../database/pages.ts';
import { countOfPeriod, listOfPeriod } from './invoices/invoice-queries.ts';
import { makeInvoicePdf } from './invoices/make-invoice-pdf.ts';
import { dayInIstanbul } from './invoices/istanbul.ts';
import { drawnOf } from './invoices/service.ts';

/** From a time on, and before another; ISO 8601. */
type Period = { from: string; before: string };

/** One line of what an accountant reads; sums in whole units of the currency with two decimals. */
export type InvoiceLine = {
  reference: string;
  uuid: string;
  /** The day in Türkiye, as the draft has it. */
  date: string;
  buyer: string;
  tax_number: string;
  tax_office: string;
  plan: string;
  net: string;
  vat_percent: number;
  vat: string;
  gross: string;
  currency: string;
  returned: string;
  returned_at: string | null;
  transaction: string;
  is_test: boolean;
  is_made: boolean;
};

/** Invoices of a period, the first one first, and how many there are in all. */
export async function listInvoicesOf({ db }: Pick<Context, 'db'>, period: Period, range: PageRange) {
  const rows = await listOfPeriod(db, period, range);
  return { count: await countOfPeriod(db, period), rows: rows.map(lineOf) };
}

/** Invoices of a period with their documents, one by one: a draft that could not be made has none. */
export async function* readInvoicesOf({ db }: Pick<Context, 'db'>, period: Period) {
  const limit = 100;
  for (let offset = 0; ; offset += limit) {
    const rows = await listOfPeriod(db, period, { limit, offset });
    for (const row of rows)
      yield {
        line: lineOf(row),
        documents:
          row.document === null
            ? null
            : { xml: row.document, pdf: await makeInvoicePdf('admin', drawnOf(row)) },
      };
    if (rows.length < limit) return;
  }
}

function lineOf(row: Awaited<ReturnType<typeof listOfPeriod>>[number]): InvoiceLine {
  const facts = drawnOf(row);
  const { buyer, plan, vat_percent, currency, transaction, is_test } = facts;
  return {
    reference: facts.reference,
    uuid: row.uuid,
    date: dayInIstanbul(facts.paid_at),
    buyer: buyer.name,
    tax_number: buyer.billing?.tax_number ?? '',
    tax_office: buyer.billing?.tax_office ?? '',
    plan,
    net: decimalOf(facts.net_cents),
    vat_percent,
    vat: decimalOf(facts.vat_cents),
    gross: decimalOf(facts.gross_cents),
    currency,
    returned: decimalOf(row.returned_cents),
    returned_at: facts.returned?.at ?? null,
    transaction,
    is_test,
    is_made: row.made_at !== null,
  };
}
