import { expect, test } from 'vitest';
import { contactWays } from './contact-ways.ts';

const INTERNATIONAL = {
  phone: 'tel:+905321112233',
  sms: 'sms:+905321112233',
  whatsApp: 'https://wa.me/905321112233',
};

test.each([
  ['hello@studio.example', { mail: 'mailto:hello@studio.example' }],
  ['a&b?c@studio.example', { mail: 'mailto:a%26b%3Fc@studio.example' }],
  ['+90 (532) 111-22 33', INTERNATIONAL],
  ['0090 532 111 22 33', INTERNATIONAL],
  ['0532 111 22 33', { phone: 'tel:05321112233', sms: 'sms:05321112233' }],
  ['by the door', {}],
])('%s is reached at %j', (contact, ways) => {
  expect(contactWays(contact)).toEqual(ways);
});
