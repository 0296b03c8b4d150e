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
  expect(await logIn(setup.createBrowser(), username)).toBe(401);
  expect(await runCommand(setup.context, ['users', 'remove-factor', email])).toContain('was mailed');
  expect(await logIn(setup.createBrowser(), username)).toBe(200);
  await setup.runJobs();
  const subjects = setup.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects).toContain('Your account no longer asks for a second step');
  expect(await runCommand(setup.context, ['users', 'remove-factor', username])).toContain('no second step');
});
