import { expect, test } from 'vitest';
import { pageOfLink, parsePage } from './paging.ts';

test.each([
  ['/api/projects/?page=3', 3],
  ['/api/projects/?limit=10&page=12&search=a%26page%3D4', 12],
  ['/api/projects/?limit=10', 1],
  ['/api/projects/', 1],
])('the link %s leads to page %i', (link, page) => {
  expect(pageOfLink(link)).toBe(page);
});

test.each([
  ['2', 2],
  [null, 1],
  ['', 1],
  ['0', 1],
  ['-3', 1],
  ['1.5', 1],
  ['2x', 1],
  ['1e9', 1],
  ['99999999999999', 1],
])('page %j of an address is shown as %i', (text, page) => {
  expect(parsePage(text)).toBe(page);
});
