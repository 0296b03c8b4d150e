import { expect, test } from 'vitest';
import { AUTH, errorCodes, isSignedIn, logIn } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { guestTests } from '../../../testing/shared-test-app.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { EXTENT } from '../../../../../test-kit/large/extent.ts';

const NETWORKS = EXTENT === 'whole' ? 1000 : 100;
const GUESSES = 10;
/** Only a hanging run reaches this limit. */
const LONGEST_MILLISECONDS = 600_000;

const { setup } = await guestTests();

const ask = (browser: Browser, email: string, headers = {}) =>
  browser.post(`${AUTH}/auth/code/request`, { email }, headers);
const confirm = (browser: Browser, code = 'xxxxxx') => browser.post(`${AUTH}/auth/code/confirm`, { code });

/** Types wrong codes for these addresses in turn, three in each browser, as many as an account allows in a day. */
async function guessAll(...addresses: string[]): Promise<void> {
  for (let guesses = 0; guesses < 20; setup.advance(900)) {
    const guesser = setup.createBrowser();
    await ask(guesser, addresses[(guesses / 3) % addresses.length] ?? '');
    await setup.runJobs();
    for (let count = 0; count < 3 && guesses < 20; count += 1) {
      expect(errorCodes(await confirm(guesser))).toEqual(['code:incorrect_code']);
      guesses += 1;
    }
  }
}

test(
  `none of ${NETWORKS * GUESSES} guesses from ${NETWORKS} networks in a day gets in, and the password stays open`,
  async () => {
    const behind = await createTestApp({ TRUST_PROXY: '1' });
    const { username, email, browser: owner } = await behind.registerAccount('guessed');
    let isIn = 0;
    let looked = 0;
    for (let network = 0; network < NETWORKS; network += 1) {
      const headers = { 'x-forwarded-for': `10.${network >> 8}.${network & 255}.9` };
      const guesser = behind.createBrowser();
      await ask(guesser, email, headers);
      await behind.runJobs();
      // Codes are drawn from a million; here no guess is right by chance, so the checked guesses can be counted.
      for (let count = 0; count < GUESSES; count += 1) {
        const answer = await guesser.post(`${AUTH}/auth/code/confirm`, { code: 'xxxxxx' }, headers);
        if (answer.statusCode === 200) isIn += 1;
        if (/left/.test(answer.body)) looked += 1;
      }
      if (await isSignedIn(guesser)) isIn += 1;
      behind.advance(Math.floor((24 * 3600) / NETWORKS));
    }
    expect(isIn).toBe(0);
    // Ten codes a day; after two of the three wrong guesses at each, the answer states how many are left.
    expect(looked).toBeLessThanOrEqual(20);
    expect(await isSignedIn(owner)).toBe(true);
    expect(await logIn(behind.createBrowser(), username)).toBe(200);
    await behind.close();
  },
  LONGEST_MILLISECONDS,
);

test('wrong codes for an account count together, and then the right one is refused, but not the password', async () => {
  const { username, email, browser } = await setup.registerAccount('counted');
  await browser.post(`${AUTH}/account/email`, { email: 'counted-2@example.com' });
  await browser.post(`${AUTH}/auth/email/verify`, { key: await setup.mailedKey('counted-2@example.com') });
  await guessAll(email, 'counted-2@example.com');
  const own = setup.createBrowser();
  await ask(own, email);
  const [code = ''] = await setup.mailedCodes(email);
  const refused = await confirm(own, code);
  expect(errorCodes(refused)).toEqual(['too_many_login_attempts']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
  expect(await logIn(setup.createBrowser(), username)).toBe(200);
});

test('wrong codes for one client leave the client of another freelancer with the same address open', async () => {
  const email = 'shared-guessed@example.com';
  const [locked, open] = [await setup.createCustomer(), await setup.createCustomer()];
  await setup.addAddress(locked, { email });
  await guessAll(email);
  await setup.addAddress(open, { email });
  const confirmAt = async (index: number) => {
    const browser = setup.createBrowser();
    await ask(browser, email);
    const codes = await setup.mailedCodes(email);
    expect(codes).toHaveLength(2);
    return confirm(browser, codes[index]);
  };
  const answers = [await confirmAt(0), await confirmAt(1)];
  const refused = answers.filter(({ statusCode }) => statusCode !== 200).map(errorCodes);
  expect(refused).toEqual([['too_many_login_attempts']]);
  const entered = answers.find(({ statusCode }) => statusCode === 200);
  expect(entered?.json()).toMatchObject({ data: { user: { id: open.id } } });
});

test('wrong codes count by network, ten a minute, and right ones do not', async () => {
  setup.advance(60);
  const addresses = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `network-${letter}`);
  const guessers: { guesser: Browser; code: string }[] = [];
  for (const name of addresses) {
    const { email } = await setup.registerAccount(name);
    const guesser = setup.createBrowser();
    await ask(guesser, email);
    guessers.push({ guesser, code: (await setup.mailedCodes(email))[0] ?? '' });
  }
  const confirmAt = async (index: number, code = guessers[index]?.code) => {
    const { guesser } = guessers[index] ?? {};
    return guesser && confirm(guesser, code);
  };
  for (let count = 0; count < 9; count += 1) await confirmAt(count % 3, 'xxxxxx');
  expect((await confirmAt(3))?.statusCode).toBe(200);
  // The counter of the account is as before, too.
  const counters = setup.db
    .selectFrom('rate_limits')
    .select('attempts')
    .where('key', 'like', 'code_failed:%');
  expect(await counters.execute()).toContainEqual({ attempts: 0 });
  const tenth = await confirmAt(4, 'xxxxxx');
  expect(tenth && errorCodes(tenth)).toEqual(['code:incorrect_code']);
  const locked = await confirmAt(5);
  expect(locked && errorCodes(locked)).toEqual(['too_many_login_attempts']);
  setup.advance(61);
  expect((await confirmAt(5))?.statusCode).toBe(200);
});
