import { pino } from 'pino';
import { expect, test } from 'vitest';
import { AUTH, isSignedIn, PASSWORD } from '@vitrin/server/testing/accounts.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { runCommand } from '../commands.ts';

const setup = await sharedTestApp();

test('a reset link is made by name or address, signs in once and ends all sessions', async () => {
  const { browser, email } = await setup.registerAccount('lost-mailbox');
  const guest = setup.createBrowser();
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

test('a reset link that was made is in the log with the user, without the link', async () => {
  await setup.registerAccount('logged');
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const answer = await runCommand({ ...setup.context, log }, ['reset-link', 'logged']);
  const { id } = await setup.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'logged')
    .executeTakeFirstOrThrow();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'Reset link issued', user: id, by: 'admin' });
  const token = new URL(/https?:\/\/\S+/.exec(answer)?.[0] ?? '').searchParams.get('token') ?? '';
  expect(token).not.toBe('');
  expect(lines[0]).not.toContain(token);
});

test('an address means the person who verified it, else the username, else the person who added it', async () => {
  const { email } = await setup.registerAccount('address-owner');
  const { browser } = await setup.registerAccount(email, 'takes-name@example.com');
  expect(await runCommand(setup.context, ['reset-link', email])).toContain(' address-owner,');
  const name = 'looks-like@example.com';
  await setup.registerAccount(name, 'has-name@example.com');
  await browser.post(`${AUTH}/account/email`, { email: name });
  expect(await runCommand(setup.context, ['reset-link', name])).toContain(` ${name},`);
});

test('an unknown name is refused', async () => {
  await expect(runCommand(setup.context, ['reset-link', 'nobody'])).rejects.toThrow('auth.unknown_user');
  await expect(runCommand(setup.context, ['reset-link'])).rejects.toThrow('The name of a user is missing.');
});
