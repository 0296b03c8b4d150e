import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { AUTH, logIn } from '../../../testing/accounts.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const TOTP_URL = `${AUTH}/account/authenticators/totp`;

const setup = await sharedTestApp();

/** The code of an app on a phone with a clock that is this far off. */
function codeOf(secret: string, secondsOff: number): string {
  const timestamp = setup.context.now().getTime() + secondsOff * 1000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

type Refusal = { errors: { code: string; message: string }[] };

test.each([
  ['ahead', 300, /off by about 5 min/],
  ['behind', -300, /off by about 5 min/],
  ['hours ahead', 7200, /not correct/],
])('setting up an app reports a wrong clock of the phone: %s', async (name, off, sentence) => {
  const { browser } = await setup.registerAccount(`clock-${name.replace(' ', '-')}`);
  const { secret } = (await browser.get(TOTP_URL)).json<{ meta: { secret: string } }>().meta;
  const refused = await browser.post(TOTP_URL, { code: codeOf(secret, off) });
  expect(refused.statusCode).toBe(400);
  const [error] = refused.json<Refusal>().errors;
  expect(error?.code).toBe('incorrect_code');
  expect(error?.message).toMatch(sentence);
  expect((await browser.post(TOTP_URL, { code: codeOf(secret, 0) })).statusCode).toBe(200);
});

test('a login answers a code of a nearby moment like every wrong one, so a guess learns nothing', async () => {
  const { browser, username } = await setup.registerAccount('clock-login');
  const { secret } = (await browser.get(TOTP_URL)).json<{ meta: { secret: string } }>().meta;
  await browser.post(TOTP_URL, { code: codeOf(secret, 0) });
  const guest = setup.createBrowser();
  expect(await logIn(guest, username)).toBe(401);
  const answers = [];
  for (const off of [300, -300, 7200])
    answers.push((await guest.post(`${AUTH}/auth/2fa/authenticate`, { code: codeOf(secret, off) })).body);
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('let your phone set its time automatically');
});
