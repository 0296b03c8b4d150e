import { expect, test } from 'vitest';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
const ada = await setup.createFreelancer();

const OWN = 'http://localhost:3000';
let writes = 0;

test.each([
  ['without a word about where it comes from', {}, 201],
  ['from an own page', { origin: OWN, 'sec-fetch-site': 'same-origin' }, 201],
  ['from another own address of the site', { origin: OWN, 'sec-fetch-site': 'same-site' }, 201],
  ['from a foreign page', { origin: 'https://evil.example' }, 403],
  ['from a page that hides what it is', { origin: 'null' }, 403],
  ['from another site that names no origin', { 'sec-fetch-site': 'cross-site' }, 403],
  ['from another site that names an own origin', { origin: OWN, 'sec-fetch-site': 'cross-site' }, 403],
  ['from a neighbour of the site that names no origin', { 'sec-fetch-site': 'same-site' }, 403],
])('a write %s gets its answer', async (_what, headers, status) => {
  writes += 1;
  const answer = await ada.browser.post('/api/users/', { username: `customer-${writes}` }, headers);
  expect(answer.statusCode).toBe(status);
});

test('a write needs the token of its cookie', async () => {
  for (const [token, status] of [
    ['x'.repeat(43), 403],
    ['', 403],
    [ada.browser.cookies.get('csrftoken') ?? '', 201],
  ] as const) {
    const input = { username: `with-${token.slice(0, 3)}-token` };
    const answer = await ada.browser.post('/api/users/', input, { 'x-csrftoken': token });
    expect(answer.statusCode).toBe(status);
  }
});
