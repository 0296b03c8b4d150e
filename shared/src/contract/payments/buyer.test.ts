import { expect, test } from 'vitest';
import { BillingDetails } from './buyer.ts';

const GOOD = {
  name: 'Örnek Yazılım Ltd. Şti.',
  tax_number: '1234567890',
  tax_office: 'Kadıköy',
  address: 'Moda Caddesi 1',
  district: 'Kadıköy',
  city: 'İstanbul',
  country: 'Türkiye',
};

test.each([
  ['a company', {}, []],
  ['a person with an identity number and no tax office', { tax_number: '10000000146', tax_office: '' }, []],
  ['a number with spaces', { tax_number: '123 456 78 90' }, []],
  ['a buyer abroad', { tax_number: '', tax_office: '', district: '' }, []],
  ['a company without its tax office', { tax_office: ' ' }, ['tax_office']],
  ['a number without a district', { district: '' }, ['district']],
  ['a tax number with a wrong digit', { tax_number: '1234567891' }, ['tax_number']],
  ['an identity number with a wrong digit', { tax_number: '10000000147' }, ['tax_number']],
  ['no name', { name: ' ' }, ['name']],
  ['no address and no city', { address: '', city: '' }, ['address', 'city']],
  ['a name of 201 signs', { name: 'x'.repeat(201) }, ['name']],
])('%s', (_case, changed, wrong) => {
  const { error } = BillingDetails.safeParse({ ...GOOD, ...changed });
  expect((error?.issues ?? []).map(({ path }) => path[0])).toEqual(wrong);
});

test('a number is kept without spaces', () => {
  expect(BillingDetails.parse({ ...GOOD, tax_number: ' 123 456 78 90 ' }).tax_number).toBe('1234567890');
});
