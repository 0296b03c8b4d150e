import { pino } from 'pino';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { LOG_OPTIONS } from './log-options.ts';
import { REDACTION, withoutSecrets } from './log-secrets.ts';

const AUTH = '/api/_allauth/browser/v1';
const SECRET = 'Zm9yZ2VkLXNlY3JldA';

const setup = await sharedTestApp({ LOG_LEVEL: 'info', RATE_LIMITS: 'off' });

test.each([
  ['/password-reset?token=SECRET', '/password-reset?token=[cut]'],
  ['/a?TOKEN=SECRET', '/a?TOKEN=[cut]'],
  ['/a?%74oken=SECRET&page=2', '/a?[cut]&page=2'],
  ['/a?t%6Fken=SECRET', '/a?[cut]'],
  ['/a?%2574oken=SECRET', '/a?[cut]'],
  ['/a?%252574oken=SECRET', '/a?[cut]'],
  ['/a?reset_token=SECRET', '/a?reset_token=[cut]'],
  ['/a?token[]=SECRET', '/a?token[]=[cut]'],
  ['/a?user[Token]=SECRET', '/a?user[Token]=[cut]'],
  ['/a?page=1;token=SECRET', '/a?page=1;token=[cut]'],
  ['/a?to%00ken=SECRET', '/a?[cut]'],
  ['/a?to-ken=SECRET', '/a?to-ken=[cut]'],
  ['/login?next=%2Fpassword-reset%3Ftoken%3DSECRET', '/login?next=[cut]'],
  ['/login?next=/x%253Fkey%253DSECRET', '/login?next=[cut]'],
  ['/a?q={"token":"SECRET"}', '/a?q=[cut]'],
  ['/a%3Ftoken%3DSECRET', '[cut]'],
  ['/a#access_token=SECRET', '/a#access_token=[cut]'],
  ['/a?code=SECRET&state=SECRET&key=SECRET', '/a?code=[cut]&state=[cut]&key=[cut]'],
  ['/a?password=SECRET', '/a?password=[cut]'],
  [`/a?${'%25'.repeat(10)}74oken=SECRET`, '/a?[cut]'],
  [`/a?%${'25'.repeat(10)}74oken=SECRET`, '/a?[cut]'],
  ['/api/projects/?search=x%20y&page=2', '/api/projects/?search=[cut]&page=2'],
  ['/api/users/?%73earch=Ada', '/api/users/?[cut]'],
  ['/api/feeds/SECRET/calendar.ics', '/api/feeds/[cut]/calendar.ics'],
  ['/api/FEEDS/SECRET?page=2', '/api/FEEDS/[cut]?page=2'],
  ['/api/f%65eds/SECRET/news.atom', '[cut]'],
  ['/api/feeds%2FSECRET/news.atom', '[cut]'],
  ['/login?next=%2Fapi%2Ffeeds%2FSECRET%2Fnews.atom', '/login?next=[cut]'],
  ['/api/users/verify_token/', '/api/users/verify_token/'],
  ['/api/files/1/thumbnail/?t=17&size=large', '/api/files/1/thumbnail/?t=17&size=large'],
])('the address %s is logged as %s', (url, logged) => {
  expect(withoutSecrets(url)).toBe(logged);
});

test('fields, headers and errors that hold secrets are logged without them, however deep', () => {
  const lines: string[] = [];
  const log = pino(REDACTION, { write: (line: string) => void lines.push(line) });
  log.info({ headers: { Cookie: SECRET, 'X-CSRFToken': SECRET, Authorization: `Bearer ${SECRET}` } });
  log.info({ body: { user: [{ New_Password: SECRET, reset_token: SECRET, passwd: { deep: SECRET } }] } });
  log.info({ headers: { 'X-Password-Reset-Key': SECRET, 'set-cookie': [SECRET] } });
  log.info({ url: `https://elsewhere.example/?client_secret=${SECRET}` }, 'asked');
  const error = Object.assign(new Error(`GET /x?token=${SECRET} failed`), { request: { password: SECRET } });
  log.error({ err: error });
  log.error({ err: new Error('outside', { cause: error }) });
  log.info(`asked with token=${SECRET}`);
  expect(lines).toHaveLength(7);
  expect(lines.filter((line) => line.includes(SECRET))).toEqual([]);
  log.error({ key: 'abc', code: 'ENOENT' }, 'The bytes are missing');
  expect(lines.at(-1)).toContain('"key":"abc","code":"ENOENT","msg":"The bytes are missing"');
  log.info({ link: 'http://localhost:3000/password-reset?token=abc' }, 'Mail written');
  expect(lines.at(-1)).toContain('?token=abc"');
});

test('long texts, lists and errors are truncated, at any depth and without the secrets at the cut', () => {
  const lines: string[] = [];
  const log = pino(REDACTION, { write: (line: string) => void lines.push(line) });
  const long = `token=${SECRET} `.repeat(64 * 1024);
  log.info({ a: long, b: { c: [long], d: Array.from({ length: 5000 }, (_item, index) => index) } }, long);
  log.error({ err: new Error(long) });
  expect(lines.map((line) => line.length).filter((length) => length > 40_000)).toEqual([]);
  expect(lines.filter((line) => line.includes(SECRET))).toEqual([]);
  expect(lines[0]).toContain(',99,"[cut]"]');
});

test('no answer of the server writes a secret of its request into the log', async () => {
  const { browser } = await setup.createFreelancer();
  setup.logs.length = 0;
  for (const url of [`/api/users/verify_token/?TOKEN=${SECRET}`, `/x?%74oken=${SECRET}`, `/%?key=${SECRET}`])
    await browser.get(url);
  const headers = { 'x-password-reset-key': SECRET, authorization: SECRET };
  await browser.get(`${AUTH}/auth/password/reset`, headers);
  await browser.post(`${AUTH}/auth/login`, { username: 'nobody', password: SECRET });
  await browser.post(`${AUTH}/auth/reauthenticate`, { password: SECRET });
  await browser.post('/api/users/reset_password/', {
    reset_token: SECRET,
    password: SECRET,
    password_confirm: 'x',
  });
  expect(setup.logs.length).toBeGreaterThan(5);
  expect(JSON.stringify(setup.logs)).not.toContain(SECRET);
});

test('line breaks in user input begin no line of the log', () => {
  const lines: string[] = [];
  const log = pino(LOG_OPTIONS, { write: (line: string) => void lines.push(line) });
  const hostile = 'x\n{"level":30,"msg":"Login"}\r\n\u2028\u001b[2J';
  log.info({ url: hostile, [hostile]: hostile, err: new Error(hostile) }, hostile);
  expect(lines).toHaveLength(1);
  for (const sign of ['\n', '\r', '\u001b']) expect(lines[0]?.trimEnd()).not.toContain(sign);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ url: hostile, msg: hostile });
});

test('a refused login or change of a password is logged with the account, and never with the input', async () => {
  const ada = await setup.createFreelancer({ username: 'ada' });
  const customer = await setup.createCustomer({ owner: ada });
  const guest = setup.createBrowser();
  const said = (message: string) =>
    setup.logs.filter(({ msg }) => msg === message).map(({ user, fields }) => ({ user, fields }));

  setup.logs.length = 0;
  await guest.post(`${AUTH}/auth/login`, { username: 'ADA', password: SECRET });
  await guest.post(`${AUTH}/auth/login`, { email: 'ada@example.com', password: SECRET });
  await guest.post(`${AUTH}/auth/login`, { username: 'ada@example.com', password: SECRET });
  await guest.post(`${AUTH}/auth/login`, { username: customer.username, password: SECRET });
  await guest.post(`${AUTH}/auth/login`, { username: 'nobody', password: SECRET });
  expect(said('Login failed').map(({ user }) => user)).toEqual([
    ada.id,
    ada.id,
    ada.id,
    customer.id,
    undefined,
  ]);

  const first = { new_password: 'petrol-green-window' };
  expect((await ada.browser.post(`${AUTH}/account/password/change`, first)).statusCode).toBe(200);
  await ada.browser.post(`${AUTH}/account/password/change`, { current_password: SECRET, ...first });
  await ada.browser.post(`${AUTH}/account/password/change`, {
    current_password: first.new_password,
    new_password: 'password',
  });
  expect(said('Password change refused')).toEqual([
    { user: ada.id, fields: ['current_password'] },
    { user: ada.id, fields: ['new_password'] },
  ]);
  await ada.browser.post(`${AUTH}/auth/reauthenticate`, { password: SECRET });
  expect(said('Password not confirmed')).toEqual([{ user: ada.id, fields: ['password'] }]);
  const invitation = (await ada.browser.get('/api/users/')).json<{ results: { reset_token: string }[] }>();
  const reset_token = invitation.results[0]?.reset_token;
  await guest.post('/api/users/reset_password/', {
    reset_token,
    password: '123456',
    password_confirm: '123456',
  });
  expect(said('Password reset refused')).toEqual([{ user: customer.id, fields: ['password'] }]);
  expect(JSON.stringify(setup.logs)).not.toContain(SECRET);
});
