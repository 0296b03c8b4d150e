import { expect, test } from 'vitest';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { MailRefusedError } from '../../adapters/mail/mailer.ts';
import { AUTH, isSignedIn, PASSWORD } from '../../testing/accounts.ts';
import type { Browser } from '../../testing/browser.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

let count = 0;
/** A freelancer who has created a customer with an address, and the token that was mailed. */
async function invited(email = `invited-${(count += 1)}@example.com`) {
  const { browser, username: freelancer } = await setup.createFreelancer();
  const username = `client-${(count += 1)}`;
  const created = await browser.post('/api/users/', { username, email });
  expect(created.statusCode).toBe(201);
  const { id } = created.json<Customer>();
  return { browser, freelancer, id, username, email, token: await mailedTo(email) };
}

async function mailedTo(email: string): Promise<string> {
  return (await setup.mailedLink(email, '/customer-register')).searchParams.get('token') ?? '';
}

async function rowOf(browser: Browser, id: number): Promise<Customer | undefined> {
  await setup.runJobs();
  const { results } = (await browser.get('/api/users/')).json<{ results: Customer[] }>();
  return results.find((row) => row.id === id);
}

const register = (token: string, more = {}, browser = setup.createBrowser()) =>
  browser.post('/api/users/reset_password/', {
    reset_token: token,
    password: PASSWORD,
    password_confirm: PASSWORD,
    ...more,
  });

const look = (token: string) => setup.createBrowser().get(`/api/users/verify_token/?token=${token}`);

test('a mailed invitation names both by username, and using it signs in and verifies its address', async () => {
  const { browser, freelancer, id, username, email, token } = await invited();
  const text = setup.mails.findLast(({ to }) => to === email)?.text ?? '';
  expect(text).toContain(`Hello ${username}`);
  expect(text).toContain(freelancer);
  expect((await look(token)).json()).toMatchObject({ kind: 'invitation', username, mailed_to: email });
  const client = setup.createBrowser();
  expect((await register(token, {}, client)).statusCode).toBe(200);
  expect((await client.get(`${AUTH}/account/email`)).json()).toMatchObject({
    data: [{ email, verified: true, primary: true }],
  });
  expect(await rowOf(browser, id)).toMatchObject({ registered: true, reset_token: null });
  expect((await register(token)).statusCode).toBe(410);
});

test('a copied link verifies no address, even if one was mailed too, and invalidates the mailed link', async () => {
  const { browser, id, token } = await invited();
  const copied = (await rowOf(browser, id))?.reset_token ?? '';
  const client = setup.createBrowser();
  expect((await register(copied, {}, client)).statusCode).toBe(200);
  expect((await client.get(`${AUTH}/account/email`)).json()).toMatchObject({ data: [] });
  expect((await look(token)).statusCode).toBe(410);
});

test('correcting the address invalidates the link mailed to the wrong one, and going back revives nothing', async () => {
  const { browser, id, email, token } = await invited();
  const copied = (await rowOf(browser, id))?.reset_token ?? '';
  const right = `right-${email}`;
  const corrected = await browser.put(`/api/users/${id}/invitation/`, { email: right });
  expect(corrected.json()).toMatchObject({ invitation: { email: right, sent_at: null, opened_at: null } });
  expect((await look(token)).statusCode).toBe(400);
  expect((await register(token)).statusCode).toBe(400);
  await browser.put(`/api/users/${id}/invitation/`, { email });
  expect((await look(token)).statusCode).toBe(400);
  expect((await look(await mailedTo(email))).statusCode).toBe(200);
  expect((await look(copied)).statusCode).toBe(200);
});

test('an address that is corrected before its mail was sent gets none', async () => {
  const { browser } = await setup.createFreelancer();
  const created = await browser.post('/api/users/', {
    username: 'corrected',
    email: 'wrong-one@example.com',
  });
  const { id } = created.json<Customer>();
  await browser.put(`/api/users/${id}/invitation/`, { email: 'right-one@example.com' });
  await setup.runJobs();
  const mailed = setup.mails.map(({ to }) => to).filter((to) => to.endsWith('-one@example.com'));
  expect(mailed).toEqual(['right-one@example.com']);
  await browser.delete(`/api/users/${id}/invitation/`);
  expect((await rowOf(browser, id))?.invitation).toBeNull();
});

test('withdrawing invalidates the mailed link and keeps the copied one', async () => {
  const { browser, id, token } = await invited();
  const copied = (await rowOf(browser, id))?.reset_token ?? '';
  expect((await browser.delete(`/api/users/${id}/invitation/`)).statusCode).toBe(204);
  expect((await look(token)).statusCode).toBe(400);
  expect((await look(copied)).statusCode).toBe(200);
  expect((await rowOf(browser, id))?.invitation).toBeNull();
});

test('it is shown as sent when the mail server accepted it, and as opened by a POST of its page, never by a GET', async () => {
  const { browser, id, token } = await invited();
  expect((await rowOf(browser, id))?.invitation).toMatchObject({ opened_at: null, refused: null });
  expect((await rowOf(browser, id))?.invitation?.sent_at).not.toBeNull();
  await look(token);
  const scanner = setup.createBrowser();
  await scanner.get(`/customer-register?token=${token}`);
  await scanner.request({ method: 'HEAD', url: `/customer-register?token=${token}` });
  expect((await rowOf(browser, id))?.invitation?.opened_at).toBeNull();
  const opened = (sent: string) => scanner.post('/api/users/invitation_opened/', { token: sent });
  expect((await opened('m.x')).statusCode).toBe(400);
  expect((await opened(token)).statusCode).toBe(204);
  const at = (await rowOf(browser, id))?.invitation?.opened_at;
  expect(at).not.toBeNull();
  setup.advance(60);
  await opened(token);
  expect((await rowOf(browser, id))?.invitation?.opened_at).toBe(at);
  expect(await isSignedIn(scanner)).toBe(false);
});

test('a refusal of the mail server is shown without the address, until another mail is accepted', async () => {
  const { browser, id, email } = await invited();
  const { send } = setup.context.mailer;
  setup.context.mailer.send = async () => {
    throw new MailRefusedError(`550 <${email}> no such mailbox`);
  };
  await browser.put(`/api/users/${id}/invitation/`, { email });
  await setup.runJobs();
  setup.context.mailer.send = send;
  expect((await rowOf(browser, id))?.invitation?.refused?.refusal).toBe('550 no such mailbox');
  await browser.put(`/api/users/${id}/invitation/`, { email });
  expect((await rowOf(browser, id))?.invitation?.refused).toBeNull();
});

test('sending, opening and refusing one invitation leaves those of others as they are', async () => {
  const other = await invited();
  const before = (await rowOf(other.browser, other.id))?.invitation;
  const { browser, id, email, token } = await invited();
  setup.advance(60);
  await browser.put(`/api/users/${id}/invitation/`, { email });
  await setup.runJobs();
  await setup.createBrowser().post('/api/users/invitation_opened/', { token });
  expect((await rowOf(other.browser, other.id))?.invitation).toEqual(before);
  const { send } = setup.context.mailer;
  setup.context.mailer.send = async () => {
    throw new MailRefusedError('550 no such mailbox');
  };
  await browser.put(`/api/users/${id}/invitation/`, { email });
  await setup.runJobs();
  setup.context.mailer.send = send;
  expect((await rowOf(browser, id))?.invitation?.refused).not.toBeNull();
  expect((await rowOf(other.browser, other.id))?.invitation).toEqual(before);
});

test('it is sent again at most five times a day, and the earlier link stays valid', async () => {
  const { browser, id, email, token } = await invited();
  const statuses = [];
  for (let time = 0; time < 6; time += 1)
    statuses.push((await browser.put(`/api/users/${id}/invitation/`, { email })).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await look(token)).statusCode).toBe(200);
});

test('only the freelancer invites a customer, and a registered one is not invited again', async () => {
  const { browser, id, email, token } = await invited();
  const other = await setup.createFreelancer();
  const url = `/api/users/${id}/invitation/`;
  // Refused calls do not use up the five mails a day of another's customer.
  for (let time = 0; time < 6; time += 1)
    expect((await other.browser.put(url, { email })).statusCode).toBe(404);
  expect((await other.browser.delete(url)).statusCode).toBe(404);
  expect((await browser.put(url, { email })).statusCode).toBe(200);
  await register(token);
  expect((await browser.put(url, { email })).statusCode).toBe(409);
  expect((await browser.delete(url)).statusCode).toBe(409);
});

test('it expires after thirty days, and verifies nothing if another customer of the freelancer has the address', async () => {
  const { browser, email, token } = await invited();
  const second = (
    await browser.post('/api/users/', { username: `second-${email}`.replace('@', '-'), email })
  ).json<Customer>();
  await setup.runJobs();
  const link = setup.mails.findLast(({ to }) => to === email);
  const next = new URL(/https?:\S+/.exec(link?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? '';
  await register(token);
  const client = setup.createBrowser();
  expect((await register(next, {}, client)).statusCode).toBe(200);
  expect((await client.get(`${AUTH}/account/email`)).json()).toMatchObject({ data: [] });
  expect((await rowOf(browser, second.id))?.registered).toBe(true);
  const late = await invited();
  setup.advance(30 * 24 * 3600);
  expect((await look(late.token)).statusCode).toBe(400);
});
