import { expect, test } from 'vitest';
import { NotFoundError } from '../../errors.ts';
import { readPaging, toPage } from './paging.ts';

test.each([
  [{}, { page: 1, limit: 10, offset: 0 }],
  [{ page: '3' }, { page: 3, limit: 10, offset: 20 }],
  [
    { page: '2', limit: '5' },
    { page: 2, limit: 5, offset: 5 },
  ],
  [{ limit: '1000' }, { page: 1, limit: 100, offset: 0 }],
  [{ limit: '0' }, { page: 1, limit: 10, offset: 0 }],
  [{ limit: 'many' }, { page: 1, limit: 10, offset: 0 }],
])('%j is read as %j', (query, paging) => {
  expect(readPaging(query)).toEqual(paging);
});

test.each(['0', '-1', '1.5', 'last', '', '99999999999999999999'])('page %j is invalid', (page) => {
  expect(() => readPaging({ page })).toThrow(new NotFoundError('errors.invalid_page'));
});

const page = (number: number, count: number) =>
  toPage({ page: number, limit: 10, offset: 0 }, count, [], '/api/projects/', {
    search: 'a b',
    status: undefined,
  });

test('next and previous are usable paths that keep the query', () => {
  expect(page(2, 25)).toMatchObject({
    count: 25,
    next: '/api/projects/?search=a+b&page=3',
    previous: '/api/projects/?search=a+b&page=1',
  });
  expect(page(1, 10)).toMatchObject({ next: null, previous: null });
  expect(page(1, 0)).toMatchObject({ count: 0, next: null, previous: null });
});

test('a page beyond the last is invalid', () => {
  expect(() => page(2, 10)).toThrow(new NotFoundError('errors.invalid_page'));
});
