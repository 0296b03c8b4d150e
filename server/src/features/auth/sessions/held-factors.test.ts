import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { makePasskey } from '../../../../../test-kit/passkeys.ts';
import { AUTH, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { hold } from '../../../testing/held-request.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const origin = new URL(setup.context.config.publicUrl).origin;
const APP = `${AUTH}/account/authenticators/totp`;
const CODES = `${AUTH}/account/authenticators/recovery-codes`;
const PASSKEYS = `${AUTH}/account/authenticators/webauthn`;

async function codeOfNewApp(browser: Browser): Promise<string> {
  const { secret } = (await browser.get(APP)).json<{ meta: { secret: string } }>().meta;
  const timestamp = setup.context.now().getTime();
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

async function newCredential(browser: Browser) {
  type Creation = { data: { creation_options: Parameters<typeof makePasskey>[1] } };
  const { creation_options } = (await browser.get(PASSKEYS)).json<Creation>().data;
  return makePasskey(origin, creation_options).credential;
}

async function haveApp(browser: Browser): Promise<string[]> {
  const made = await browser.post(APP, { code: await codeOfNewApp(browser) });
  return made.json<{ meta: { recovery_codes: string[] } }>().meta.recovery_codes;
}

async function addPasskey(browser: Browser): Promise<number> {
  const added = await browser.post(PASSKEYS, { credential: await newCredential(browser) });
  return added.json<{ data: { id: number } }>().data.id;
}

type Held = Parameters<typeof hold>[1];
const CHANGES: [what: string, username: string, change: (browser: Browser) => Promise<Held>][] = [
  ['sets no app up', 'held-app', async (browser) => ['POST', APP, { code: await codeOfNewApp(browser) }]],
  ['removes no app', 'held-removal', async (browser) => (await haveApp(browser), ['DELETE', APP, {}])],
  ['makes no codes', 'held-codes', async (browser) => (await haveApp(browser), ['POST', CODES, {}])],
  [
    'adds no passkey',
    'held-passkey',
    async (browser) => ['POST', PASSKEYS, { credential: await newCredential(browser) }],
  ],
  [
    'renames no passkey',
    'held-name',
    async (browser) => ['PUT', PASSKEYS, { id: await addPasskey(browser), name: 'Stolen' }],
  ],
  [
    'removes no passkey',
    'held-passkeys',
    async (browser) => ['DELETE', PASSKEYS, { authenticators: [await addPasskey(browser)] }],
  ],
  [
    'confirms nothing by the password',
    'held-password',
    async () => ['POST', `${AUTH}/auth/reauthenticate`, { password: PASSWORD }],
  ],
  [
    'confirms nothing by a code',
    'held-code',
    async (browser) => {
      const [code] = await haveApp(browser);
      return ['POST', `${AUTH}/auth/2fa/reauthenticate`, { code }];
    },
  ],
];

const stored = async () => [
  await setup.db.selectFrom('second_factors').selectAll().orderBy('id').execute(),
  await setup.db.selectFrom('recovery_codes').selectAll().orderBy('id').execute(),
  await setup.db.selectFrom('passkeys').selectAll().orderBy('id').execute(),
];

test.each(CHANGES)(
  'a request that is held open until its session was ended %s',
  async (_, username, change) => {
    const { browser } = await setup.registerAccount(username);
    const held = await change(browser);
    const before = await stored();
    const end = async () => {
      await setup.db.deleteFrom('sessions').where('user_id', 'is not', null).execute();
    };
    expect((await hold(browser, held, end)).statusCode).toBe(401);
    // A recovery code is used up before the session is checked again.
    if (username !== 'held-code') expect(await stored()).toEqual(before);
    expect(
      await setup.db.selectFrom('sessions').select('id').where('user_id', 'is not', null).execute(),
    ).toEqual([]);
  },
);
