import { expect, test } from 'vitest';
import { BILLING_DETAILS, giveBillingDetails } from '../../../testing/checkout/billing.ts';
import { buyInSandbox, paymentsOf } from '../../../testing/checkout/sandbox.ts';
import { DAY, passTime, PRO } from '../../../testing/checkout/stripe-app.ts';
import type { Person } from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp({
  INVOICES: 'file',
  COMPANY_TITLE: 'Örnek Yazılım Ltd. Şti.',
  COMPANY_ADDRESS: 'Moda Caddesi 1',
  COMPANY_TAX_OFFICE: 'Kadıköy',
  COMPANY_TAX_NUMBER: '1234567890',
  RATE_LIMITS: 'off',
});

const detailsOf = async ({ browser }: Person) => (await browser.get('/api/billing-details/')).json<unknown>();
async function draftsOf(person: Person): Promise<string[]> {
  const payments = await paymentsOf(person);
  const answers = payments.map(({ id }) => person.browser.get(`/api/payments/${id}/invoice/?format=xml`));
  return (await Promise.all(answers)).map(({ body }) => body);
}

test('without billing details no payment begins, and the answer says so', async () => {
  const ada = await setup.createFreelancer();
  expect(await detailsOf(ada)).toEqual({ details: null });
  const answer = await ada.browser.post('/api/checkout/checkout/', { subscription_plan: PRO });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({
    billing_details: ['Enter the details for the invoice before you pay.'],
  });
  expect(await setup.db.selectFrom('purchases').select('id').where('user_id', '=', ada.id).execute()).toEqual(
    [],
  );
});

test('details are requested once, may be changed, and are used on later invoices', async () => {
  const ada = await setup.createFreelancer();
  expect((await giveBillingDetails(ada)).json()).toEqual({ details: BILLING_DETAILS });
  await buyInSandbox(setup, ada, PRO);
  const changed = {
    name: 'Ada Güneş',
    tax_number: '10000000146',
    tax_office: '',
    district: 'Çankaya',
    city: 'Ankara',
  };
  await giveBillingDetails(ada, changed);
  expect(await detailsOf(ada)).toEqual({ details: { ...BILLING_DETAILS, ...changed } });
  await passTime(setup, ada, 32 * DAY);
  await setup.runJobs();
  const [second = '', first = ''] = await draftsOf(ada);
  expect(first).toContain('<cbc:Name>Işık Reklam A.Ş.</cbc:Name>');
  for (const part of [
    '<cbc:ID schemeID="TCKN">10000000146</cbc:ID>',
    '<cbc:CityName>Ankara</cbc:CityName>',
    '<cbc:FirstName>Ada</cbc:FirstName>',
    '<cbc:FamilyName>Güneş</cbc:FamilyName>',
  ])
    expect(second).toContain(part);
  expect(second).not.toContain('Işık Reklam');
});

test('a buyer without a number is invoiced with the placeholder number', async () => {
  const ada = await setup.createFreelancer();
  await giveBillingDetails(ada, {
    tax_number: '',
    tax_office: '',
    district: '',
    city: 'Berlin',
    country: 'Deutschland',
  });
  await buyInSandbox(setup, ada, PRO);
  const [draft] = await draftsOf(ada);
  expect(draft).toContain('<cbc:ID schemeID="TCKN">11111111111</cbc:ID>');
  expect(draft).toContain('<cbc:CitySubdivisionName>Berlin</cbc:CitySubdivisionName>');
});

test('wrong details are refused at their fields', async () => {
  const ada = await setup.createFreelancer();
  const answer = await giveBillingDetails(ada, { tax_number: '1234567891', name: ' ' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({
    name: ['This field may not be blank.'],
    tax_number: ['Enter a 10-digit tax number or an 11-digit identity number.'],
  });
  expect((await giveBillingDetails(ada, { tax_office: '' })).json()).toEqual({
    tax_office: ['This field may not be blank.'],
  });
  expect(await detailsOf(ada)).toEqual({ details: null });
});

test('an account that is about to be deleted stores no details', async () => {
  const leaving = await setup.createFreelancer();
  const { username, browser } = leaving;
  expect((await browser.post('/api/account/erasure/', { username })).statusCode).toBe(200);
  expect((await giveBillingDetails(leaving)).statusCode).toBe(409);
  expect(await detailsOf(leaving)).toEqual({ details: null });
});

test('details are read and written by their owner alone, and sent twice they stand once', async () => {
  const [ada, ben] = [await setup.createFreelancer(), await setup.createFreelancer()];
  await giveBillingDetails(ada);
  await giveBillingDetails(ada);
  expect(await detailsOf(ben)).toEqual({ details: null });
  const rows = setup.db.selectFrom('billing_details').select('user_id');
  expect(await rows.where('user_id', 'in', [ada.id, ben.id]).execute()).toEqual([{ user_id: ada.id }]);
});
