import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makePasskey } from '../../../../../test-kit/passkeys.ts';
import { timestampOf } from '../../../context.ts';
import { translate } from '../../../i18n/messages.ts';
import { AUTH, confirm, logIn, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { startSocialLogin } from '../../../testing/social-login.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { NOTICE_KINDS, type NoticeKind } from './security-mail.ts';

const EMAIL = `${AUTH}/account/email`;
const FACTORS = `${AUTH}/account/authenticators`;
const NEW = 'a quiet harbour';

const social = await startSocialLogin();
const setup = await sharedTestApp(social.provider.environment);
afterAll(() => social.provider.stop());
beforeEach(() => setup.advance(3600));

/** Adds a passkey called Phone, and returns its id. */
async function addPasskey({ browser }: { browser: Browser }): Promise<number> {
  type Options = { data: { creation_options: Parameters<typeof makePasskey>[1] } };
  const options = (await browser.get(`${FACTORS}/webauthn`)).json<Options>().data.creation_options;
  const { credential } = makePasskey(new URL(setup.context.config.publicUrl).origin, options);
  const answer = await browser.post(`${FACTORS}/webauthn`, { name: 'Phone', credential });
  return answer.json<{ data: { id: number } }>().data.id;
}

/**
 * An account with an oldest address that is neither its main one nor the first of its rows, and one unverified address.
 */
type Owner = { browser: Browser; username: string; oldest: string; primary: string; spare: string };

async function createOwner(username: string): Promise<Owner> {
  const { browser, email: first } = await setup.registerAccount(username);
  const address = (name: string) => `${username}-${name}@example.com`;
  const owner = { oldest: address('oldest'), primary: address('primary'), spare: address('spare') };
  for (const email of [owner.primary, owner.oldest, owner.spare, address('typed')]) {
    setup.advance(60);
    expect((await browser.post(EMAIL, { email })).statusCode).toBe(200);
  }
  for (const email of [owner.oldest, owner.primary, owner.spare]) {
    setup.advance(60);
    const key = await setup.mailedKey(email);
    expect((await browser.post(`${AUTH}/auth/email/verify`, { key })).statusCode).toBe(200);
  }
  expect((await browser.patch(EMAIL, { email: owner.primary, primary: true })).statusCode).toBe(200);
  expect((await browser.delete(EMAIL, { email: first })).statusCode).toBe(200);
  await setup.runJobs();
  setup.advance(3600);
  await confirm(browser);
  return { browser, username, ...owner };
}

const identityOf = (email: string) => ({ sub: `sub-of-${email}`, email, email_verified: true });

async function connect({ browser, username }: Owner): Promise<string> {
  const identity = identityOf(`${username}@google.example`);
  await social.connect(browser, identity);
  return identity.email;
}

/** The recovery codes of an app that is set up. */
async function setUpApp({ browser }: Owner): Promise<string[]> {
  const begun = await browser.get(`${FACTORS}/totp`);
  const secret = Secret.fromBase32(begun.json<{ meta: { secret: string } }>().meta.secret);
  const code = new TOTP({ secret }).generate({ timestamp: setup.context.now().getTime() });
  const made = await browser.post(`${FACTORS}/totp`, { code });
  return made.json<{ meta: { recovery_codes: string[] } }>().meta.recovery_codes;
}

/** A change to an account, and the address or identity it is about (null for none). */
type Change = { kind: NoticeKind; how: string; make: (owner: Owner) => Promise<string | null> };

const CHANGES: Change[] = [
  {
    kind: 'password_changed',
    how: 'a changed password',
    make: async ({ browser }) => {
      const passwords = { current_password: PASSWORD, new_password: NEW };
      await browser.post(`${AUTH}/account/password/change`, passwords);
      return null;
    },
  },
  {
    kind: 'password_reset',
    how: 'a password that is reset',
    make: async ({ primary }) => {
      const guest = setup.createBrowser();
      await guest.post(`${AUTH}/auth/password/request`, { email: primary });
      const key = await setup.mailedToken(primary);
      await guest.post(`${AUTH}/auth/password/reset`, { key, password: NEW });
      return null;
    },
  },
  {
    kind: 'token_made',
    how: 'a token',
    make: async ({ browser, username }) => {
      const { id } = await setup.db
        .selectFrom('users')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow();
      await setup.putOnPlan({ id }, 'pro');
      const answer = await browser.post('/api/tokens/', { name: 'nightly', scope: 'read' });
      expect(answer.statusCode).toBe(201);
      return 'nightly';
    },
  },
  {
    kind: 'feed_made',
    how: 'a secret address of calendar and feed',
    make: async ({ browser }) => {
      expect((await browser.post('/api/account/feed/', {})).statusCode).toBe(201);
      return null;
    },
  },
  {
    kind: 'address_added',
    how: 'an added address',
    make: async ({ browser, username }) => {
      const email = `${username}-added@example.com`;
      await browser.post(EMAIL, { email });
      return email;
    },
  },
  {
    kind: 'address_made_primary',
    how: 'another primary address',
    make: async ({ browser, spare }) => {
      await browser.patch(EMAIL, { email: spare, primary: true });
      return spare;
    },
  },
  {
    kind: 'address_removed',
    how: 'a removed address',
    make: async ({ browser, spare }) => {
      await browser.delete(EMAIL, { email: spare });
      return spare;
    },
  },
  { kind: 'identity_connected', how: 'a connected identity', make: connect },
  {
    kind: 'identity_connected',
    how: 'an identity linked by its verified address',
    make: async ({ primary }) => {
      await social.goAndReturn(setup.createBrowser(), identityOf(primary));
      return primary;
    },
  },
  {
    kind: 'identity_disconnected',
    how: 'a disconnected identity',
    make: async (owner) => {
      const email = await connect(owner);
      const account = identityOf(email).sub;
      await owner.browser.delete(`${AUTH}/account/providers`, { provider: 'google', account });
      return email;
    },
  },
  {
    kind: 'factor_added',
    how: 'an authenticator app that is set up',
    make: async (owner) => {
      await setUpApp(owner);
      return null;
    },
  },
  {
    kind: 'factor_removed',
    how: 'an authenticator app that is removed',
    make: async (owner) => {
      await setUpApp(owner);
      await owner.browser.delete(`${FACTORS}/totp`);
      return null;
    },
  },
  {
    kind: 'recovery_codes_made',
    how: 'a set of new recovery codes',
    make: async (owner) => {
      await setUpApp(owner);
      await owner.browser.post(`${FACTORS}/recovery-codes`, {});
      return null;
    },
  },
  {
    kind: 'recovery_code_used',
    how: 'a recovery code that is used',
    make: async (owner) => {
      const [code] = await setUpApp(owner);
      await owner.browser.post(`${AUTH}/auth/2fa/reauthenticate`, { code });
      return null;
    },
  },
  {
    kind: 'passkey_added',
    how: 'a passkey that is added',
    make: async (owner) => {
      await addPasskey(owner);
      return 'Phone';
    },
  },
  {
    kind: 'passkey_renamed',
    how: 'a passkey that is renamed',
    make: async (owner) => {
      const id = await addPasskey(owner);
      await owner.browser.put(`${FACTORS}/webauthn`, { id, name: 'Old phone' });
      return 'Old phone';
    },
  },
  {
    kind: 'passkey_removed',
    how: 'a passkey that is removed',
    make: async (owner) => {
      const id = await addPasskey(owner);
      await owner.browser.delete(`${FACTORS}/webauthn`, { authenticators: [id] });
      return 'Phone';
    },
  },
  {
    kind: 'new_device',
    how: 'a login in a new browser',
    make: async ({ username }) => {
      await logIn(setup.createBrowser(), username);
      return null;
    },
  },
];

/** Events of an account at the current moment. */
const eventsNow = (username: string) =>
  setup.db
    .selectFrom('security_events')
    .innerJoin('users', 'users.id', 'security_events.user_id')
    .select(['kind', 'detail', 'ip'])
    .where('username', '=', username)
    .where('security_events.created_at', '=', timestampOf(setup.context))
    .execute();

test('every kind of notice is tried', () => {
  expect(new Set(CHANGES.map(({ kind }) => kind))).toEqual(new Set(NOTICE_KINDS));
});

test.each(CHANGES.map((change, index) => ({ ...change, name: `owner-${index}` })))(
  '$how is mailed once to every verified address, to the oldest with the recovery link, and recorded',
  async ({ kind, make, name }) => {
    const owner = await createOwner(name);
    const earlier = setup.mails.length;
    const detail = await make(owner);
    await setup.runJobs();
    const subject = translate('en', `mails.${kind}.subject`);
    const notices = setup.mails
      .slice(earlier)
      .filter((mail) => mail.subject === subject)
      .toSorted((a, b) => a.to.localeCompare(b.to));
    expect(notices.map(({ to, text }) => [to, text.includes('/take-back?key=')])).toEqual([
      [owner.oldest, true],
      [owner.primary, false],
      [owner.spare, false],
    ]);
    for (const { text } of notices)
      for (const part of [detail ?? '', '127.0.0.1', 'UTC'])
        expect(text.replaceAll('\u2060', '')).toContain(part);
    const events = await eventsNow(name);
    expect(events.filter((event) => event.kind === kind)).toEqual([{ kind, detail, ip: '127.0.0.1' }]);
  },
);

test('a recovered account keeps a record of its recovery', async () => {
  const { browser, username, oldest } = await createOwner('taken-back');
  await browser.post(EMAIL, { email: 'taken-back-added@example.com' });
  const key = (await setup.mailedLink(oldest, '/take-back')).searchParams.get('key');
  setup.advance(60);
  expect((await browser.post('/api/users/take_back/', { key })).statusCode).toBe(200);
  expect(await eventsNow(username)).toEqual([
    { kind: 'account_taken_back', detail: oldest, ip: '127.0.0.1' },
  ]);
});
