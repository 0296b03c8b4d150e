import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { AUTH, confirm, errorCodes, logIn } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const TOTP_URL = `${AUTH}/account/authenticators/totp`;
const CODES_URL = `${AUTH}/account/authenticators/recovery-codes`;

const setup = await sharedTestApp();

/** Sets an app up; with `more` in the body, as the screens of Vitrin send it. Returns the recovery codes of the answer. */
async function setUp(username: string, more: object = {}) {
  const { browser } = await setup.registerAccount(username);
  const { secret } = (await browser.get(TOTP_URL)).json<{ meta: { secret: string } }>().meta;
  const timestamp = setup.context.now().getTime();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  const made = await browser.post(TOTP_URL, { code, ...more });
  expect(made.statusCode).toBe(200);
  return { browser, codes: made.json<{ meta: { recovery_codes: string[] } }>().meta.recovery_codes };
}

type Shown = { data: { unused_codes: string[]; unused_code_count: number } };

const shownTo = async (reader: Browser) => (await reader.get(CODES_URL)).json<Shown>().data;

async function renew(browser: Browser, body: object = {}): Promise<string[]> {
  const renewed = await browser.post(CODES_URL, body);
  expect(renewed.statusCode).toBe(200);
  return renewed.json<Shown>().data.unused_codes;
}

const copiesOf = async (username: string) =>
  (
    await setup.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('sessions.state')
      .where('users.username', '=', username)
      .execute()
  ).filter(({ state }) => state.includes('shown_codes'));

test('a client of django-allauth is shown recovery codes once more, in the session that made them', async () => {
  const { browser, codes } = await setUp('asks-again');
  expect(codes).toHaveLength(10);
  expect((await browser.request({ method: 'HEAD', url: CODES_URL })).statusCode).toBe(200);
  expect((await shownTo(browser)).unused_codes).toEqual(codes);
  expect(await shownTo(browser)).toMatchObject({ unused_codes: [], unused_code_count: 10 });
  const renewed = await renew(browser);
  expect((await shownTo(browser)).unused_codes).toEqual(renewed);
  expect((await shownTo(browser)).unused_codes).toEqual([]);
  expect(await copiesOf('asks-again')).toEqual([]);
});

test('a page that shows the codes of the answer leaves no copy, nor one of earlier codes', async () => {
  const { browser, codes } = await setUp('shows-itself', { keep_codes: false });
  expect(codes).toHaveLength(10);
  expect(await copiesOf('shows-itself')).toEqual([]);
  expect(await shownTo(browser)).toMatchObject({ unused_codes: [], unused_code_count: 10 });
  await renew(browser);
  expect(await copiesOf('shows-itself')).toHaveLength(1);
  await renew(browser, { keep_codes: false });
  expect(await copiesOf('shows-itself')).toEqual([]);
  expect(errorCodes(await browser.post(CODES_URL, { keep_codes: 'x'.repeat(60_000) }))).toEqual([
    'keep_codes:invalid',
  ]);
});

test('no other session is shown them, nor this one after a confirmation or ten minutes', async () => {
  const { browser, codes } = await setUp('only-here');
  const other = setup.createBrowser();
  expect(await logIn(other, 'only-here')).toBe(401);
  await other.post(`${AUTH}/auth/2fa/authenticate`, { code: codes[0] });
  await other.post(`${AUTH}/auth/2fa/trust`, { trust: false });
  expect(await shownTo(other)).toMatchObject({ unused_codes: [], unused_code_count: 9 });
  // A used code is not shown any more.
  expect((await shownTo(browser)).unused_codes).toEqual(codes.slice(1));
  await renew(browser);
  await confirm(browser);
  expect((await shownTo(browser)).unused_codes).toEqual([]);
  const atTen = await renew(browser);
  setup.advance(600);
  expect((await shownTo(browser)).unused_codes).toEqual(atTen);
  await confirm(browser);
  await renew(browser);
  setup.advance(601);
  expect((await shownTo(browser)).unused_codes).toEqual([]);
});

test('newer codes of another session invalidate the copy of earlier ones', async () => {
  const { browser, codes } = await setUp('renewed-elsewhere');
  const other = setup.createBrowser();
  await logIn(other, 'renewed-elsewhere');
  await other.post(`${AUTH}/auth/2fa/authenticate`, { code: codes[0] });
  await other.post(`${AUTH}/auth/2fa/trust`, { trust: false });
  await renew(other);
  expect((await shownTo(browser)).unused_codes).toEqual([]);
});

test('only one of several simultaneous requests is shown the copy', async () => {
  const { browser, codes } = await setUp('shown-at-once');
  const answers = await Promise.all([1, 2, 3].map(() => shownTo(browser)));
  expect(answers.map(({ unused_codes }) => unused_codes.length).toSorted((a, b) => a - b)).toEqual([
    0,
    0,
    codes.length,
  ]);
});
