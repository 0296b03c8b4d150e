import { expect, test } from 'vitest';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { AUTH, logIn, PASSWORD } from '../../../testing/accounts.ts';
import type { Person } from '../../../testing/factories.ts';
import { guestTests } from '../../../testing/shared-test-app.ts';

const { setup, guest } = await guestTests();

async function invitationOf(freelancer: Person, id: number): Promise<string> {
  const { results } = (await freelancer.browser.get('/api/users/')).json<Page<Customer>>();
  return results.find((row) => row.id === id)?.reset_token ?? '';
}

const look = (token: string) => guest.get(`/api/users/verify_token/?token=${token}`);
const use = (reset_token: string, fields: object = {}) =>
  guest.post('/api/users/reset_password/', {
    reset_token,
    password: PASSWORD,
    password_confirm: PASSWORD,
    ...fields,
  });

test('an invitation shows the name to log in with and the freelancer', async () => {
  const ada = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner: ada });
  const token = await invitationOf(ada, customer.id);
  expect((await look(token)).json()).toEqual({
    token,
    kind: 'invitation',
    mailed_to: null,
    face: null,
    work: null,
    username: customer.username,
    freelancer: ada.username,
    has_identities: false,
    passkey: 'alone',
  });
});

test('a used invitation is reported as used to its holder, and an altered or expired one only as invalid', async () => {
  const ada = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner: ada });
  const token = await invitationOf(ada, customer.id);
  expect((await use(token)).statusCode).toBe(200);
  for (const answer of [await look(token), await use(token)]) {
    expect(answer.statusCode).toBe(410);
    expect(answer.json()).toEqual({
      detail:
        'This invitation has already been used. Log in with your username, or ask your freelancer for a new link.',
      username: customer.username,
    });
  }
  const parts = token.split('.');
  const altered = [
    parts.slice(0, 4).join('.'),
    [...parts.slice(0, 4), 'A'.repeat(43)].join('.'),
    [parts[0], 'zz', ...parts.slice(2)].join('.'),
    [...parts.slice(0, 3), 'A'.repeat(43), parts[4]].join('.'),
    [...parts.slice(0, 3), withAnotherLetter(parts[3] ?? ''), parts[4]].join('.'),
    [...parts.slice(0, 3), 'A'.repeat(43), parts[4]].join('.') + '.x',
    'i....',
    'i.'.repeat(1000),
  ];
  setup.advance(30 * 24 * 3600 - 60);
  expect((await look(token)).json()).toMatchObject({ username: customer.username });
  for (const bad of altered) {
    const answer = await look(bad);
    expect([answer.statusCode, Object.keys(answer.json<object>())]).toEqual([400, ['detail']]);
  }
  setup.advance(60);
  const expired = await look(token);
  expect([expired.statusCode, Object.keys(expired.json<object>())]).toEqual([400, ['detail']]);
});

test('an invitation with one letter changed is no invitation, used or not', async () => {
  const ada = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner: ada });
  const [kind, id, time, signature = '', issued] = (await invitationOf(ada, customer.id)).split('.');
  const altered = [kind, id, time, withAnotherLetter(signature), issued].join('.');
  expect((await look(altered)).statusCode).toBe(400);
  expect((await use(altered)).statusCode).toBe(400);
});

test('an older invitation, without the signature of its issue, still works', async () => {
  const ada = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner: ada });
  const old = (await invitationOf(ada, customer.id)).split('.').slice(0, 4).join('.');
  expect((await look(old)).statusCode).toBe(200);
  expect((await use(old)).statusCode).toBe(200);
  expect((await look(old)).statusCode).toBe(400);
});

test('a customer who logs in by an unverified address learns that the username opens the account', async () => {
  const ada = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner: ada });
  const email = 'unverified-customer@example.com';
  await use(await invitationOf(ada, customer.id), { email });
  await guest.delete(`${AUTH}/auth/session`);
  const pending = { id: 'verify_email', is_pending: true, login_methods: ['username'] };
  const answer = await guest.post(`${AUTH}/auth/login`, { username: email, password: PASSWORD });
  expect(answer.json()).toMatchObject({ status: 401, data: { flows: expect.arrayContaining([pending]) } });
  expect((await guest.get(`${AUTH}/auth/session`)).json()).toMatchObject({
    data: { flows: expect.arrayContaining([pending]) },
  });
  expect(await logIn(guest, customer.username)).toBe(200);
  expect(await setup.mailedKey(email)).not.toBe('');
});

test('accepting an invitation leaves only its own address, so that no address added before gets a reset mail', async () => {
  const ada = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner: ada });
  const stranger = 'stranger@example.com';
  await customer.browser.post(`${AUTH}/account/email`, { email: stranger });
  const mailsToStranger = async () => {
    await setup.runJobs();
    return setup.mails.filter(({ to }) => to === stranger).length;
  };
  const before = await mailsToStranger();
  expect((await use(await invitationOf(ada, customer.id))).statusCode).toBe(200);
  expect((await guest.get(`${AUTH}/account/email`)).json()).toMatchObject({ data: [] });
  setup.advance(3600);
  await setup.createBrowser().post(`${AUTH}/auth/password/request`, { email: stranger });
  expect(await mailsToStranger()).toBe(before);
});

test('accepting an invitation adds an address although ten wait, and keeps one that is given again', async () => {
  const ada = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner: ada });
  const rows = Array.from({ length: 10 }, (_, index) => ({
    user_id: customer.id,
    email: `many-${index}@example.com`,
    verified: false,
    is_primary: index === 0,
    created_at: setup.context.now().toISOString(),
  }));
  await setup.db.insertInto('email_addresses').values(rows).execute();
  const addresses = async () => (await guest.get(`${AUTH}/account/email`)).json<{ data: object[] }>().data;
  await use(await invitationOf(ada, customer.id), { email: 'many-3@example.com' });
  expect(await addresses()).toEqual([{ email: 'many-3@example.com', primary: true, verified: false }]);
  await use(await invitationOf(ada, customer.id), { email: 'eleventh@example.com' });
  expect(await addresses()).toEqual([{ email: 'eleventh@example.com', primary: true, verified: false }]);
});

function withAnotherLetter(text: string): string {
  return (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
}
