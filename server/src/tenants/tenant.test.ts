import { expect, test } from 'vitest';
import { networkOf, tenantOfAddress, tenantOfUser } from './tenant.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0:0:1234::9', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a freelancer and all own customers are one tenant, and another freelancer is another one', () => {
  const owner = tenantOfUser({ id: 1, owner_id: null, network: null });
  expect(tenantOfUser({ id: 7, owner_id: 1, network: null })).toBe(owner);
  expect(tenantOfUser({ id: 2, owner_id: null, network: null })).not.toBe(owner);
});

test('guests count by IPv4 address or /64, and so do the new free accounts of a network', () => {
  expect(tenantOfAddress('2001:db8::1')).toBe(tenantOfAddress('2001:db8::ffff'));
  expect(tenantOfAddress('2001:db8::1')).not.toBe(tenantOfAddress('2001:db8:0:1::1'));
  expect(tenantOfAddress('203.0.113.9')).not.toBe(tenantOfAddress('203.0.113.10'));
  const isNew = { id: 3, owner_id: null, network: '203.0.113.9' };
  expect(tenantOfUser(isNew)).toBe(tenantOfAddress('203.0.113.9'));
});
