import { expect, test } from 'vitest';
import { dueDays, filterOf, isNarrowed } from './filter.ts';
import { NO_CUSTOMER, customerOptions } from './form/project-values.ts';

test.each([
  ['', {}],
  [
    '?search=%20cafe%20&status=on-hold&ordering=name',
    { search: 'cafe', status: 'on-hold', ordering: 'name' },
  ],
  ['?status=lost&ordering=price&customer=0', {}],
  ['?customer=12', { customer: 12 }],
  ['?due=late&ordering=next_due_on', { due: 'late', ordering: 'next_due_on' }],
  ['?due=2026-12-04', {}],
  ['?ordering=-created_at', {}],
])('the address %j means the query %j', (address, filter) => {
  expect(JSON.parse(JSON.stringify(filterOf(new URLSearchParams(address))))).toEqual(filter);
});

test('an order alone filters nothing', () => {
  expect(isNarrowed({ ordering: 'name' })).toBe(false);
  expect(isNarrowed({ search: 'a' })).toBe(true);
  expect(isNarrowed({ customer: 1 })).toBe(true);
  expect(isNarrowed({ due: 'week' })).toBe(true);
});

test.each([
  ['2026-11-16', '2026-11-15', '2026-11-22'],
  ['2026-11-20', '2026-11-19', '2026-11-22'],
  ['2026-11-22', '2026-11-21', '2026-11-22'],
])('on %s all up to %s is late, and the week ends on %s', (today, yesterday, sunday) => {
  const noon = new Date(`${today}T12:00:00`).getTime();
  expect(dueDays(undefined, noon)).toEqual({});
  expect(dueDays('late', noon)).toEqual({ due_to: yesterday });
  expect(dueDays('week', noon)).toEqual({ due_from: today, due_to: sunday });
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
