import { expect, test } from 'vitest';
import { AUTH, errorCodes, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { guestTests } from '../../../testing/shared-test-app.ts';

const NEW = 'a quiet harbour';
const DEAD = ['key:invalid_or_expired_key'];

const { setup, guest } = await guestTests();

async function setAnew(by: 'reset' | 'change', browser: Browser, email: string): Promise<void> {
  if (by === 'change') {
    const passwords = { current_password: PASSWORD, new_password: NEW };
    expect((await browser.post(`${AUTH}/account/password/change`, passwords)).statusCode).toBe(200);
    return;
  }
  const owner = setup.createBrowser();
  await owner.post(`${AUTH}/auth/password/request`, { email });
  const key = await setup.mailedToken(email);
  expect((await owner.post(`${AUTH}/auth/password/reset`, { key, password: NEW })).statusCode).toBe(200);
}

test.each(['reset', 'change'] as const)(
  'after a %s of the password the link to an address that a stranger added verifies nothing',
  async (by) => {
    const { browser, email } = await setup.registerAccount(`invaded-before-${by}`);
    const planted = `planted-before-${by}@example.com`;
    await browser.post(`${AUTH}/account/email`, { email: planted });
    const key = await setup.mailedKey(planted);
    await setAnew(by, browser, email);

    expect(errorCodes(await guest.post(`${AUTH}/auth/email/verify`, { key }))).toEqual(DEAD);
    expect((await guest.get(`/api/users/get_email_from_key/?key=${key}`)).statusCode).toBe(404);

    // Guests get neither a fresh link nor a link to a new password.
    setup.advance(3600);
    await setup.runJobs();
    const sent = () => setup.mails.filter(({ to }) => to === planted).length;
    const before = sent();
    await guest.put(`${AUTH}/account/email`, { email: planted });
    await guest.post(`${AUTH}/auth/password/request`, { email: planted });
    await setup.runJobs();
    expect(sent()).toBe(before);
  },
);

test('after a new password the owner asks for another link to an added address, which verifies it', async () => {
  const { browser } = await setup.registerAccount('adds-and-changes');
  const email = 'adds-and-changes-2@example.com';
  await browser.post(`${AUTH}/account/email`, { email });
  await setAnew('change', browser, email);
  setup.advance(180);
  expect((await browser.put(`${AUTH}/account/email`, { email })).statusCode).toBe(200);
  const key = await setup.mailedKey(email);
  expect((await browser.post(`${AUTH}/auth/email/verify`, { key })).statusCode).toBe(200);
});

test('a login invalidates no link', async () => {
  const { browser, username } = await setup.registerAccount('logs-in-meanwhile');
  const email = 'logs-in-meanwhile-2@example.com';
  await browser.post(`${AUTH}/account/email`, { email });
  const key = await setup.mailedKey(email);
  await guest.post(`${AUTH}/auth/login`, { username, password: PASSWORD });
  expect((await guest.post(`${AUTH}/auth/email/verify`, { key })).statusCode).toBe(200);
});
