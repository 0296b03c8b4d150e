import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAllauthClient } from '../../../test-kit/allauth-client.ts';
import { waitForMail, waitForMailText } from '../../../test-kit/outbox.ts';
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
