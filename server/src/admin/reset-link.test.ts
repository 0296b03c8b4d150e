import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUTH, isSignedIn, PASSWORD, registerAccount } from '../testing/accounts.ts';
import { createBrowser } from '../testing/browser.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { runCommand } from './commands.ts';

let setup: TestApp;
beforeAll(async () => {
  setup = await createTestApp();
});
afterAll(() => setup.close());

test('a reset link is made by name or address, signs in once and ends all sessions', async () => {
  const { browser, email } = await registerAccount(setup, 'lost-mailbox');
  const guest = createBrowser(setup.app);
  for (const name of ['LOST-mailbox', email.toUpperCase()]) {
    setup.advance(60);
    const answer = await runCommand(setup.context, ['reset-link', name]);
    const link = new URL(/https?:\/\/\S+/.exec(answer)?.[0] ?? '');
    expect(link.pathname).toBe('/password-reset');
    const payload = {
      reset_token: link.searchParams.get('token'),
      password: PASSWORD,
      password_confirm: PASSWORD,
    };
    expect((await guest.post('/api/users/reset_password/', payload)).statusCode).toBe(200);
    expect((await guest.post('/api/users/reset_password/', payload)).statusCode).toBe(400);
  }
  expect([await isSignedIn(guest), await isSignedIn(browser)]).toEqual([true, false]);
  expect((await guest.get(`${AUTH}/account/email`)).json()).toMatchObject({ data: [{ verified: true }] });
});

test('nobody is nobody', async () => {
  await expect(runCommand(setup.context, ['reset-link', 'nobody'])).rejects.toThrow('auth.unknown_user');
  await expect(runCommand(setup.context, ['reset-link'])).rejects.toThrow('The name of a user is missing.');
});
