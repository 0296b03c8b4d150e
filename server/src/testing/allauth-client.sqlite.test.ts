import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAllauthClient } from '../../../test-kit/allauth-client.ts';
import { waitForMail, waitForMailText } from '../../../test-kit/outbox.ts';
import { makePasskey, usePasskey } from '../../../test-kit/passkeys.ts';
import { type Product, startProduct } from '../../../test-kit/product.ts';

const EMAIL = 'client@example.com';
const SECOND = 'client-2@example.com';
const [FIRST, NEXT, LAST] = ['petrol-green-window', 'a quiet harbour', 'seven grey herons'];

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.remove());

const keyMailedTo = async (email: string) =>
  (await waitForMail(product.dataDir, email, '/verify-email')).link.searchParams.get('key') ?? '';

test('a client written for django-allauth signs up, verifies, logs in, resets, changes and manages addresses', async () => {
  const client = createAllauthClient(product.url);
  expect((await client.getConfig()).data.account.is_open_for_signup).toBe(true);
  const signup = await client.signUp({ username: 'client', email: EMAIL, password: FIRST });
  expect(signup).toMatchObject({
    data: { flows: [{}, {}, {}, {}, { id: 'verify_email', is_pending: true }] },
  });
  const key = await keyMailedTo(EMAIL);
  expect(await client.getEmailVerification(key)).toMatchObject({ data: { email: EMAIL } });
  expect(await client.verifyEmail(key)).toMatchObject({
    status: 200,
    data: { user: { username: 'client' } },
  });
  expect(await client.verifyEmail(key)).toMatchObject({ errors: [{ code: 'invalid_or_expired_key' }] });
  expect(await client.logout()).toMatchObject({ status: 401 });

  expect(await client.login({ email: EMAIL, password: 'wrong' })).toMatchObject({
    errors: [{ code: 'email_password_mismatch', param: 'password' }],
  });
  expect(await client.login({ email: EMAIL, password: FIRST })).toMatchObject({ status: 200 });
  expect(await client.login({ email: EMAIL, password: FIRST })).toEqual({ status: 409 });
  expect(await client.getSession()).toMatchObject({ data: { user: { username: 'client', email: EMAIL } } });
  expect(await client.reauthenticate({ password: FIRST })).toMatchObject({ status: 200 });

  expect(await client.changePassword({ current_password: FIRST, new_password: NEXT })).toMatchObject({
    status: 200,
  });
  expect(await client.addAddress(SECOND)).toMatchObject({ data: [{}, { email: SECOND, verified: false }] });
  expect(await client.requestVerification(SECOND)).toEqual({ status: 403 });
  expect(await client.makePrimary(SECOND)).toMatchObject({ errors: [{ code: 'unverified_primary_email' }] });
  await client.verifyEmail(await keyMailedTo(SECOND));
  expect(await client.makePrimary(SECOND)).toMatchObject({ data: [{ email: SECOND, primary: true }, {}] });
  expect(await client.removeAddress(EMAIL)).toMatchObject({ data: [{ email: SECOND }] });
  expect(await client.getAddresses()).toMatchObject({ data: [{ email: SECOND, verified: true }] });
  expect(await client.logout()).toMatchObject({ status: 401 });
  expect(await client.getAddresses()).toMatchObject({ status: 401 });

  expect(await client.requestPasswordReset(SECOND)).toEqual({ status: 200 });
  const { link } = await waitForMail(product.dataDir, SECOND, '/password-reset');
  const token = link.searchParams.get('token') ?? '';
  expect(await client.getPasswordReset(token)).toMatchObject({ data: { user: { username: 'client' } } });
  expect(await client.resetPassword({ key: token, password: '123' })).toMatchObject({
    errors: [{ code: 'password_too_short' }],
  });
  expect(await client.resetPassword({ key: token, password: LAST })).toMatchObject({ status: 200 });
  expect(await client.resetPassword({ key: token, password: LAST })).toMatchObject({
    errors: [{ code: 'invalid_password_reset', param: 'key' }],
  });

  const phone = createAllauthClient(product.url);
  await phone.getConfig();
  expect(await phone.login({ username: 'CLIENT', password: LAST })).toMatchObject({ status: 200 });
  const sessions = await client.getSessions();
  const data = 'data' in sessions && Array.isArray(sessions.data) ? sessions.data : [];
  const others = data.filter((session) => !session.is_current).map(({ id }) => id);
  expect(await client.endSessions(others)).toMatchObject({ data: [{ is_current: true }] });
  expect(await phone.getSession()).toMatchObject({ status: 401 });
});

test('such a client logs in by a mailed code', async () => {
  const client = createAllauthClient(product.url);
  expect((await client.getConfig()).data.account.login_by_code_enabled).toBe(true);
  const [username, email] = ['coded', 'coded@example.com'];
  await client.signUp({ username, email, password: FIRST });
  await client.verifyEmail(await keyMailedTo(email));
  await client.logout();
  expect(await client.confirmCode('123456')).toEqual({ status: 409 });
  expect(await client.resendCode()).toEqual({ status: 409 });
  expect(await client.requestCode({ phone: '+905551112233' })).toMatchObject({
    errors: [{ code: 'required', param: 'email' }],
  });
  const flow = { id: 'login_by_code', is_pending: true, email };
  expect(await client.requestCode({ email })).toMatchObject({
    status: 401,
    data: { flows: [{}, flow, {}, {}] },
  });
  expect(await client.getSession()).toMatchObject({ status: 401, data: { flows: [{}, flow, {}, {}] } });
  expect(await client.resendCode()).toEqual({ status: 429 });
  const text = await waitForMailText(product.dataDir, email, /^\d{6} /m);
  const code = /^\d{6}/m.exec(text)?.[0] ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await client.confirmCode(wrong)).toMatchObject({
    errors: [{ code: 'incorrect_code', param: 'code' }],
  });
  expect(await client.confirmCode(code)).toMatchObject({
    status: 200,
    data: { user: { username }, methods: [{ method: 'code', email }] },
  });
  expect(await client.confirmCode(code)).toEqual({ status: 409 });
});

/** The data of a successful call. */
function dataOf<T extends object>(answer: T): Extract<T, { data: unknown; status: 200 }>['data'] {
  expect(answer).toMatchObject({ status: 200 });
  return (answer as Extract<T, { data: unknown; status: 200 }>).data;
}

const register = async (username: string) => {
  const client = createAllauthClient(product.url);
  await client.getConfig();
  const email = `${username}@example.com`;
  await client.signUp({ username, email, password: FIRST });
  await client.verifyEmail(await keyMailedTo(email));
  return client;
};

const HALF_A_MINUTE = 30_000;

test('such a client sets an app up, gives its codes at logins and later, and removes it', async () => {
  const client = await register('factored');
  expect((await client.getConfig()).data.mfa?.supported_types).toContain('totp');
  expect(await client.getRecoveryCodes()).toEqual({ status: 404 });
  const setUp = await client.getTotp();
  if (setUp.status !== 404) throw new Error('An app was there before');
  const totp = new TOTP({ secret: Secret.fromBase32(setUp.meta.secret) });
  const codeAfter = (steps: number) => totp.generate({ timestamp: Date.now() + steps * HALF_A_MINUTE });
  expect(await client.activateTotp('000000')).toMatchObject({ errors: [{ code: 'incorrect_code' }] });
  const active = await client.activateTotp(codeAfter(-1));
  expect(active).toMatchObject({ status: 200, meta: { recovery_codes_generated: true } });
  expect(await client.getTotp()).toMatchObject({ status: 200, data: { type: 'totp' } });
  expect(await client.getAuthenticators()).toMatchObject({ data: [{}, { unused_code_count: 10 }] });
  expect(await client.getRecoveryCodes()).toMatchObject({ data: { unused_codes: { length: 10 } } });
  const { unused_codes: codes } = dataOf(await client.renewRecoveryCodes());
  expect(codes).toHaveLength(10);
  expect(await client.reauthenticateByCode(codes[0] ?? '')).toMatchObject({
    data: { methods: [{}, { method: 'mfa', type: 'recovery_codes', reauthenticated: true }] },
  });

  await client.logout();
  expect(await client.authenticateByCode('000000')).toMatchObject({ status: 401 });
  const waiting = { id: 'mfa_authenticate', is_pending: true, types: ['totp', 'recovery_codes'] };
  const first = await client.login({ username: 'factored', password: FIRST });
  expect(first).toMatchObject({ status: 401, data: { flows: expect.arrayContaining([waiting]) } });
  expect(await client.authenticateByCode('000000')).toMatchObject({ errors: [{ code: 'incorrect_code' }] });
  const second = await client.authenticateByCode(codeAfter(0));
  const trusting = { id: 'mfa_trust', is_pending: true };
  expect(second).toMatchObject({ status: 401, data: { flows: expect.arrayContaining([trusting]) } });
  expect(await client.trust(false)).toMatchObject({
    status: 200,
    data: { methods: [{ method: 'password' }, { method: 'mfa', type: 'totp' }] },
  });
  expect(await client.removeTotp()).toEqual({ status: 200 });
  expect(await client.getAuthenticators()).toMatchObject({ data: [] });
});

test('such a client adds a passkey, logs in and confirms by it, gives a second step, renames and removes it', async () => {
  const client = await register('keyed');
  expect((await client.getConfig()).data.mfa?.passkey_login_enabled).toBe(true);
  const { creation_options: creation } = dataOf(await client.getPasskeyCreation());
  const { passkey, credential } = makePasskey(product.url, creation as Parameters<typeof makePasskey>[1]);
  const { id } = dataOf(await client.addPasskey({ name: 'Phone', credential }));
  const give = async (purpose: 'login' | 'authenticate' | 'reauthenticate') => {
    const { request_options: request } = dataOf(await client.getPasskeyRequest(purpose));
    const options = request as Parameters<typeof usePasskey>[1];
    return client.givePasskey(purpose, usePasskey(product.url, options, passkey));
  };
  expect(await client.renamePasskey({ id, name: 'Old phone' })).toMatchObject({
    data: { name: 'Old phone' },
  });
  expect(await client.getAuthenticators()).toMatchObject({ data: [{ type: 'webauthn', name: 'Old phone' }] });
  expect(await give('reauthenticate')).toMatchObject({
    data: { methods: [{}, { method: 'mfa', type: 'webauthn', reauthenticated: true }] },
  });

  const setUp = await client.getTotp();
  if (setUp.status !== 404) throw new Error('An app was there before');
  await client.activateTotp(new TOTP({ secret: Secret.fromBase32(setUp.meta.secret) }).generate());
  await client.logout();
  await client.login({ username: 'keyed', password: FIRST });
  expect(await give('authenticate')).toMatchObject({ status: 401 });
  expect(await client.trust(false)).toMatchObject({
    data: { methods: [{}, { method: 'mfa', type: 'webauthn' }] },
  });
  await client.logout();
  expect(await give('login')).toMatchObject({ status: 200, data: { user: { username: 'keyed' } } });
  expect(await client.getPasskeyRequest('login')).toEqual({ status: 409 });
  expect(await client.removePasskeys([id])).toEqual({ status: 200 });
  expect(await client.removePasskeys([id])).toMatchObject({ errors: [{ code: 'invalid_choice' }] });
});
