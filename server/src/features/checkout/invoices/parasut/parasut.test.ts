import { afterAll, beforeEach, expect, test } from 'vitest';
import { PARASUT_ACCOUNT, startFakeParasut } from '../../../../../../test-kit/fake-parasut/fake-parasut.ts';
import { readConfig } from '../../../../config/config.ts';
import { BILLING_DETAILS, giveBillingDetails } from '../../../../testing/checkout/billing.ts';
import { createIyzicoApp } from '../../../../testing/checkout/iyzico-app.ts';
import { PRO } from '../../../../testing/checkout/stripe-app.ts';
import { paymentsOf } from '../../../../testing/checkout/sandbox.ts';
import type { Person } from '../../../../testing/factories.ts';
import { issueInvoice } from './issue-invoice.ts';

const COMPANY = {
  COMPANY_TITLE: 'Örnek Yazılım Ltd. Şti.',
  COMPANY_ADDRESS: 'Moda Caddesi 1',
  COMPANY_TAX_OFFICE: 'Kadıköy',
  COMPANY_TAX_NUMBER: '1234567890',
};
const INVOICES = { INVOICES: 'parasut', ...COMPANY, ...PARASUT_ACCOUNT };

const parasut = await startFakeParasut();
const setup = await createIyzicoApp({ ...INVOICES, PARASUT_API_BASE: parasut.apiBase, RATE_LIMITS: 'off' });
afterAll(async () => {
  await setup.close();
  await parasut.close();
});
let ada: Person;
beforeEach(async () => {
  Object.assign(parasut, { contacts: [], sales: [], payments: [], documents: [] });
  Object.assign(parasut, { isDown: false, jobStatus: 'done' });
  parasut.inboxes.clear();
  parasut.lostAnswers.clear();
  ada = await setup.createFreelancer();
  await giveBillingDetails(ada);
});

const invoiceOf = () =>
  setup.db.selectFrom('invoices').selectAll().where('user_id', '=', ada.id).executeTakeFirstOrThrow();
const issuesWaiting = () =>
  setup.db.selectFrom('jobs').select('last_error').where('kind', '=', 'issue-invoice').execute();
/** Runs failed jobs again after their pauses. */
async function untilIssued(): Promise<void> {
  for (let turn = 0; turn < 12 && (await invoiceOf()).issued_at === null; turn += 1) {
    setup.advance(3600);
    await setup.runJobs();
  }
}
/** Numbers of contacts, sales, payments and documents at the provider. */
const made = () => {
  const { contacts, sales, payments, documents } = parasut;
  return [contacts, sales, payments, documents].map(({ length }) => length);
};

test('a payment is issued with contact, sales invoice, payment and e-Archive invoice', async () => {
  await setup.buy(ada, PRO);
  await setup.runJobs();
  expect(made()).toEqual([1, 1, 1, 1]);
  const invoice = await invoiceOf();
  expect(invoice.issued_id).toBe(parasut.sales[0]?.id);
  const { name, tax_number, tax_office, address, district, city, country } = BILLING_DETAILS;
  expect(parasut.contacts[0]?.attributes).toMatchObject({
    contact_type: 'company',
    name,
    tax_number,
    tax_office,
    address,
    district,
    city,
    country,
  });
  expect(parasut.sales[0]).toMatchObject({
    attributes: { description: `ETTN ${invoice.uuid}`, currency: 'TRL' },
    relationships: { details: { data: [{ attributes: { quantity: 1, unit_price: 749.17, vat_rate: 20 } }] } },
  });
  expect(parasut.payments[0]?.payment.attributes).toMatchObject({ account_id: '9', amount: 899 });
  expect(parasut.documents[0]).toMatchObject({
    type: 'e_archives',
    attributes: { internet_sale: { payment_platform: 'iyzico', payment_type: 'KREDIKARTI/BANKAKARTI' } },
  });
});

const issuedOf = (person: Person, id: number) => person.browser.get(`/api/payments/${id}/issued-invoice/`);

test('only the payer gets the address of the PDF at Paraşüt, or a sentence while Paraşüt is away', async () => {
  parasut.inboxes.add(BILLING_DETAILS.tax_number);
  parasut.jobStatus = 'running';
  await setup.buy(ada, PRO);
  const [before] = await paymentsOf(ada);
  const id = before?.id ?? 0;
  expect([before?.is_invoice_issued, (await issuedOf(ada, id)).statusCode]).toEqual([false, 404]);
  parasut.jobStatus = 'done';
  await untilIssued();
  expect((await paymentsOf(ada)).map(({ is_invoice_issued }) => is_invoice_issued)).toEqual([true]);
  const document = parasut.documents[0]?.job ?? '';
  const answer = await issuedOf(ada, id);
  expect(answer.json()).toEqual({ url: parasut.pdfAddress(document) });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect((await issuedOf(await setup.createFreelancer(), id)).statusCode).toBe(404);

  parasut.isDown = true;
  const failed = await issuedOf(ada, id);
  expect([failed.statusCode, failed.json()]).toEqual([
    503,
    { detail: 'The invoice could not be fetched from the service that issued it. Please try again later.' },
  ]);
  parasut.isDown = false;
  const pdfAddress = parasut.pdfAddress;
  parasut.pdfAddress = () => 'javascript:alert(1)';
  expect((await issuedOf(ada, id)).statusCode).toBe(503);
  parasut.pdfAddress = pdfAddress;
});

test('a buyer with an inbox gets an e-Invoice', async () => {
  parasut.inboxes.add(BILLING_DETAILS.tax_number);
  await setup.buy(ada, PRO);
  await setup.runJobs();
  expect(parasut.documents).toMatchObject([
    { type: 'e_invoices', attributes: { to: 'urn:mail:defaultpk@buyer', scenario: 'basic' } },
  ]);
});

test.each([
  'POST /contacts',
  'POST /sales_invoices',
  'POST /sales_invoices/:id/payments',
  'POST /e_archives',
])('a lost answer to %s leads to one invoice', async (call) => {
  parasut.lostAnswers.add(call);
  await setup.buy(ada, PRO);
  await setup.runJobs();
  await untilIssued();
  expect((await invoiceOf()).issued_at).not.toBeNull();
  expect(parasut.lostAnswers.size).toBe(0);
  expect(made()).toEqual([1, 1, 1, 1]);
});

test('two instances and a replay issue one invoice', async () => {
  await setup.buy(ada, PRO);
  const { id } = await invoiceOf();
  const turns = Array.from({ length: 4 }, () => issueInvoice(setup.context, { invoice_id: id }));
  const results = await Promise.allSettled(turns);
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  await setup.runJobs();
  await untilIssued();
  await issueInvoice(setup.context, { invoice_id: id });
  expect(made()).toEqual([1, 1, 1, 1]);
});

test('an outage of the provider reverts no payment, and the invoice is issued afterwards', async () => {
  parasut.isDown = true;
  await setup.buy(ada, PRO);
  await setup.runJobs();
  expect((await paymentsOf(ada)).map(({ status, amount }) => [status, amount])).toEqual([['paid', 899]]);
  const [waiting] = await issuesWaiting();
  expect(waiting?.last_error).toContain('Paraşüt refused /oauth/token with 503');
  parasut.isDown = false;
  await untilIssued();
  expect((await invoiceOf()).issued_at).not.toBeNull();
});

test('an e-document in progress is awaited, and a failed one is made again', async () => {
  parasut.jobStatus = 'running';
  await setup.buy(ada, PRO);
  await setup.runJobs();
  expect((await invoiceOf()).issued_at).toBeNull();
  parasut.jobStatus = 'error';
  setup.advance(3600);
  await setup.runJobs();
  const [failed] = await issuesWaiting();
  expect(failed?.last_error).toContain('could not make the e-document');
  expect(failed?.last_error).not.toContain(BILLING_DETAILS.tax_number);
  parasut.jobStatus = 'done';
  await untilIssued();
  expect((await invoiceOf()).issued_at).not.toBeNull();
  expect(made().slice(0, 3)).toEqual([1, 1, 1]);
});

test.each(Object.keys(PARASUT_ACCOUNT))('Paraşüt without %s does not start', (name) => {
  expect(() => readConfig({ ...INVOICES, [name]: undefined })).toThrow(
    `${name} is required with INVOICES=parasut.`,
  );
});
