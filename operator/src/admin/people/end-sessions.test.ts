import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { NewFeed } from '@vitrin/shared/contract/calendars.ts';
import { isSignedIn, logIn } from '@vitrin/server/testing/accounts.ts';
import { askWith, makeToken } from '@vitrin/server/testing/api-tokens.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { runCommand } from '../commands.ts';

const setup = await sharedTestApp();

test('all sessions of one person end, by name or address, and no others', async () => {
  const { browser, email } = await setup.registerAccount('stolen-device');
  const bystander = await setup.registerAccount('stolen-nothing');
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  for (const name of ['STOLEN-device', email.toUpperCase()]) {
    const second = setup.createBrowser();
    await logIn(second, 'stolen-device');
    expect(await isSignedIn(second)).toBe(true);
    const answer = await runCommand({ ...setup.context, log }, ['end-sessions', name]);
    expect(answer).toBe('stolen-device is signed out everywhere.');
    expect([await isSignedIn(second), await isSignedIn(browser)]).toEqual([false, false]);
  }
  expect(await isSignedIn(bystander.browser)).toBe(true);
  expect(lines.map((line) => (JSON.parse(line) as { by: string }).by)).toEqual(['admin', 'admin']);
});

test('their tokens and their secret address of a calendar end too', async () => {
  const ada = await setup.createFreelancer();
  await setup.putOnPlan(ada, 'pro');
  const { token } = await makeToken(ada, 'read');
  const { calendar_url } = (await ada.browser.post('/api/account/feed/', {})).json<NewFeed>();
  const read = async () => [
    (await askWith(setup.app, token, { url: '/api/projects/' })).statusCode,
    (await setup.createBrowser().get(new URL(calendar_url).pathname)).statusCode,
  ];
  expect(await read()).toEqual([200, 200]);
  await runCommand(setup.context, ['users', 'end-sessions', ada.username]);
  expect(await read()).toEqual([401, 404]);
});

test('an unknown name is refused', async () => {
  await expect(runCommand(setup.context, ['end-sessions', 'nobody'])).rejects.toThrow('auth.unknown_user');
  await expect(runCommand(setup.context, ['end-sessions'])).rejects.toThrow('The name of a user is missing.');
});
