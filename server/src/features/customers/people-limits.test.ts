import { expect, test } from 'vitest';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { PASSWORD } from '../../testing/accounts.ts';
import type { Browser } from '../../testing/browser.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

let serial = 0;
const addTo = (browser: Browser, id: number, more: object = {}) =>
  browser.post(`/api/users/${id}/people/`, { username: `limited-${(serial += 1)}`, ...more });

const createCustomers = (owner: Person, count: number) =>
  Promise.all(Array.from({ length: count }, () => setup.createCustomer({ owner })));

test('people and customers share the limit of sixty creations an hour', async () => {
  const owner = await setup.createFreelancer();
  const statuses: number[] = [];
  for (const { id } of await createCustomers(owner, 3))
    for (let count = 0; count < 20; count += 1) statuses.push((await addTo(owner.browser, id)).statusCode);
  expect(new Set(statuses)).toEqual(new Set([201]));
  const [another] = await createCustomers(owner, 1);
  const refused = await addTo(owner.browser, another?.id ?? 0);
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await owner.browser.post('/api/users/', { username: 'limited-customer' })).statusCode).toBe(429);
  setup.advance(3600);
  expect((await addTo(owner.browser, another?.id ?? 0)).statusCode).toBe(201);
});

test('invitations of people count towards the thirty mails an hour to strangers', async () => {
  const owner = await setup.createFreelancer();
  const statuses: number[] = [];
  for (const { id } of await createCustomers(owner, 2))
    for (let count = 0; count < 16; count += 1)
      statuses.push(
        (await addTo(owner.browser, id, { email: `limited-${id}-${count}@example.com` })).statusCode,
      );
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 201), 429, 429]);
  const { results } = (await owner.browser.get('/api/users/')).json<{ results: Customer[] }>();
  expect(results.flatMap(({ people }) => people)).toHaveLength(30);
});

test('people who have not registered count towards the two hundred waiting customers', async () => {
  const owner = await setup.createFreelancer();
  const [customer] = await createCustomers(owner, 199);
  expect((await addTo(owner.browser, customer?.id ?? 0)).statusCode).toBe(201);
  const refused = await addTo(owner.browser, customer?.id ?? 0);
  expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('200')]);
});

test('no person is added to a customer, or by a freelancer, while the account is being deleted', async () => {
  const owner = await setup.createFreelancer();
  const leaving = await setup.createCustomer({ owner });
  await leaving.browser.post('/api/account/erasure/', { username: leaving.username });
  expect((await addTo(owner.browser, leaving.id)).statusCode).toBe(409);
  const { browser } = await setup.registerAccount('leaves-with-people');
  const { id } = (await browser.post('/api/users/', { username: 'stays' })).json<Customer>();
  expect((await addTo(browser, id)).statusCode).toBe(201);
  expect((await browser.post('/api/account/erasure/', { password: PASSWORD })).statusCode).toBe(200);
  expect((await addTo(browser, id)).statusCode).toBe(409);
});
