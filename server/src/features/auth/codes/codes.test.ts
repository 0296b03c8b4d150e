import { beforeEach, expect, test } from 'vitest';
import { AUTH, errorCodes, isSignedIn, logIn, PASSWORD } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
beforeEach(() => setup.advance(3600));

const HOUR = 3600;
const DAY = 24 * HOUR;

const ask = (browser: Browser, email: string) => browser.post(`${AUTH}/auth/code/request`, { email });
const confirm = (browser: Browser, code: string) => browser.post(`${AUTH}/auth/code/confirm`, { code });
const resend = (browser: Browser) => browser.post(`${AUTH}/auth/code/resend`);

/** A browser that waits for a code, and the code. */
async function waiting(email: string) {
  const browser = setup.createBrowser();
  const answer = await ask(browser, email);
  expect(answer.statusCode).toBe(401);
  const [code = ''] = await setup.mailedCodes(email);
  return { browser, code, wrong: otherThan(code) };
}

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** A customer of a new freelancer with a verified address. */
async function clientWith(email: string) {
  const customer = await setup.createCustomer();
  await setup.addAddress(customer, { email });
  return customer;
}

type Flows = { data: { flows: { id: string }[] } };
const codeFlowOf = async (browser: Browser) => {
  const answer = await browser.get(`${AUTH}/auth/session`);
  return answer.json<Flows>().data.flows.find(({ id }) => id === 'login_by_code');
};

test('a code signs a client in, in the browser that asked, once', async () => {
  const { id, username } = await clientWith('once@example.com');
  const { browser, code } = await waiting('once@example.com');
  const answer = await confirm(browser, code);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    data: { user: { id, username }, methods: [{ method: 'code', email: 'once@example.com' }] },
  });
  expect((await confirm(browser, code)).statusCode).toBe(409);
  await browser.delete(`${AUTH}/auth/session`);
  expect((await confirm(browser, code)).statusCode).toBe(409);
});

test('a freelancer logs in by a code, also one that is typed with a space or a dash', async () => {
  const { email } = await setup.registerAccount('spaced');
  for (const sign of [' ', '-']) {
    const { browser, code } = await waiting(email);
    expect((await confirm(browser, `${code.slice(0, 3)}${sign}${code.slice(3)}`)).statusCode).toBe(200);
  }
});

test('another browser with the code, or with a pending code of its own, is not signed in', async () => {
  const { email } = await setup.registerAccount('elsewhere');
  const { browser, code } = await waiting(email);
  const stranger = setup.createBrowser();
  expect((await confirm(stranger, code)).statusCode).toBe(409);
  await ask(stranger, email);
  await setup.runJobs();
  expect(errorCodes(await confirm(stranger, code))).toEqual(['code:incorrect_code']);
  await ask(stranger, 'nobody-elsewhere@example.com');
  expect(errorCodes(await confirm(stranger, code))).toEqual(['code:incorrect_code']);
  expect((await confirm(browser, code)).statusCode).toBe(200);
  expect(await isSignedIn(stranger)).toBe(false);
});

test('the third wrong code invalidates the right one, and another may be requested', async () => {
  const { email } = await setup.registerAccount('three-tries');
  const { browser, code, wrong } = await waiting(email);
  const messages = [];
  for (let count = 0; count < 3; count += 1) {
    const answer = await confirm(browser, wrong);
    expect(errorCodes(answer)).toEqual(['code:incorrect_code']);
    messages.push(answer.json<{ errors: { message: string }[] }>().errors[0]?.message);
  }
  expect(messages).toEqual([
    'This code is not correct. Tries left: 2.',
    'This code is not correct. Tries left: 1.',
    'This code no longer works. Ask for a new one.',
  ]);
  expect(errorCodes(await confirm(browser, code))).toEqual(['code:incorrect_code']);
  setup.advance(60);
  expect((await resend(browser)).statusCode).toBe(200);
  const [next = ''] = await setup.mailedCodes(email);
  expect((await confirm(browser, next)).statusCode).toBe(200);
});

test('only three of many simultaneous guesses are checked', async () => {
  const { email } = await setup.registerAccount('at-once');
  const { browser, code, wrong } = await waiting(email);
  const guesses = await Promise.all(Array.from({ length: 8 }, () => confirm(browser, wrong)));
  const left = guesses.map(
    (answer) => /\d/.exec(answer.json<{ errors: { message: string }[] }>().errors[0]?.message ?? '')?.[0],
  );
  expect(new Set(left.filter(Boolean))).toEqual(new Set(['1', '2']));
  expect(errorCodes(await confirm(browser, code))).toEqual(['code:incorrect_code']);
});

test('only one of simultaneous uses of a code signs in', async () => {
  const { email } = await setup.registerAccount('used-at-once');
  const { browser, code } = await waiting(email);
  const answers = await Promise.all([confirm(browser, code), confirm(browser, code), confirm(browser, code)]);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
});

test('a code is valid for fifteen minutes', async () => {
  const { email } = await setup.registerAccount('quarter');
  const first = await waiting(email);
  setup.advance(15 * 60 - 1);
  expect((await confirm(first.browser, first.code)).statusCode).toBe(200);
  const second = await waiting(email);
  setup.advance(15 * 60);
  expect((await confirm(second.browser, second.code)).statusCode).toBe(409);
  expect(await codeFlowOf(second.browser)).toEqual({ id: 'login_by_code' });
});

test("the pending step names the address and, by the server's clock, the time until another code", async () => {
  const { email } = await setup.registerAccount('counts-down');
  const { browser } = await waiting(email);
  const flow = { id: 'login_by_code', is_pending: true, email };
  expect(await codeFlowOf(browser)).toEqual({ ...flow, resend_after: 60 });
  const early = await resend(browser);
  expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '60']);
  setup.advance(50);
  expect(await codeFlowOf(browser)).toEqual({ ...flow, resend_after: 10 });
  setup.advance(-300);
  expect(await codeFlowOf(browser)).toEqual({ ...flow, resend_after: 60 });
  setup.advance(400);
  expect(await codeFlowOf(browser)).toEqual({ ...flow, resend_after: 0 });
  expect((await resend(browser)).statusCode).toBe(200);
  expect(await codeFlowOf(browser)).toEqual({ ...flow, resend_after: 60 });
});

test("another code invalidates the one before, even if that one's mail is late", async () => {
  const { email } = await setup.registerAccount('again');
  const { browser, code } = await waiting(email);
  setup.advance(60);
  await resend(browser);
  await ask(browser, email);
  const sentBefore = setup.mails.length;
  const [next = ''] = await setup.mailedCodes(email);
  expect(setup.mails.slice(sentBefore)).toHaveLength(1);
  expect(errorCodes(await confirm(browser, code === next ? otherThan(code) : code))).toEqual([
    'code:incorrect_code',
  ]);
  expect((await confirm(browser, next)).statusCode).toBe(200);
});

test('logging out, or another way of signing in, discards the code', async () => {
  const { username, email } = await setup.registerAccount('gives-up');
  const first = await waiting(email);
  await first.browser.delete(`${AUTH}/auth/session`);
  expect((await confirm(first.browser, first.code)).statusCode).toBe(409);
  const second = await waiting(email);
  expect(await logIn(second.browser, username)).toBe(200);
  expect((await confirm(second.browser, second.code)).statusCode).toBe(409);
  expect((await ask(second.browser, email)).statusCode).toBe(409);
});

test('a new password, and the removal of the address, invalidate earlier codes', async () => {
  const { browser, email } = await setup.registerAccount('changes');
  const first = await waiting(email);
  const passwords = { current_password: PASSWORD, new_password: 'a quiet harbour' };
  expect((await browser.post(`${AUTH}/account/password/change`, passwords)).statusCode).toBe(200);
  expect(errorCodes(await confirm(first.browser, first.code))).toEqual(['code:incorrect_code']);
  const client = await clientWith('removed@example.com');
  const second = await waiting('removed@example.com');
  await setup.db.deleteFrom('email_addresses').where('user_id', '=', client.id).execute();
  expect(errorCodes(await confirm(second.browser, second.code))).toEqual(['code:incorrect_code']);
});

test('an unverified address gets no code', async () => {
  const client = await setup.createCustomer();
  await setup.addAddress(client, { email: 'unproven@example.com', verified: false });
  const browser = setup.createBrowser();
  for (const email of ['unproven@example.com', 'unknown@example.com']) {
    expect((await ask(browser, email)).statusCode).toBe(401);
    await setup.runJobs();
    expect(setup.mails.filter(({ to }) => to === email)).toEqual([]);
  }
});

test('several accounts with one address get one mail with a code each', async () => {
  const [first, second] = [await clientWith('shared@example.com'), await clientWith('shared@example.com')];
  const { browser } = await waiting('shared@example.com');
  const text = setup.mails.findLast(({ to }) => to === 'shared@example.com')?.text ?? '';
  const codeOf = (username: string) => new RegExp(`(\\d{6}) for ${username},`).exec(text)?.[1] ?? '';
  expect(codeOf(first.username)).not.toBe(codeOf(second.username));
  expect((await confirm(browser, codeOf(first.username))).json()).toMatchObject({
    data: { user: { id: first.id } },
  });
  const again = await waiting('shared@example.com');
  expect((await confirm(again.browser, codeOf(second.username))).statusCode).toBe(400);
});

test('neither the code nor the account appears in an answer, a link or, readably, in the session', async () => {
  const { email, username } = await setup.registerAccount('unwritten');
  const { browser, code } = await waiting(email);
  const mail = setup.mails.findLast(({ to }) => to === email);
  expect(mail?.text).not.toMatch(/https?:/);
  expect(mail?.html).not.toMatch(/href|src=|<form/);
  const body = (await browser.get(`${AUTH}/auth/session`)).body;
  expect(body).not.toContain(username === email ? '' : `"${username}"`);
  const sessions = await setup.db.selectFrom('sessions').select('state').execute();
  const waits = sessions.filter(({ state }) => state.includes(email));
  expect(waits).toHaveLength(1);
  expect(waits[0]?.state).not.toContain(code);
  expect(body).not.toContain('hash');
});

test('five codes an hour and ten a day go to an address, known or not', async () => {
  const { username } = await setup.registerAccount('asks-often');
  const registered = 'asks-often@example.com';
  for (const email of [registered, 'asks-often-unknown@example.com']) {
    const asked = async (times: number) => {
      const answers = [];
      for (let count = 0; count < times; count += 1) answers.push(await ask(setup.createBrowser(), email));
      return answers;
    };
    const statuses = async (times: number) => (await asked(times)).map(({ statusCode }) => statusCode);
    const five = [401, 401, 401, 401, 401];
    // Refused requests do not count for the day.
    expect(await statuses(12)).toEqual([...five, 400, 400, 400, 400, 400, 400, 400]);
    setup.advance(HOUR);
    expect(await statuses(5)).toEqual(five);
    setup.advance(HOUR);
    const [refused] = await asked(1);
    expect(refused && errorCodes(refused)).toEqual(['email:too_many_login_attempts']);
    expect(refused?.headers['retry-after']).toBe(String(DAY - 2 * HOUR));
    setup.advance(DAY);
    expect((await asked(1))[0]?.statusCode).toBe(401);
  }
  expect(await logIn(setup.createBrowser(), username)).toBe(200);
});

test('codes that are sent again count for the address as well', async () => {
  const { email } = await setup.registerAccount('sends-again');
  const { browser } = await waiting(email);
  for (let count = 0; count < 4; count += 1) {
    setup.advance(60);
    expect((await resend(browser)).statusCode).toBe(200);
  }
  setup.advance(60);
  const refused = await resend(browser);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(HOUR - 5 * 60)]);
  expect(errorCodes(await ask(setup.createBrowser(), email))).toEqual(['email:too_many_login_attempts']);
});

test('a login by a code in a new browser is announced, and a wrong code is a refused login', async () => {
  const { browser, email } = await setup.registerAccount('receives');
  const { browser: other, code, wrong } = await waiting(email);
  await confirm(other, wrong);
  expect((await confirm(other, code)).statusCode).toBe(200);
  await setup.runJobs();
  expect(setup.mails.findLast(({ to }) => to === email)?.subject).toBe('New login to your account');
  const events = (await browser.get('/api/security_events/')).json<{ results: { kind: string }[] }>();
  expect(events.results.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['new_device', 'login_refused']),
  );
});

test('a scanner that opens and posts every link of the mail starts no session and uses nothing up', async () => {
  const { email } = await setup.registerAccount('scanned');
  const { browser, code } = await waiting(email);
  const scanner = setup.createBrowser();
  const mail = setup.mails.findLast(({ to }) => to === email);
  const found = (mail?.html ?? '').match(/https?:\/\/[^\s"<>]+/g) ?? [];
  const addresses = [...found, '/login', '/login/code', `/login?code=${code}`, `${AUTH}/auth/code/confirm`];
  for (const url of addresses)
    for (const method of ['GET', 'HEAD', 'POST'] as const)
      await scanner.request({ method, url, ...(method === 'POST' && { payload: { code } }) });
  expect(await isSignedIn(scanner)).toBe(false);
  expect((await confirm(browser, code)).statusCode).toBe(200);
});
