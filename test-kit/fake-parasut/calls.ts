import { z } from 'zod';
import type { Kept, ParasutState, Resource } from './state.ts';

export class ParasutFault extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const text = z.string().min(1);
const day = z.iso.date();
const one = (type: string) => z.object({ data: z.object({ id: text, type: z.literal(type) }) });
const Contact = z.object({
  type: z.literal('contacts'),
  attributes: z.object({
    name: text,
    account_type: z.literal('customer'),
    contact_type: z.enum(['person', 'company']),
  }),
});
const Sale = z.object({
  type: z.literal('sales_invoices'),
  attributes: z.object({
    item_type: z.literal('invoice'),
    description: text,
    issue_date: day,
    currency: z.enum(['TRL', 'USD', 'EUR', 'GBP']),
  }),
  relationships: z.object({
    contact: one('contacts'),
    details: z.object({
      data: z.array(
        z.object({
          type: z.literal('sales_invoice_details'),
          attributes: z.object({ quantity: z.number(), unit_price: z.number(), vat_rate: z.number() }),
          relationships: z.object({ product: one('products') }),
        }),
      ),
    }),
  }),
});
const Payment = z.object({
  type: z.literal('payments'),
  attributes: z.object({ account_id: text, date: day, amount: z.number().positive() }),
});
const Archive = z.object({
  type: z.literal('e_archives'),
  attributes: z.object({ internet_sale: z.object({ url: z.url(), payment_date: day }) }),
  relationships: z.object({ sales_invoice: one('sales_invoices') }),
});
const EInvoice = z.object({
  type: z.literal('e_invoices'),
  attributes: z.object({ scenario: z.enum(['basic', 'commercial']), to: text }),
  relationships: z.object({ invoice: one('sales_invoices') }),
});

type Call = { method: string; path: string; query: URLSearchParams; resource: Resource | undefined };

/** Answers one call of Paraşüt's API as far as Vitrin makes it, with the `data` of the answer; throws ParasutFault. */
export function answerCall(state: ParasutState, { method, path, query, resource }: Call): unknown {
  const [, kind = '', id, part] = path.split('/');
  const call = `${method} ${kind}${id === undefined ? '' : '/:id'}${part === undefined ? '' : `/${part}`}`;
  switch (call) {
    case 'GET contacts':
      return state.contacts.filter(({ attributes }) =>
        ['name', 'tax_number'].every((name) => isMeant(query, name, attributes[name])),
      );
    case 'POST contacts':
      read(Contact, resource);
      return keep(state.contacts, resource);
    case 'GET sales_invoices':
      return state.sales.filter(
        ({ attributes, relationships }) =>
          isMeant(query, 'issue_date', attributes['issue_date']) &&
          isMeant(query, 'contact_id', contactIdOf(relationships)),
      );
    case 'POST sales_invoices':
      read(Sale, resource);
      return keep(state.sales, resource);
    case 'GET sales_invoices/:id':
      return saleNow(state, id ?? '');
    case 'POST sales_invoices/:id/payments':
      read(Payment, resource);
      return keepPayment(state, id ?? '', resource);
    case 'GET e_invoice_inboxes':
      return state.inboxes.has(query.get('filter[vkn]') ?? '')
        ? [
            {
              id: '1',
              type: 'e_invoice_inboxes',
              attributes: { e_invoice_address: 'urn:mail:defaultpk@buyer' },
            },
          ]
        : [];
    case 'POST e_archives':
      return order(state, read(Archive, resource).relationships.sales_invoice.data.id, resource);
    case 'POST e_invoices':
      return order(state, read(EInvoice, resource).relationships.invoice.data.id, resource);
    case 'GET e_archives/:id/pdf':
    case 'GET e_invoices/:id/pdf':
      return pdfOf(state, kind, id ?? '');
    case 'GET trackable_jobs/:id':
      return workOf(state, id ?? '');
    default:
      throw new ParasutFault(404, 'No such address');
  }
}

const isMeant = (query: URLSearchParams, name: string, value: unknown) =>
  (query.get(`filter[${name}]`) ?? value) === value;

function contactIdOf(relationships: Kept['relationships']): string {
  return one('contacts').parse(relationships?.['contact']).data.id;
}

function keep(list: Kept[], resource: Resource | undefined): Kept {
  const kept = { attributes: {}, type: '', ...resource, id: String(1000 + list.length) };
  list.push(kept);
  return kept;
}

function keepPayment(state: ParasutState, sale: string, resource: Resource | undefined): Kept {
  requireSale(state, sale);
  const payment = { attributes: {}, type: 'payments', ...resource, id: String(5000 + state.payments.length) };
  state.payments.push({ sale, payment });
  return payment;
}

function order(state: ParasutState, sale: string, resource: Resource | undefined) {
  requireSale(state, sale);
  const job = String(9000 + state.documents.length);
  state.documents.push({ sale, job, type: resource?.type ?? '', attributes: resource?.attributes ?? {} });
  return workOf(state, job);
}

function workOf(state: ParasutState, job: string) {
  if (!state.documents.some((document) => document.job === job)) throw new ParasutFault(404, 'No such job');
  return { id: job, type: 'trackable_jobs', attributes: { status: state.jobStatus, errors: [] } };
}

/** Paraşüt gives the address of a PDF for an hour. */
function pdfOf(state: ParasutState, kind: string, id: string) {
  if (!state.documents.some(({ job, type }) => job === id && type === kind))
    throw new ParasutFault(404, 'No such e-document');
  const url = state.pdfAddress(id);
  return { id, type: 'e_document_pdfs', attributes: { url, expires_at: new Date(Date.now() + 3_600_000) } };
}

function saleNow(state: ParasutState, id: string) {
  const payments = state.payments.filter(({ sale }) => sale === id).map(({ payment }) => payment);
  const document = state.jobStatus === 'done' && state.documents.find(({ sale }) => sale === id);
  return {
    ...requireSale(state, id),
    relationships: {
      payments: { data: payments.map((payment) => ({ id: payment.id, type: 'payments' })) },
      active_e_document: { data: document ? { id: document.job, type: document.type } : null },
    },
  };
}

function requireSale(state: ParasutState, id: string): Kept {
  const sale = state.sales.find((each) => each.id === id);
  if (!sale) throw new ParasutFault(404, 'No such sales invoice');
  return sale;
}

function read<T extends z.ZodType>(shape: T, resource: unknown): z.output<T> {
  const result = shape.safeParse(resource);
  if (!result.success) throw new ParasutFault(422, 'The resource is not as it has to be');
  return result.data;
}
