import { expect, test } from 'vitest';
import { filterOf, isNarrowed } from './filter.ts';
import { NO_CUSTOMER, customerOptions } from './form/project-values.ts';

test.each([
  ['', {}],
  [
    '?search=%20cafe%20&status=on-hold&ordering=name',
    { search: 'cafe', status: 'on-hold', ordering: 'name' },
  ],
  ['?status=lost&ordering=price&customer=0', {}],
  ['?customer=12', { customer: 12 }],
  ['?ordering=-created_at', {}],
])('the address %j asks for %j', (address, filter) => {
  expect(JSON.parse(JSON.stringify(filterOf(new URLSearchParams(address))))).toEqual(filter);
});

test('an order alone leaves nothing out', () => {
  expect(isNarrowed({ ordering: 'name' })).toBe(false);
  expect(isNarrowed({ search: 'a' })).toBe(true);
  expect(isNarrowed({ customer: 1 })).toBe(true);
});

test('the customer dropdown begins with the entry that clears it', () => {
  const options = customerOptions(
    [{ id: 4, username: 'deniz', display_name: null }],
    undefined,
    'Choose a client',
  );
  expect(options).toEqual([
    { value: NO_CUSTOMER, label: 'Choose a client' },
    { value: '4', label: 'deniz' },
  ]);
});
