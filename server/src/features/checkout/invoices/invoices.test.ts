import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { giveBillingDetails } from '../../../testing/checkout/billing.ts';
import { buyInSandbox, payInSandbox, paymentsOf } from '../../../testing/checkout/sandbox.ts';
import { checkout, DAY, passTime, PRO } from '../../../testing/checkout/stripe-app.ts';
import type { Person } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { readConfig } from '../../../config/config.ts';
import { eraseDue } from '../../account/service.ts';
import type { InvoiceFacts } from './invoice-facts.ts';
import { scheduleRefund } from '../payments/refunds.ts';
import { listInvoicesOf } from '../admin.ts';
import { dayTextInIstanbul } from './istanbul.ts';
import { drawnOf, sweepInvoices } from './service.ts';
import { ublDraft } from './ubl.ts';

/** The schemas of UBL 2.1, kept outside of the repository in folders with other names than the main schema uses. */
const UBL = path.resolve(import.meta.dirname, '../../../../../../shared/ubl-2.1');
const SCHEMA = readFileSync(path.join(UBL, 'maindoc/UBL-Invoice-2.1.xsd'), 'utf8').replaceAll(
  './xsd/common/',
  `${pathToFileURL(path.join(UBL, 'common')).href}/`,
);
const COMPANY = {
  COMPANY_TITLE: 'Örnek Yazılım Ltd. Şti.',
  COMPANY_ADDRESS: 'Moda Caddesi 1, 34710 Kadıköy, İstanbul',
  COMPANY_TAX_OFFICE: 'Kadıköy',
  COMPANY_TAX_NUMBER: '1234567890',
};

xmlRegisterFsInputProviders();
const schema = XmlDocument.fromString(SCHEMA);
const validator = XsdValidator.fromDoc(schema);
const setup = await createTestApp({
  INVOICES: 'file',
  INVOICES_KEPT_YEARS: '7',
  ...COMPANY,
  RATE_LIMITS: 'off',
});
afterAll(async () => {
  validator.dispose();
  schema.dispose();
  await setup.close();
});
let ada: Person;
beforeEach(async () => {
  ada = await setup.createFreelancer();
  await giveBillingDetails(ada);
});

/** Error of the schema about a document; undefined for one that follows it. */
function wrongIn(xml: string): string | undefined {
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    document.dispose();
  }
}
const invoiceOf = async (format: 'pdf' | 'xml', person = ada) => {
  const [payment] = await paymentsOf(ada);
  return person.browser.get(`/api/payments/${payment?.id}/invoice/?format=${format}`);
};
const rowsOf = () =>
  setup.db.selectFrom('invoices').selectAll().where('user_id', '=', ada.id).orderBy('id').execute();

test('a payment gets one invoice, with XML that follows the schema and adds up', async () => {
  await buyInSandbox(setup, ada, PRO);
  const answer = await invoiceOf('xml');
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(answer.headers['cache-control']).toContain('no-store');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename=invoice-draft-\d+\.xml$/);
  expect(wrongIn(answer.body)).toBeUndefined();
  for (const part of [
    '<cbc:ProfileID>EARSIVFATURA</cbc:ProfileID>',
    '<cbc:CustomizationID>TR1.2</cbc:CustomizationID>',
    '<cbc:ID schemeID="VKN">1234567890</cbc:ID>',
    'Örnek Yazılım Ltd. Şti.',
    '<cbc:ID schemeID="VKN">1234567890</cbc:ID>',
    '<cbc:Name>Işık Reklam A.Ş.</cbc:Name>',
    '<cbc:StreetName>İstiklal Caddesi 7</cbc:StreetName>',
    '<cbc:CitySubdivisionName>Beyoğlu</cbc:CitySubdivisionName>',
    '<cbc:CityName>İstanbul</cbc:CityName>',
    '<cbc:Name>Beyoğlu</cbc:Name>',
    '<cbc:TaxExclusiveAmount currencyID="USD">24.17</cbc:TaxExclusiveAmount>',
    '<cbc:TaxAmount currencyID="USD">4.83</cbc:TaxAmount>',
    '<cbc:PayableAmount currencyID="USD">29.00</cbc:PayableAmount>',
    '<cbc:TaxTypeCode>0015</cbc:TaxTypeCode>',
    'It is no e-Archive invoice',
    'nothing was charged',
  ])
    expect(answer.body).toContain(part);
  await passTime(setup, ada, 32 * DAY);
  await setup.runJobs();
  const payments = await paymentsOf(ada);
  expect(payments.map(({ has_invoice }) => has_invoice)).toEqual([true, true]);
  expect((await rowsOf()).map(({ payment_id }) => payment_id)).toEqual(
    payments.map(({ id }) => id).toReversed(),
  );
});

test('the schema reports an invalid draft', async () => {
  await buyInSandbox(setup, ada, PRO);
  const { body } = await invoiceOf('xml');
  expect(wrongIn(body.replace(/<cbc:IssueDate>.*<\/cbc:IssueDate>/, ''))).toContain('IssueDate');
});

test('a name with characters that XML forbids, and markup, makes a valid draft', async () => {
  await buyInSandbox(setup, ada, PRO);
  const facts = JSON.parse((await rowsOf())[0]?.facts ?? '') as InvoiceFacts;
  for (const name of ['A\u0000\u001b & <b>"Ünal"</b>', 'İnci \ud800 Çağrı', 'Tek', '𝒱itrin ]]> Öz'])
    for (const billing of [facts.buyer.billing, null])
      expect(wrongIn(ublDraft({ ...facts, buyer: { name, email: null, billing } }))).toBeUndefined();
});

test('the invoice is a readable PDF, and only for its payer', async () => {
  await buyInSandbox(setup, ada, PRO);
  const pdf = await invoiceOf('pdf');
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.body.slice(0, 5)).toBe('%PDF-');
  expect((await invoiceOf('pdf', await setup.createFreelancer())).statusCode).toBe(404);
  expect((await invoiceOf('xml', await setup.createFreelancer())).statusCode).toBe(404);
});

test("a payment late in the evening has Türkiye's day in the draft, the PDF and the owner's list", async () => {
  await buyInSandbox(setup, ada, PRO);
  const [row] = await rowsOf();
  const paid_at = '2026-11-30T21:30:00.000Z';
  const facts = { ...(JSON.parse(row?.facts ?? '') as InvoiceFacts), paid_at };
  expect(ublDraft(facts)).toContain('<cbc:IssueDate>2026-12-01</cbc:IssueDate>');
  expect(dayTextInIstanbul('tr', paid_at)).toBe('1 Aralık 2026');
  expect(dayTextInIstanbul('en', paid_at)).toBe('December 1, 2026');
  await setup.db
    .updateTable('invoices')
    .set({ facts: JSON.stringify(facts) })
    .where('id', '=', row?.id ?? 0)
    .execute();
  const all = { from: '2000-01-01', before: '3000-01-01' };
  const { rows } = await listInvoicesOf(setup.context, all, { limit: 100, offset: 0 });
  expect(rows.find(({ uuid }) => uuid === row?.uuid)?.date).toBe('2026-12-01');
});

test('a draft that fails reverts no payment, and is made once the cause is fixed', async () => {
  const { token } = await checkout(ada, PRO);
  await payInSandbox(ada, token);
  const [row] = await rowsOf();
  const mend = (facts: string) =>
    setup.db
      .updateTable('invoices')
      .set({ facts })
      .where('id', '=', row?.id ?? 0)
      .execute();
  await mend('{}');
  await setup.runJobs();
  expect((await paymentsOf(ada)).map(({ status, has_invoice }) => [status, has_invoice])).toEqual([
    ['paid', false],
  ]);
  const waiting = () =>
    setup.db.selectFrom('jobs').select('last_error').where('kind', '=', 'make-invoice').execute();
  expect(await waiting()).toMatchObject([{ last_error: expect.stringContaining('reference') as string }]);
  await mend(row?.facts ?? '');
  setup.advance(3600);
  await setup.runJobs();
  expect((await paymentsOf(ada)).map(({ status, has_invoice }) => [status, has_invoice])).toEqual([
    ['paid', true],
  ]);
  expect(await waiting()).toEqual([]);
});

test('a refund marks the invoice and its PDF, and the draft stays as it was', async () => {
  await buyInSandbox(setup, ada, PRO);
  const [before] = await rowsOf();
  expect(before).toMatchObject({ returned_cents: 0, returned_at: null });
  await scheduleRefund(setup.context, before?.payment_id ?? 0, 1000);
  await setup.runJobs();
  const [after] = await rowsOf();
  expect(after).toMatchObject({ returned_cents: 1000, document: before?.document });
  expect(after?.returned_at).not.toBeNull();
  expect((await invoiceOf('pdf')).body.slice(0, 5)).toBe('%PDF-');
  if (after) expect(drawnOf(after).returned).toEqual({ cents: 1000, at: after.returned_at });
});

test.each([
  ['while payments are invoiced', {}],
  ['after INVOICES was taken away', { invoices: undefined, keepPaymentYears: 0 }],
])(
  'an invoice outlives the account of its payer %s, and is deleted after its years',
  async (_when, change) => {
    const context = { ...setup.context, config: { ...setup.context.config, ...change } };
    await buyInSandbox(setup, ada, PRO);
    const [before] = await rowsOf();
    const kept = () =>
      setup.db
        .selectFrom('invoices')
        .selectAll()
        .where('uuid', '=', before?.uuid ?? '')
        .executeTakeFirst();
    const now = setup.context.now().toISOString();
    const { id } = await setup.db
      .insertInto('erasures')
      .values({ user_id: ada.id, asked_at: now, due_at: now, has_stopped_renewal: false })
      .returning('id')
      .executeTakeFirstOrThrow();
    await eraseDue(context, { erasure_id: id }, AbortSignal.timeout(60_000));
    // The test gateway has to settle the purchase in between.
    await setup.runJobs();
    await eraseDue(context, { erasure_id: id }, AbortSignal.timeout(60_000));
    expect(await kept()).toMatchObject({ user_id: null, payment_id: null, document: before?.document });
    const year = new Date(before?.created_at ?? '').getUTCFullYear() + 8;
    expect((await kept())?.kept_until).toBe(`${year}-01-01T00:00:00.000Z`);
    const later = new Date(`${year}-01-01T00:00:01.000Z`);
    await sweepInvoices({ db: setup.db, now: () => later });
    expect(await kept()).toBeUndefined();
  },
);

test('without INVOICES a payment has none', async () => {
  const plain = await createTestApp({ RATE_LIMITS: 'off' });
  const person = await plain.createFreelancer();
  await buyInSandbox(plain, person, PRO);
  expect((await paymentsOf(person)).map(({ has_invoice }) => has_invoice)).toEqual([false]);
  await plain.close();
});

test.each(Object.keys(COMPANY))('invoices without %s do not start', (name) => {
  expect(() => readConfig({ INVOICES: 'file', ...COMPANY, [name]: undefined })).toThrow(
    `${name} is required with INVOICES.`,
  );
});
