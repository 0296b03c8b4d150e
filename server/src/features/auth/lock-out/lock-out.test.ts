import { beforeEach, expect, test } from 'vitest';
import { AUTH, errorCodes, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const NEW = 'a quiet harbour';
const LOCKED = ['too_many_login_attempts'];
const WRONG = ['password:username_password_mismatch'];

let stranger: Browser;
let addresses = 0;
const setup = await sharedTestApp({ TRUST_PROXY: '1' });
beforeEach(() => {
  setup.advance(3600);
  stranger = setup.createBrowser();
});

/** Logs in from a new network address each time, so that only the counters of accounts are reached. */
async function logIn(browser: Browser, username: string, password = PASSWORD): Promise<string[]> {
  addresses += 1;
  const from = { 'x-forwarded-for': `198.51.${addresses >> 8}.${addresses & 255}` };
  return errorCodes(await browser.post(`${AUTH}/auth/login`, { username, password }, from));
}

async function lockOut(...identifiers: string[]): Promise<void> {
  for (const identifier of identifiers)
    for (let count = 0; count < 5; count += 1) await logIn(stranger, identifier, 'wrong');
}

async function reset(email: string, browser = setup.createBrowser()): Promise<void> {
  await browser.post(`${AUTH}/auth/password/request`, { email });
  const key = await setup.mailedToken(email);
  const used = await browser.post(`${AUTH}/auth/password/reset`, { key, password: NEW });
  expect(used.statusCode).toBe(200);
}

test("a stranger who adds the victim's address to an own account and resets there lifts no lock-out", async () => {
  const { email } = await setup.registerAccount('victim-one');
  const attacker = await setup.registerAccount('attacker-one');
  await attacker.browser.post(`${AUTH}/account/email`, { email });
  await lockOut(email);
  await reset(attacker.email);
  expect(await logIn(setup.createBrowser(), email)).toEqual(LOCKED);
});

test("a stranger who takes the victim's address as a username and resets there lifts no lock-out", async () => {
  const { email } = await setup.registerAccount('victim-two');
  const attacker = await setup.registerAccount(email, 'attacker-two@example.com');
  await lockOut(email);
  await reset(attacker.email);
  expect(await logIn(setup.createBrowser(), email)).toEqual(LOCKED);
});

test('a reset unlocks its own account by username and address, even if another account has the address as its username', async () => {
  const { email, username } = await setup.registerAccount('victim-three');
  await setup.registerAccount(email, 'attacker-three@example.com');
  await lockOut(email, username);
  await reset(email);
  expect(await logIn(setup.createBrowser(), email, NEW)).toEqual([]);
  expect(await logIn(setup.createBrowser(), username, NEW)).toEqual([]);
});

test('an address as a username is locked and unlocked apart from the address', async () => {
  const { email } = await setup.registerAccount('victim-four');
  await setup.registerAccount(email, 'attacker-four@example.com');
  for (let count = 0; count < 6; count += 1)
    expect(await logIn(stranger, email, 'wrong')).toEqual(count < 5 ? WRONG : LOCKED);
  // The victim's reset unlocks the address; the attacker's password, which belongs to the username, stays refused.
  await reset(email);
  expect(await logIn(setup.createBrowser(), email)).toEqual(LOCKED);
  expect(await logIn(setup.createBrowser(), email, NEW)).toEqual([]);
});

test('an address that is the username of another account opens each of the two by its own password', async () => {
  const { email, username, browser } = await setup.registerAccount('victim-ten');
  await setup.registerAccount(email, 'attacker-ten@example.com');
  await browser.post(`${AUTH}/account/password/change`, { current_password: PASSWORD, new_password: NEW });
  const opened = async (password: string) => {
    const guest = setup.createBrowser();
    expect(await logIn(guest, email, password)).toEqual([]);
    type Session = { data: { user: { username: string } } };
    return (await guest.get(`${AUTH}/auth/session`)).json<Session>().data.user.username;
  };
  expect([await opened(PASSWORD), await opened(NEW)]).toEqual([email, username]);
});

test("a stranger who takes the victim's address as a username and logs in lifts no lock-out", async () => {
  const { email } = await setup.registerAccount('victim-six');
  const { browser } = await setup.registerAccount(email, 'attacker-six@example.com');
  await browser.delete(`${AUTH}/auth/session`);
  await lockOut(email);
  // By the other address, and in a browser with separate tries for that name.
  expect(await logIn(setup.createBrowser(), 'attacker-six@example.com')).toEqual([]);
  expect(await logIn(browser, email)).toEqual([]);
  expect(await logIn(setup.createBrowser(), email)).toEqual(LOCKED);
});

test("a stranger who takes the victim's address as a username and verifies an address lifts no lock-out", async () => {
  const { email } = await setup.registerAccount('victim-seven');
  const { browser } = await setup.registerAccount(email, 'attacker-seven@example.com');
  const added = 'attacker-seven-2@example.com';
  await browser.post(`${AUTH}/account/email`, { email: added });
  await lockOut(email);
  const key = await setup.mailedKey(added);
  expect((await browser.post(`${AUTH}/auth/email/verify`, { key })).statusCode).toBe(200);
  expect(await logIn(setup.createBrowser(), email)).toEqual(LOCKED);
});

test('strangers who guess do not lock out a browser that signed in before, which has five tries of its own', async () => {
  const { email, username, browser } = await setup.registerAccount('owner');
  await browser.delete(`${AUTH}/auth/session`);
  await lockOut(email, username);
  expect(await logIn(setup.createBrowser(), username)).toEqual(LOCKED);
  expect(await logIn(browser, username)).toEqual([]);
  await browser.delete(`${AUTH}/auth/session`);
  for (let count = 0; count < 5; count += 1) expect(await logIn(browser, username, 'wrong')).toEqual(WRONG);
  // Username and address share one counter.
  expect(await logIn(browser, email)).toEqual(LOCKED);
  setup.advance(300);
  expect(await logIn(browser, email)).toEqual([]);
});

test('the limit by network address stays for a browser that signed in before', async () => {
  const { username, browser } = await setup.registerAccount('owner-behind-nat');
  await browser.delete(`${AUTH}/auth/session`);
  const from = { 'x-forwarded-for': '203.0.113.7' };
  for (let count = 0; count < 10; count += 1)
    await stranger.post(`${AUTH}/auth/login`, { username: `guess-${count}`, password: 'wrong' }, from);
  const answer = await browser.post(`${AUTH}/auth/login`, { username, password: PASSWORD }, from);
  expect(errorCodes(answer)).toEqual(LOCKED);
});

test('a browser known to one account has no separate tries at another', async () => {
  const { username } = await setup.registerAccount('someone-else');
  const { browser } = await setup.registerAccount('known-attacker');
  await browser.delete(`${AUTH}/auth/session`);
  for (let count = 0; count < 5; count += 1) await logIn(browser, username, 'wrong');
  expect(await logIn(browser, username)).toEqual(LOCKED);
});

test('an id sent by the browser is never adopted: a planted one allows no attempts at the account', async () => {
  const { browser: attacker } = await setup.registerAccount('planter');
  const planted = attacker.cookies.get('device') ?? '';
  const { username, browser } = await setup.registerAccount('planted');
  for (const id of ['A'.repeat(22), planted]) {
    setup.advance(300);
    const victim = setup.createBrowser();
    victim.cookies.set('device', id);
    expect(await logIn(victim, username)).toEqual([]);
    expect(victim.cookies.get('device')).not.toBe(id);

    await browser.delete(`${AUTH}/auth/session`);
    await lockOut(username);
    const guessing = setup.createBrowser();
    guessing.cookies.set('device', id);
    expect(await logIn(guessing, username)).toEqual(LOCKED);
  }
});

test('a reset and a change of the password end the separate tries of earlier browsers', async () => {
  for (const end of ['reset', 'change'] as const) {
    const { username, email, browser } = await setup.registerAccount(`ends-by-${end}`);
    const old = setup.createBrowser();
    await logIn(old, username);
    const stolen = old.cookies.get('device') ?? '';
    if (end === 'reset') await reset(email, browser);
    else
      await browser.post(`${AUTH}/account/password/change`, {
        current_password: PASSWORD,
        new_password: NEW,
      });
    await lockOut(username);
    expect(await logIn(old, username, NEW)).toEqual(LOCKED);
    setup.advance(300);
    // After the login the device has a new id that could not be read before.
    expect(await logIn(old, username, NEW)).toEqual([]);
    expect(old.cookies.get('device')).not.toBe(stolen);
  }
});

test('two people who share a browser each keep their own tries', async () => {
  const [one, two] = [await setup.registerAccount('shares-1'), await setup.registerAccount('shares-2')];
  const shared = setup.createBrowser();
  for (const { username } of [one, two]) {
    expect(await logIn(shared, username)).toEqual([]);
    await shared.delete(`${AUTH}/auth/session`);
  }
  await lockOut(one.username, two.username);
  for (const { username } of [one, two]) {
    expect(await logIn(shared, username)).toEqual([]);
    await shared.delete(`${AUTH}/auth/session`);
  }
});

test('64 KB of any text in the cookie count as an unknown browser', async () => {
  const { username } = await setup.registerAccount('long-cookie');
  const browser = setup.createBrowser();
  for (const id of ['.'.repeat(8000), `${'A'.repeat(22)}.`.repeat(300)]) {
    browser.cookies.set('device', id);
    expect(await logIn(browser, username)).toEqual([]);
    expect(browser.cookies.get('device')).toMatch(/^[\w-]{22}$/);
    await browser.delete(`${AUTH}/auth/session`);
  }
});

test('an account keeps its fifty newest devices', async () => {
  const { username } = await setup.registerAccount('many-devices');
  for (let count = 0; count < 52; count += 1) {
    setup.advance(1);
    await logIn(setup.createBrowser(), username);
  }
  const { count } = await setup.db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  expect(count).toBe(50);
});

test("devices of another account, however new, replace none of an account's own", async () => {
  const { browser, username } = await setup.registerAccount('few-devices');
  await setup.registerAccount('others-devices');
  const { id: user_id } = await setup.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'others-devices')
    .executeTakeFirstOrThrow();
  setup.advance(1);
  const last_seen = setup.context.now().toISOString();
  const devices = Array.from({ length: 50 }, (_, index) => ({
    user_id,
    id_hash: `others-${index}`,
    is_trusted: true,
    last_seen,
  }));
  await setup.db.insertInto('known_devices').values(devices).execute();
  await logIn(setup.createBrowser(), username);
  await lockOut(username);
  expect(await logIn(setup.createBrowser(), username)).toEqual(LOCKED);
  expect(await logIn(browser, username)).toEqual([]);
});

test('a reset does not lift the lock-out of another account with the address as its username', async () => {
  const { email } = await setup.registerAccount('victim-five');
  await setup.registerAccount(email, 'namesake-five@example.com');
  await lockOut(email);
  await reset(email);
  expect(await logIn(setup.createBrowser(), email, NEW)).toEqual([]);
  expect(await logIn(setup.createBrowser(), email)).not.toEqual([]);
});
