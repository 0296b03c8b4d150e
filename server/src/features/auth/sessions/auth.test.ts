import type { Customer } from '@vitrin/shared/contract/customers.ts';
import type { Page } from '@vitrin/shared/contract/common.ts';
import { expect, test } from 'vitest';
import type { Browser } from '../../../testing/browser.ts';
import { guestTests } from '../../../testing/shared-test-app.ts';

const API = '/api/_allauth/browser/v1';
const PASSWORD = 'petrol-green-window';

const { setup, guest } = await guestTests();

const flows = (...pending: object[]) => ({
  status: 401,
  data: {
    flows: [
      { id: 'login' },
      { id: 'login_by_code' },
      { id: 'signup' },
      { id: 'mfa_login_webauthn' },
      ...pending,
    ],
  },
  meta: { is_authenticated: false },
});
const verifyPending = flows({ id: 'verify_email', is_pending: true });

async function signUp(browser: Browser, username: string, email = `${username}@example.com`) {
  return browser.post(`${API}/auth/signup`, { username, email, password: PASSWORD });
}

async function lastLink(to: string, path: string): Promise<URL> {
  await setup.runJobs();
  const mail = setup.mails.findLast((one) => one.to === to && one.text.includes(path));
  return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'missing:');
}

test('a freelancer signs up, verifies by the mailed link and logs in', async () => {
  const signup = await signUp(guest, 'ada');
  expect(signup.statusCode).toBe(401);
  expect(signup.json()).toEqual(verifyPending);
  expect((await guest.get(`${API}/auth/session`)).json()).toEqual(verifyPending);

  const credentials = { username: 'Ada', password: PASSWORD };
  expect((await guest.post(`${API}/auth/login`, credentials)).json()).toEqual(verifyPending);

  const key = (await lastLink('ada@example.com', '/verify-email')).searchParams.get('key') ?? '';
  const header = { 'x-email-verification-key': key };
  expect((await guest.get(`${API}/auth/email/verify`, header)).json()).toMatchObject({
    data: { email: 'ada@example.com', user: { username: 'ada', has_usable_password: true } },
    meta: { is_authenticating: true },
  });
  const lookUp = `/api/users/get_email_from_key/?key=${encodeURIComponent(key)}`;
  const expected = { face: null, email: 'ada@example.com', username: 'ada' };
  expect((await guest.get(lookUp)).json()).toEqual({ ...expected, verified: false });

  const verified = await guest.post(`${API}/auth/email/verify`, { key });
  expect([verified.statusCode, verified.json()]).toEqual([401, flows()]);
  expect((await guest.get(lookUp)).json()).toEqual({ ...expected, verified: true });
  const again = await guest.post(`${API}/auth/email/verify`, { key });
  expect(again.json()).toMatchObject({
    status: 400,
    errors: [{ code: 'invalid_or_expired_key', param: 'key' }],
  });

  const login = await guest.post(`${API}/auth/login`, credentials);
  expect(login.statusCode).toBe(200);
  expect(login.json()).toMatchObject({
    data: {
      user: { display: 'ada', email: 'ada@example.com' },
      methods: [{ method: 'password', username: 'Ada' }],
    },
    meta: { is_authenticated: true },
  });
  expect((await guest.get(`${API}/auth/session`)).json()).toMatchObject(login.json());
  expect((await guest.post(`${API}/auth/login`, credentials)).json()).toEqual({ status: 409 });

  const logout = await guest.delete(`${API}/auth/session`);
  expect([logout.statusCode, logout.json()]).toEqual([401, flows()]);
  expect((await guest.get(`${API}/auth/session`)).statusCode).toBe(401);
});

test('the API answers at both addresses, is never cached, and sets a CSRF cookie', async () => {
  for (const prefix of ['', '/api']) {
    const response = await setup.app.inject({
      url: `${prefix}/_allauth/browser/v1/config`,
      headers: { host: 'localhost:3000' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toContain('no-store');
    expect(response.cookies.map(({ name }) => name)).toEqual(['visitor', 'csrftoken']);
  }
});

test('input errors name the field and the code', async () => {
  const codes = async (path: string, payload: unknown) => {
    const response = await guest.post(`${API}${path}`, payload);
    const { status, errors } = response.json<{
      status: number;
      errors: { code: string; param?: string }[];
    }>();
    expect([response.statusCode, status]).toEqual([400, 400]);
    return errors.map(({ code, param }) => (param ? `${param}:${code}` : code));
  };
  expect(await codes('/auth/login', {})).toEqual(['password:required']);
  expect(await codes('/auth/login', { password: 'x' })).toEqual(['invalid_login']);
  expect(await codes('/auth/login', { password: 'x', email: 'no' })).toEqual(['email:invalid']);
  expect(await codes('/auth/login', { username: 'nobody', password: 'x' })).toEqual([
    'password:username_password_mismatch',
  ]);
  expect(await codes('/auth/signup', undefined)).toEqual([
    'username:required',
    'email:required',
    'password:required',
  ]);
  expect(await codes('/auth/signup', { username: 'a b', email: 'x', password: '12345' })).toEqual([
    'username:invalid',
    'email:invalid',
    'password:password_too_short',
  ]);
  expect(await codes('/auth/signup', [1])).toEqual(['invalid']);
});

test('broken JSON is a bare 400, an unknown method a bare 405, a missing CSRF token a 403 with a detail', async () => {
  const broken = await guest.request({
    method: 'POST',
    url: `${API}/auth/login`,
    headers: { 'content-type': 'application/json' },
    payload: '{"username":',
  });
  expect([broken.statusCode, broken.body]).toEqual([400, '']);
  const method = await guest.put(`${API}/auth/login`, {});
  expect([method.statusCode, method.body, method.headers.allow]).toEqual([405, '', 'POST']);
  const forged = await guest.post(`${API}/auth/login`, {}, { 'x-csrftoken': '' });
  expect([forged.statusCode, forged.json()]).toEqual([403, { detail: expect.any(String) }]);
});

test('a verified address gets the same answer, and its owner a mail at once', async () => {
  await signUp(guest, 'grace');
  const key = (await lastLink('grace@example.com', '/verify-email')).searchParams.get('key');
  await guest.post(`${API}/auth/email/verify`, { key });
  const other = setup.createBrowser();
  const response = await signUp(other, 'grace-again', 'Grace@Example.com');
  expect([response.statusCode, response.json()]).toEqual([401, verifyPending]);
  expect((await lastLink('grace@example.com', '/reset-password')).pathname).toBe('/reset-password');
  const { count } = await setup.db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('username', '=', 'grace-again')
    .executeTakeFirstOrThrow();
  expect(count).toBe(0);
  const taken = await signUp(other, 'GRACE', 'new@example.com');
  expect(taken.json()).toMatchObject({ errors: [{ code: 'username_taken', param: 'username' }] });
});

test('twenty parallel guesses cannot pass the limit, which then refuses the right password too', async () => {
  await signUp(guest, 'linus');
  const guesses = await Promise.all(
    Array.from({ length: 20 }, () =>
      setup.createBrowser().post(`${API}/auth/login`, { username: 'linus', password: 'wrong' }),
    ),
  );
  const codes = guesses.map((response) => response.json<{ errors: { code: string }[] }>().errors[0]?.code);
  expect(codes.filter((code) => code === 'username_password_mismatch')).toHaveLength(5);
  const right = await guest.post(`${API}/auth/login`, { username: 'LINUS', password: PASSWORD });
  expect(right.json()).toMatchObject({ status: 400, errors: [{ code: 'too_many_login_attempts' }] });
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
  setup.advance(5 * 60);
  expect((await guest.post(`${API}/auth/login`, { username: 'linus', password: PASSWORD })).statusCode).toBe(
    401,
  );
});

test('an invited customer sets a password by the link and is signed in; the link works once', async () => {
  const owner = await setup.createFreelancer();
  const created = await owner.browser.post('/api/users/', { username: 'müşteri' });
  expect(created.statusCode).toBe(201);
  const list = await owner.browser.get('/api/users/');
  expect(list.headers['cache-control']).toBe('no-store');
  const [customer] = list.json<Page<Customer>>().results;
  expect(customer).toMatchObject({ username: 'müşteri', registered: false, project_count: 0 });
  const token = customer?.reset_token ?? '';

  for (const method of ['GET', 'HEAD'] as const)
    await guest.request({ method, url: `/api/users/verify_token/?token=${token}` });
  const expected = await guest.get(`/api/users/verify_token/?token=${token}`);
  expect(expected.json()).toMatchObject({ token, username: 'müşteri', freelancer: owner.username });

  const payload = { reset_token: token, password: PASSWORD, password_confirm: PASSWORD };
  const differ = await guest.post('/api/users/reset_password/', { ...payload, password_confirm: 'x' });
  expect(differ.json()).toEqual({ password_confirm: ['Passwords do not match'] });
  const uses = await Promise.all(
    [guest, setup.createBrowser()].map((browser) => browser.post('/api/users/reset_password/', payload)),
  );
  expect(uses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
  const lost = await setup.createBrowser().get(`/api/users/verify_token/?token=${token}`);
  expect([lost.statusCode, lost.json()]).toEqual([
    410,
    { detail: expect.stringContaining('This invitation has already been used'), username: 'müşteri' },
  ]);
  const login = await setup.createBrowser().post(`${API}/auth/login`, {
    username: 'MÜşteri',
    password: PASSWORD,
  });
  expect(login.statusCode).toBe(200);
});

test('a guest who asks for another mail learns nothing about the address', async () => {
  await signUp(guest, 'alan');
  await setup.runJobs();
  setup.advance(200);
  const before = setup.mails.length;
  for (const email of ['alan@example.com', 'alan@example.com', 'nobody@example.com']) {
    const response = await guest.put(`${API}/account/email`, { email });
    expect([response.statusCode, response.json()]).toEqual([200, { status: 200 }]);
  }
  await setup.runJobs();
  expect(setup.mails.slice(before).map(({ to }) => to)).toEqual(['alan@example.com']);
});

test('a forged X-Forwarded-For changes nothing, and the 31st login of a minute is 429', async () => {
  const statuses = [];
  for (let count = 0; count < 31; count += 1) {
    const payload = { username: `nobody-${count}` };
    const response = await guest.post(`${API}/auth/login`, payload, {
      'x-forwarded-for': `198.51.100.${count}`,
    });
    statuses.push(response.statusCode);
    if (response.statusCode === 429)
      expect([response.json(), response.headers['retry-after']]).toEqual([{ status: 429 }, '60']);
  }
  expect(statuses.indexOf(429)).toBe(30);
});

test('answers are in the language of the request, with the same codes', async () => {
  const turkish = await guest.post(`${API}/auth/login`, {}, { 'accept-language': 'tr-TR' });
  expect(turkish.json()).toEqual({
    status: 400,
    errors: [{ message: 'Bu alan zorunludur.', code: 'required', param: 'password' }],
  });
  await guest.post(
    `${API}/auth/signup`,
    { username: 'türkçe', email: 'turkce@example.com', password: PASSWORD },
    { 'accept-language': 'tr' },
  );
  await setup.runJobs();
  expect(setup.mails.at(-1)).toMatchObject({
    to: 'turkce@example.com',
    subject: 'E-posta adresinizi doğrulayın',
  });
});

test('a customer signs in by username before verifying the address, and by the address only after', async () => {
  const owner = await setup.createFreelancer();
  const created = await owner.browser.post('/api/users/', { username: 'with-email' });
  const customer = setup.createBrowser();
  const token = created.json<Customer>().reset_token;
  const payload = { reset_token: token, password: PASSWORD, password_confirm: PASSWORD };
  const bad = await customer.post('/api/users/reset_password/', { ...payload, email: 'x' });
  expect(bad.json()).toEqual({ email: ['Enter a valid email address.'] });
  await customer.post('/api/users/reset_password/', { ...payload, email: 'With-Email@example.com' });
  const key = (await lastLink('with-email@example.com', '/verify-email')).searchParams.get('key') ?? '';
  expect(setup.mails.some(({ subject }) => subject === 'with-email has registered')).toBe(true);

  const logIn = async (username: string) =>
    (await setup.createBrowser().post(`${API}/auth/login`, { username, password: PASSWORD })).statusCode;
  expect([await logIn('with-email'), await logIn('with-email@example.com')]).toEqual([200, 401]);

  const invitation = async () =>
    (await owner.browser.get('/api/users/'))
      .json<Page<Customer>>()
      .results.find((row) => row.username === 'with-email');
  const second = await invitation();
  expect(second).toMatchObject({ registered: true, reset_token: expect.any(String) });
  await guest.post(`${API}/auth/email/verify`, { key });
  expect([await logIn('with-email'), await logIn('with-email@example.com')]).toEqual([200, 200]);
  expect((await invitation())?.reset_token).toBeNull();
  const ended = await guest.get(`/api/users/verify_token/?token=${second?.reset_token}`);
  expect(ended.statusCode).toBe(410);
});

test('an invitation expires after thirty days, and is listed again', async () => {
  const owner = await setup.createFreelancer();
  const { reset_token } = (await owner.browser.post('/api/users/', { username: 'slow' })).json<Customer>();
  const isValid = async () =>
    (await guest.get(`/api/users/verify_token/?token=${reset_token}`)).statusCode === 200;
  setup.advance(30 * 24 * 3600 - 1);
  expect(await isValid()).toBe(true);
  setup.advance(1);
  expect(await isValid()).toBe(false);
});
