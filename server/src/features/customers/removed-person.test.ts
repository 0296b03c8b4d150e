import { Secret, TOTP } from 'otpauth';
import type { Person as ListedPerson } from '@vitrin/shared/contract/customers.ts';
import { expect, test } from 'vitest';
import { makePasskey, usePasskey } from '../../../../test-kit/passkeys.ts';
import { AUTH, isSignedIn, PASSWORD } from '../../testing/accounts.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { forgetPerson } from '../account/service.ts';

const setup = await sharedTestApp();
const origin = new URL(setup.context.config.publicUrl).origin;
const FACTORS = `${AUTH}/account/authenticators`;
const LOGIN = `${AUTH}/auth/webauthn/login`;

const PENDING = { id: 'mfa_trust', is_pending: true };
const TABLES = [
  'sessions',
  'email_addresses',
  'passkeys',
  'second_factors',
  'recovery_codes',
  'social_accounts',
  'take_backs',
] as const;

type Creation = { data: { creation_options: Parameters<typeof makePasskey>[1] } };
type Request = { data: { request_options: Parameters<typeof usePasskey>[1] } };

async function addPasskey({ browser }: Person) {
  const { creation_options } = (await browser.get(`${FACTORS}/webauthn`)).json<Creation>().data;
  const { passkey, credential } = makePasskey(origin, creation_options);
  expect((await browser.post(`${FACTORS}/webauthn`, { credential })).statusCode).toBe(200);
  return passkey;
}

async function setUpApp({ browser }: Person): Promise<string[]> {
  const { secret } = (await browser.get(`${FACTORS}/totp`)).json<{ meta: { secret: string } }>().meta;
  const timestamp = setup.context.now().getTime();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  const made = await browser.post(`${FACTORS}/totp`, { code });
  return made.json<{ meta: { recovery_codes: string[] } }>().meta.recovery_codes;
}

/** A guest who requested a code, and the code. */
async function askForCode(email: string) {
  const browser = setup.createBrowser();
  await browser.post(`${AUTH}/auth/code/request`, { email });
  const [code = ''] = await setup.mailedCodes(email);
  return { browser, confirm: () => browser.post(`${AUTH}/auth/code/confirm`, { code }) };
}

test('a removed person has no way left to sign in, before any job has run', async () => {
  const owner = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner });
  const person = await setup.createClientPerson(customer);
  const email = await setup.addAddress(person);
  const passkey = await addPasskey(person);
  await person.browser.post(`${AUTH}/account/email`, { email: 'removed-2@example.com' });
  const key = (await setup.mailedLink(email, '/take-back')).searchParams.get('key');
  await setUpApp(person);
  await setup.db
    .insertInto('social_accounts')
    .values({
      user_id: person.id,
      provider: 'google',
      uid: 'removed-person',
      display: email,
      created_at: setup.context.now().toISOString(),
    })
    .execute();
  const guest = await askForCode(email);
  const removed = await owner.browser.delete(`/api/users/${customer.id}/people/${person.id}/`);
  expect(removed.statusCode).toBe(204);

  for (const table of TABLES)
    expect(
      await setup.db.selectFrom(table).select('user_id').where('user_id', '=', person.id).execute(),
      table,
    ).toEqual([]);
  expect(await isSignedIn(person.browser)).toBe(false);
  expect((await guest.confirm()).statusCode).toBe(400);
  expect((await guest.browser.post('/api/users/take_back/', { key })).statusCode).toBe(400);
  const { request_options } = (await guest.browser.get(LOGIN)).json<Request>().data;
  const credential = usePasskey(origin, request_options, passkey);
  expect((await guest.browser.post(LOGIN, { credential })).statusCode).toBe(400);
  expect(await isSignedIn(guest.browser)).toBe(false);
});

test('a removal ends the pending login of a person without a password', async () => {
  const owner = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner });
  const person = await setup.createClientPerson(customer);
  const email = await setup.addAddress(person);
  const [recoveryCode] = await setUpApp(person);
  const { browser, confirm } = await askForCode(email);
  expect((await confirm()).statusCode).toBe(401);
  const second = await browser.post(`${AUTH}/auth/2fa/authenticate`, { code: recoveryCode });
  expect(second.json()).toMatchObject({ data: { flows: expect.arrayContaining([PENDING]) } });
  await owner.browser.delete(`/api/users/${customer.id}/people/${person.id}/`);
  expect((await browser.post(`${AUTH}/auth/2fa/trust`, { trust: false })).statusCode).toBe(401);
  expect(await isSignedIn(browser)).toBe(false);
});

test('a job deletes the rest of the account, and a search no longer finds the client by the name', async () => {
  const owner = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner });
  const person = await setup.createClientPerson(customer);
  await setup.addAddress(person);
  await addPasskey(person);
  const found = async () =>
    (await owner.browser.get(`/api/users/?search=${person.username}`)).json<{ count: number }>().count;
  expect(await found()).toBe(1);
  await owner.browser.delete(`/api/users/${customer.id}/people/${person.id}/`);
  await setup.runJobs();
  expect(await found()).toBe(0);
  for (const table of ['security_events', 'known_devices', 'unwanted_notices', 'notices'] as const)
    expect(
      await setup.db.selectFrom(table).select('user_id').where('user_id', '=', person.id).execute(),
      table,
    ).toEqual([]);
});

test('the job leaves a person alone who is not removed, though another one is', async () => {
  const owner = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner });
  const [person, removed] = [
    await setup.createClientPerson(customer),
    await setup.createClientPerson(customer),
  ];
  await owner.browser.delete(`/api/users/${customer.id}/people/${removed.id}/`);
  await forgetPerson(setup.context, { user_id: person.id }, new AbortController().signal);
  expect(await isSignedIn(person.browser)).toBe(true);
});

test('a removal invalidates the copied and the mailed invitation, used ones too', async () => {
  const owner = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner });
  const email = 'invited-and-removed@example.com';
  const added = await owner.browser.post(`/api/users/${customer.id}/people/`, {
    username: 'uses-one',
    email,
  });
  const { id, reset_token: copied } = added.json<ListedPerson>();
  const mailed = (await setup.mailedLink(email, '/customer-register')).searchParams.get('token');
  const passwords = { password: PASSWORD, password_confirm: PASSWORD };
  const use = (reset_token: string | null) =>
    setup.createBrowser().post('/api/users/reset_password/', { reset_token, ...passwords });
  expect((await use(copied)).statusCode).toBe(200);
  await owner.browser.delete(`/api/users/${customer.id}/people/${id}/`);
  for (const token of [copied, mailed]) expect((await use(token)).statusCode).toBe(400);
});
