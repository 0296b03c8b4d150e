import { expect, test } from 'vitest';
import { buildApp } from '../../../app.ts';
import { AUTH, errorCodes, PASSWORD } from '../../../testing/accounts.ts';
import { type Browser, createBrowser } from '../../../testing/browser.ts';
import { guestTests } from '../../../testing/shared-test-app.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const { setup, guest } = await guestTests();
const user = (await setup.registerAccount('limited')).browser;

type Call = {
  action: string;
  limit: number;
  /** `count` varies the identifier of each call that would otherwise reach a second limit, by identifier, first. */
  call: (count: number) => ReturnType<Browser['post']>;
};

/** The limits of specification 4.13, per minute. */
const LIMITS: Call[] = [
  { action: 'login', limit: 30, call: () => guest.post(`${AUTH}/auth/login`, {}) },
  { action: 'signup', limit: 20, call: () => guest.post(`${AUTH}/auth/signup`, {}) },
  {
    action: 'asking for a reset, from one address',
    limit: 20,
    call: (count) => guest.post(`${AUTH}/auth/password/request`, { email: `n-${count}@example.com` }),
  },
  {
    action: 'asking for a reset, for one address',
    limit: 5,
    call: () => guest.post(`${AUTH}/auth/password/request`, { email: 'one@example.com' }),
  },
  {
    action: 'resetting by a key',
    limit: 20,
    call: () => guest.post(`${AUTH}/auth/password/reset`, { key: 'x', password: PASSWORD }),
  },
  {
    action: 'looking at and using tokens, together',
    limit: 20,
    call: (count) =>
      count % 2 === 0
        ? guest.get('/api/users/verify_token/?token=x')
        : guest.post('/api/users/reset_password/', {
            reset_token: 'x',
            password: PASSWORD,
            password_confirm: PASSWORD,
          }),
  },
  {
    action: 'asking for another mail, as a guest',
    limit: 10,
    call: (count) => guest.put(`${AUTH}/account/email`, { email: `n-${count}@example.com` }),
  },
  {
    action: 'managing addresses',
    limit: 10,
    call: () => user.patch(`${AUTH}/account/email`, { email: 'no@example.com', primary: true }),
  },
  {
    action: 'changing the password',
    limit: 5,
    call: () => user.post(`${AUTH}/account/password/change`, {}),
  },
  {
    action: 'confirming the password',
    limit: 10,
    call: () => user.post(`${AUTH}/auth/reauthenticate`, {}),
  },
];

test.each(LIMITS)('$action: $limit in a minute, then 429 with the time to wait', async ({ limit, call }) => {
  const answers = await Promise.all(Array.from({ length: limit + 3 }, (_, count) => call(count)));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(3);
  for (const { headers } of refused) expect(headers['retry-after']).toBe('60');
  setup.advance(60);
  expect((await call(limit + 3)).statusCode).not.toBe(429);
});

test('ten failed logins a minute lock out a network address, for all accounts together', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, count) =>
      guest.post(`${AUTH}/auth/login`, { username: `somebody-${count}`, password: 'wrong' }),
    ),
  );
  const codes = answers.flatMap(errorCodes);
  expect(codes.filter((code) => code === 'password:username_password_mismatch')).toHaveLength(10);
  expect(codes.filter((code) => code === 'too_many_login_attempts')).toHaveLength(10);
});

test.each([
  ['username', ['limited', 'LIMITED', 'ｌimited', 'ℓimited', 'ⅼｉmited']],
  [
    'address',
    [
      'ist@güneş.com',
      'ist@xn--gne-hoa11c.com',
      'IST@GÜNEŞ.com',
      'ist@ｇüneş.com',
      'ist@gu\u0308nes\u0327.com',
    ],
  ],
])('guesses at one account count together, however its %s is spelt', async (_what, spellings) => {
  const [first = ''] = spellings;
  for (const username of spellings) {
    const answer = await guest.post(`${AUTH}/auth/login`, { username, password: 'wrong' });
    expect(errorCodes(answer)).toEqual(['password:username_password_mismatch']);
  }
  const answer = await guest.post(`${AUTH}/auth/login`, { username: first, password: PASSWORD });
  expect(errorCodes(answer)).toEqual(['too_many_login_attempts']);
});

test('counters are in the database: another instance, or the same one after a restart, continues them', async () => {
  const wrong = { username: 'limited', password: 'wrong' };
  for (let count = 0; count < 5; count += 1) await guest.post(`${AUTH}/auth/login`, wrong);
  const other = await buildApp(setup.context);
  await other.ready();
  const right = { username: 'limited', password: PASSWORD };
  const answer = await createBrowser(other).post(`${AUTH}/auth/login`, right);
  expect(errorCodes(answer)).toEqual(['too_many_login_attempts']);
  expect(answer.headers['retry-after']).toBe('300');
  await other.close();
});

test('behind one proxy only the address that the proxy adds counts, not those that the client sent', async () => {
  const behind = await createTestApp({ TRUST_PROXY: '1' });
  const statusesOf = async (addressOf: (count: number) => string) => {
    const answers = await Promise.all(
      Array.from({ length: 31 }, (_, count) =>
        behind.createBrowser().post(`${AUTH}/auth/login`, {}, { 'x-forwarded-for': addressOf(count) }),
      ),
    );
    return answers.filter(({ statusCode }) => statusCode === 429).length;
  };
  expect(await statusesOf((count) => `198.51.100.${count}, 203.0.113.9`)).toBe(1);
  expect(await statusesOf((count) => `198.51.100.${count}`)).toBe(0);
  await behind.close();
});

test('a pending verification is discarded after fifteen minutes, and at a logout', async () => {
  const isPending = async () => {
    const { data } = (await guest.get(`${AUTH}/auth/session`)).json<{ data: { flows: { id: string }[] } }>();
    return data.flows.some(({ id }) => id === 'verify_email');
  };
  const signUp = (username: string) =>
    guest.post(`${AUTH}/auth/signup`, { username, email: `${username}@example.com`, password: PASSWORD });
  await signUp('gives-up');
  setup.advance(15 * 60 - 1);
  expect(await isPending()).toBe(true);
  setup.advance(1);
  expect(await isPending()).toBe(false);
  await signUp('gives-up-too');
  expect(await isPending()).toBe(true);
  await guest.delete(`${AUTH}/auth/session`);
  expect(await isPending()).toBe(false);
});

test('HEAD and GET of a verification key use nothing up', async () => {
  const { browser, email } = await setup.registerAccount('looks');
  const added = 'looks-2@example.com';
  await browser.post(`${AUTH}/account/email`, { email: added });
  await setup.runJobs();
  const mail = setup.mails.findLast(({ to }) => to === added);
  const key = /key=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const header = { 'x-email-verification-key': decodeURIComponent(key) };
  for (const method of ['HEAD', 'GET'] as const) {
    await guest.request({ method, url: `${AUTH}/auth/email/verify`, headers: header });
    await guest.request({ method, url: `/api/users/get_email_from_key/?key=${key}` });
    await guest.request({ method, url: `/verify-email?key=${key}` });
  }
  expect((await browser.get(`${AUTH}/account/email`)).json()).toMatchObject({
    data: [{ email }, { email: added, verified: false }],
  });
});
