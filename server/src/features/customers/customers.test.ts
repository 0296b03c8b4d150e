import type { Customer } from '@vitrin/shared/contract/customers.ts';
import type { Page } from '@vitrin/shared/contract/common.ts';
import { expect, test } from 'vitest';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

const list = async ({ browser }: Person, query = '') =>
  (await browser.get(`/api/users/${query}`)).json<Page<Customer>>();

test('a freelancer sees only own customers, in Turkish alphabetical order', async () => {
  const ada = await setup.createFreelancer();
  for (const username of ['şule', 'Süha', 'Zeynep', 'çağla', 'Can', 'istanbul', 'ılgaz'])
    await setup.createCustomer({ owner: ada, username });
  await setup.createCustomer();
  const { results, count } = await list(ada);
  expect(count).toBe(7);
  expect(results.map(({ username }) => username)).toEqual([
    'Can',
    'çağla',
    'ılgaz',
    'istanbul',
    'Süha',
    'şule',
    'Zeynep',
  ]);
});

test('all customers are returned at once, or in pages with a limit', async () => {
  const ada = await setup.createFreelancer();
  for (let index = 10; index < 23; index += 1)
    await ada.browser.post('/api/users/', { username: `page-${index}` });
  expect((await list(ada)).results).toHaveLength(13);
  const page = await list(ada, '?limit=5&page=3');
  expect(page).toMatchObject({ count: 13, next: null, previous: '/api/users/?limit=5&page=2' });
  expect(page.results).toHaveLength(3);
  expect((await ada.browser.get('/api/users/?limit=5&page=4')).json()).toEqual({ detail: 'Invalid page.' });
  expect((await ada.browser.get('/api/users/?page=2')).statusCode).toBe(404);
  // A blank limit counts as none, so there is no link to a second page.
  expect(await list(ada, '?limit=')).toMatchObject({ count: 13, next: null, previous: null });
  // The links lead on whatever the limit is.
  for (const limit of ['0', 'all', '5']) {
    const { next } = await list(ada, `?limit=${limit}`);
    expect((await ada.browser.get(next ?? '')).json<Page<Customer>>().previous).toContain('page=1');
  }
});

test('the search finds parts of names regardless of the Turkish i, and treats wildcards as text', async () => {
  const ada = await setup.createFreelancer();
  for (const username of ['IŞIK.studio', 'a_b', 'aXb']) await ada.browser.post('/api/users/', { username });
  const found = async (search: string) =>
    (await list(ada, `?search=${encodeURIComponent(search)}`)).results.map(({ username }) => username);
  expect(await found('işik')).toEqual(['IŞIK.studio']);
  expect(await found('a_b')).toEqual(['a_b']);
  for (const username of ['Kâmuran', 'José', 'Weiß']) await ada.browser.post('/api/users/', { username });
  expect(await found('kamu')).toEqual(['Kâmuran']);
  expect(await found('josé')).toEqual(['José']);
  expect(await found('WEISS')).toEqual(['Weiß']);
  expect(await found('%')).toEqual([]);
  expect(await found(' ')).toHaveLength(6);
  for (const bad of ['search=a&search=b', `search=${'x'.repeat(201)}`]) {
    const response = await ada.browser.get(`/api/users/?${bad}`);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json())).toEqual(['search']);
  }
});

test('a username is refused when taken, blank, too long or of other characters', async () => {
  const ada = await setup.createFreelancer();
  const errors = async (username: unknown) => {
    const response = await ada.browser.post('/api/users/', { username });
    return [response.statusCode, response.json()] as const;
  };
  expect(await errors(ada.username.toUpperCase())).toEqual([
    400,
    { username: ['A user with that username already exists.'] },
  ]);
  for (const bad of ['', '  ', 'a b', 'x'.repeat(151), 'a\0b', 'pay@evil.com', 7, null, undefined])
    expect(await errors(bad)).toEqual([400, { username: [expect.any(String)] }]);
});

test('customers and guests cannot list, create or delete', async () => {
  const ada = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner: ada });
  const other = await setup.createCustomer({ owner: ada });
  for (const [browser, status] of [
    [customer.browser, 403],
    [setup.createBrowser(), 401],
  ] as const) {
    expect((await browser.get('/api/users/')).statusCode).toBe(status);
    expect((await browser.post('/api/users/', { username: 'x-y-z' })).statusCode).toBe(status);
  }
  expect((await customer.browser.delete(`/api/users/${other.id}/`)).statusCode).toBe(404);
  expect((await setup.createBrowser().delete(`/api/users/${other.id}/`)).statusCode).toBe(401);
});

test('only an own customer who never registered and has no project can be deleted', async () => {
  const [ada, eve] = [await setup.createFreelancer(), await setup.createFreelancer()];
  const customer = await setup.createCustomer({ owner: ada });
  const busy = await setup.createCustomer({ owner: ada });
  await setup.createProject({ owner: ada, customer: busy });
  const registered = await setup.createCustomer({ owner: ada });
  const row = (await list(ada)).results.find(({ id }) => id === registered.id);
  await setup.createBrowser().post('/api/users/reset_password/', {
    reset_token: row?.reset_token,
    password: 'petrol-green',
    password_confirm: 'petrol-green',
  });
  const statuses = [];
  for (const [person, id] of [
    [eve, customer.id],
    [ada, ada.id],
    [ada, busy.id],
    [ada, registered.id],
    [ada, customer.id],
    [ada, customer.id],
  ] as const)
    statuses.push((await person.browser.delete(`/api/users/${id}/`)).statusCode);
  expect(statuses).toEqual([404, 403, 409, 409, 204, 404]);
});

test('more than sixty creations an hour are refused with the time to wait', async () => {
  const ada = await setup.createFreelancer();
  const statuses = new Set<number>();
  for (let index = 0; index < 60; index += 1)
    statuses.add(
      (await ada.browser.post('/api/users/', { username: `${ada.username}.${index}` })).statusCode,
    );
  expect([...statuses]).toEqual([201]);
  const refused = await ada.browser.post('/api/users/', { username: `${ada.username}.more` });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBe(3600);
});
