import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AUTH, PASSWORD, registerAccount } from '../../testing/accounts.ts';
import { createBrowser } from '../../testing/browser.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const ROUNDS = 7;

let setup: TestApp;
beforeAll(async () => {
  setup = await createTestApp({ RATE_LIMITS: 'off' });
  await registerAccount(setup, 'known');
  // Usernames that look like an address, one of which is somebody's.
  await registerAccount(setup, 'known@example.com', 'one@example.com');
  await registerAccount(setup, 'unknown@example.com', 'two@example.com');
});
afterAll(() => setup.close());
beforeEach(() => setup.advance(3600));

/** The processor's time of this process, in ms: unlike the clock's it does not grow when the machine is busy. */
async function workOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The median work of calls for a known and for an unknown account, in turns. */
async function compare(call: (isKnown: boolean, round: number) => Promise<unknown>) {
  const work: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    const [known, unknown] = [await workOf(() => call(true, round)), await workOf(() => call(false, round))];
    // The first round warms up: the hash of nobody is made then.
    if (round < 0) continue;
    work.known.push(known);
    work.unknown.push(unknown);
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  return median(work.unknown) / median(work.known);
}

const post = (path: string, payload: object) => createBrowser(setup.app).post(`${AUTH}${path}`, payload);

// A hash costs tens of ms, all the rest of a call one or two: one hash against none is below a tenth, against two a half.
test.each([
  [
    'a login with a wrong password',
    (isKnown: boolean) =>
      post('/auth/login', { username: isKnown ? 'known' : 'nobody-here', password: 'wrong' }),
  ],
  [
    'a login by address with a wrong password',
    (isKnown: boolean) =>
      post('/auth/login', { email: isKnown ? 'known@example.com' : 'no@example.com', password: 'wrong' }),
  ],
  [
    "a login by a username that may be somebody's address, with a wrong password",
    (isKnown: boolean) =>
      post('/auth/login', {
        username: isKnown ? 'known@example.com' : 'unknown@example.com',
        password: 'wrong',
      }),
  ],
  [
    'a signup',
    (isKnown: boolean, round: number) =>
      post('/auth/signup', {
        username: `new-${isKnown ? 'k' : 'u'}-${round}`,
        email: isKnown ? 'known@example.com' : `new-${round}@example.com`,
        password: PASSWORD,
      }),
  ],
] as const)('%s costs the same work for known and unknown accounts', async (_what, call) => {
  const ratio = await compare(call);
  expect(ratio).toBeGreaterThan(0.65);
  expect(ratio).toBeLessThan(1.6);
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
        createBrowser(setup.app).put(`${AUTH}/account/email`, { email }),
      ),
    ),
  ];
  for (const [known, unknown] of pairs) {
    expect([unknown?.statusCode, unknown?.body]).toEqual([known?.statusCode, known?.body]);
    expect(Object.keys(unknown?.headers ?? {})).toEqual(Object.keys(known?.headers ?? {}));
  }
});
