import { beforeEach, expect, test } from 'vitest';
import { AUTH, PASSWORD } from '../../../testing/accounts.ts';
import { statementsOf } from '../../../testing/database/statements.ts';
import { hashing } from '../../../testing/hashing.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
await setup.registerAccount('known');
// Usernames that look like an address; one of these addresses has an account.
await setup.registerAccount('known@example.com', 'one@example.com');
await setup.registerAccount('unknown@example.com', 'two@example.com');
beforeEach(() => setup.advance(3600));

/**
 * Number of password hashes that a call takes. One takes tens of ms, the rest of a call one or two, so a
 * stranger can only measure their number.
 */
async function hashesOf(call: () => Promise<unknown>): Promise<number> {
  const before = hashing.count;
  await call();
  return hashing.count - before;
}

const post = (path: string, payload: object) => setup.createBrowser().post(`${AUTH}${path}`, payload);

test.each([
  [
    'a login with a wrong password',
    (exists: boolean) =>
      post('/auth/login', { username: exists ? 'known' : 'nobody-here', password: 'wrong' }),
  ],
  [
    'a login by address with a wrong password',
    (exists: boolean) =>
      post('/auth/login', { email: exists ? 'known@example.com' : 'no@example.com', password: 'wrong' }),
  ],
  [
    "a login by a username that may be somebody's address, with a wrong password",
    (exists: boolean) =>
      post('/auth/login', {
        username: exists ? 'known@example.com' : 'unknown@example.com',
        password: 'wrong',
      }),
  ],
  [
    'a signup',
    (exists: boolean, round: number) =>
      post('/auth/signup', {
        username: `new-${exists ? 'k' : 'u'}-${round}`,
        email: exists ? 'known@example.com' : `new-${round}@example.com`,
        password: PASSWORD,
      }),
  ],
] as const)('%s costs as many hashes for known and for unknown accounts', async (_what, call) => {
  // Warms up: the hash for unknown accounts is made with the first call.
  await call(false, 0);
  const existing = await hashesOf(() => call(true, 1));
  expect(existing).toBeGreaterThan(0);
  expect(await hashesOf(() => call(false, 2))).toBe(existing);
});

test('answers to known and unknown accounts are the same, byte by byte', async () => {
  const pairs = [
    await Promise.all(
      ['known', 'nobody-here'].map((username) => post('/auth/login', { username, password: 'wrong' })),
    ),
    await Promise.all(
      ['known@example.com', 'no@example.com'].map((email) => post('/auth/password/request', { email })),
    ),
    await Promise.all(
      ['known@example.com', 'fresh@example.com'].map((email, index) =>
        post('/auth/signup', { username: `same-${index}`, email, password: PASSWORD }),
      ),
    ),
    await Promise.all(
      ['known@example.com', 'no@example.com'].map((email) =>
        setup.createBrowser().put(`${AUTH}/account/email`, { email }),
      ),
    ),
  ];
  for (const [existing, unknown] of pairs) {
    expect([unknown?.statusCode, unknown?.body]).toEqual([existing?.statusCode, existing?.body]);
    expect(Object.keys(unknown?.headers ?? {})).toEqual(Object.keys(existing?.headers ?? {}));
  }
});

test('requesting a code, and typing a wrong one, run as many statements for known as for unknown addresses', async () => {
  const seen = [];
  for (const email of ['known@example.com', 'no@example.com']) {
    const browser = setup.createBrowser();
    const ask = () => browser.post(`${AUTH}/auth/code/request`, { email });
    const type = () => browser.post(`${AUTH}/auth/code/confirm`, { code: 'wrong' });
    for (const call of [ask, type]) {
      const answers: Awaited<ReturnType<typeof call>>[] = [];
      const statements = await statementsOf(setup.db, async () => answers.push(await call()));
      await setup.runJobs();
      const shown = answers.map(({ body, headers }) => [
        body.replaceAll(email, 'ADDRESS'),
        Object.keys(headers),
      ]);
      seen.push([email, statements.map(({ sql }) => sql), shown]);
    }
  }
  const [asked, typed, ...others] = seen.map(([, ...rest]) => rest);
  expect(others).toEqual([asked, typed]);
  expect(typed?.[0]).not.toEqual([]);
});

test('a link that recovers no account costs no hash', async () => {
  const call = () => setup.createBrowser().post('/api/users/take_back/', { key: 'x' });
  expect(await hashesOf(call)).toBe(0);
  expect((await call()).statusCode).toBe(400);
});
