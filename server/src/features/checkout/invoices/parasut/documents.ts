import { decimalOf } from '@vitrin/shared/rules/money/cents.ts';
import type { NewResource } from '../../../../adapters/parasut/client.ts';
import type { InvoiceFacts } from '../invoice-facts.ts';
import { dayInIstanbul } from '../istanbul.ts';

/** Resources of Paraşüt's API v4 that an invoice becomes. */

const one = (type: string, id: string) => ({ data: { type, id } });

/** The sum as Paraşüt takes it: a JSON number with two decimals. */
const amount = (cents: number) => Number(decimalOf(cents));

/** Paraşüt's name of a currency; it calls the lira TRL. */
const currencyOf = ({ currency }: InvoiceFacts) => (currency === 'TRY' ? 'TRL' : currency);

/** Repeats the UUID of the draft, by which an invoice is found again after a lost answer. */
export const markOf = ({ uuid }: Pick<InvoiceFacts, 'uuid'>) => `ETTN ${uuid}`;

export function contactOf({ buyer: { name, email, billing } }: InvoiceFacts): NewResource {
  return {
    type: 'contacts',
    attributes: {
      account_type: 'customer',
      contact_type: billing?.tax_number.length === 10 ? 'company' : 'person',
      name,
      ...(email !== null && { email }),
      ...(billing && {
        tax_number: billing.tax_number,
        tax_office: billing.tax_office,
        address: billing.address,
        district: billing.district,
        city: billing.city,
        country: billing.country,
      }),
    },
  };
}

export function saleOf(facts: InvoiceFacts, contactId: string, productId: string): NewResource {
  const date = dayInIstanbul(facts.paid_at);
  return {
    type: 'sales_invoices',
    attributes: {
      item_type: 'invoice',
      description: markOf(facts),
      issue_date: date,
      due_date: date,
      currency: currencyOf(facts),
    },
    relationships: {
      contact: one('contacts', contactId),
      details: {
        data: [
          {
            type: 'sales_invoice_details',
            attributes: { quantity: 1, unit_price: amount(facts.net_cents), vat_rate: facts.vat_percent },
            relationships: { product: one('products', productId) },
          },
        ],
      },
    },
  };
}

export function paymentOf(facts: InvoiceFacts, accountId: string): NewResource {
  return {
    type: 'payments',
    attributes: {
      account_id: accountId,
      date: dayInIstanbul(facts.paid_at),
      amount: amount(facts.gross_cents),
      description: facts.transaction,
    },
  };
}

/** An e-Archive invoice for a sale on the internet. */
export function archiveOf(facts: InvoiceFacts, saleId: string, url: string): NewResource {
  return {
    type: 'e_archives',
    attributes: {
      internet_sale: {
        url,
        payment_type: 'KREDIKARTI/BANKAKARTI',
        payment_platform: facts.gateway,
        payment_date: dayInIstanbul(facts.paid_at),
      },
    },
    relationships: { sales_invoice: one('sales_invoices', saleId) },
  };
}

/** An e-Invoice, which a buyer with an inbox gets in the place of an e-Archive invoice. */
export function eInvoiceOf(saleId: string, inbox: string): NewResource {
  return {
    type: 'e_invoices',
    attributes: { scenario: 'basic', to: inbox },
    relationships: { invoice: one('sales_invoices', saleId) },
  };
}
