import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { AUTH, logIn } from '@vitrin/server/testing/accounts.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { runCommand } from '../commands.ts';

const setup = await sharedTestApp();
const TOTP_URL = `${AUTH}/account/authenticators/totp`;

test('a lost second factor is removed by name or address, and its owner is mailed', async () => {
  const { browser, email, username } = await setup.registerAccount('lost-factor');
  const { secret } = (await browser.get(TOTP_URL)).json<{ meta: { secret: string } }>().meta;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: setup.context.now().getTime(),
  });
  expect((await browser.post(TOTP_URL, { code })).statusCode).toBe(200);
  const now = setup.context.now().toISOString();
  const { id: user_id } = await setup.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const key = {
    credential_id: 'lost',
    public_key: 'lost',
    sign_count: 0,
    transports: '[]',
    rp_id: 'localhost',
  };
  await setup.db
    .insertInto('passkeys')
    .values({ ...key, user_id, name: 'Lost phone', created_at: now })
    .execute();
  const devices = setup.db
    .updateTable('known_devices')
    .set({ factor_trusted_until: '2099-01-01T00:00:00.000Z' });
  await devices.where('user_id', '=', user_id).execute();
  expect(await logIn(setup.createBrowser(), username)).toBe(401);
  expect(await runCommand(setup.context, ['users', 'remove-factor', email])).toContain('was mailed');
  expect(await logIn(setup.createBrowser(), username)).toBe(200);
  await setup.runJobs();
  const trusted = setup.db.selectFrom('known_devices').select('factor_trusted_until');
  expect(
    await trusted.where('user_id', '=', user_id).where('factor_trusted_until', 'is not', null).execute(),
  ).toEqual([]);
  expect(await setup.db.selectFrom('passkeys').select('id').where('user_id', '=', user_id).execute()).toEqual(
    [],
  );
  const subjects = setup.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects).toContain('Your account no longer asks for a second step');
  expect(subjects).toContain('A passkey was removed from your account');
  expect(await runCommand(setup.context, ['users', 'remove-factor', username])).toContain('no second step');
});
