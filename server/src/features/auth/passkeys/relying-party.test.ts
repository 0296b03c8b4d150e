import { expect, test } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

test.each([
  ['https://portal.example.com', { id: 'portal.example.com', origin: 'https://portal.example.com' }],
  [
    'https://portal.example.com:8443',
    { id: 'portal.example.com', origin: 'https://portal.example.com:8443' },
  ],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://portal.example.com', null],
  ['https://192.0.2.7', null],
  ['http://127.0.0.1:3000', null],
  ['https://[2001:db8::7]', null],
])('at %s passkeys are made for %j', (publicUrl, party) => {
  expect(relyingPartyOf({ publicUrl })).toEqual(party);
});
