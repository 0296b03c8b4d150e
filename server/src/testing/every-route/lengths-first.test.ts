import { afterEach, expect, test, vi } from 'vitest';
import { sharedTestApp } from '../shared-test-app.ts';
import { createTusUser } from '../tus.ts';

/**
 * Normalising takes quadratic time on some texts, so a text from outside must be as short as what it claims to be (a
 * name, an address) before it is normalised. Characters are counted instead of seconds.
 */
const AUTH = '/api/_allauth/browser/v1';
const PASSWORD = 'petrol-green-window';

/** Combining marks out of order: NFKC sorts them one by one. */
const MARKS = '\u0301\u0316'.repeat(15_000);
/** Looks like an address except for its length. */
const DOMAIN = `a@${'ş'.repeat(25_000)}.com`;

/** Four times the longest file name, which is the longest text to be normalised. */
const LONGEST = 1020;

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
afterEach(() => vi.restoreAllMocks());

/** Records the lengths of texts that are normalised, or parsed as an address, from here on. */
function watchTexts(): number[] {
  const lengths: number[] = [];
  const normalize = Object.getOwnPropertyDescriptor(String.prototype, 'normalize')?.value as (
    form?: string,
  ) => string;
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
    lengths.push(this.length);
    return normalize.call(this, form);
  });
  const canParse = URL.canParse.bind(URL);
  vi.spyOn(URL, 'canParse').mockImplementation((url, base) => {
    lengths.push(url.toString().length);
    return canParse(url, base);
  });
  return lengths;
}

test.each([
  ['POST', '/auth/login', { username: MARKS, password: PASSWORD }],
  ['POST', '/auth/login', { username: DOMAIN, password: PASSWORD }],
  ['POST', '/auth/login', { email: DOMAIN, password: PASSWORD }],
  ['POST', '/auth/signup', { username: MARKS, email: 'ada@example.com', password: PASSWORD }],
  ['POST', '/auth/signup', { username: 'ada', email: DOMAIN, password: PASSWORD }],
  ['POST', '/auth/password/request', { email: DOMAIN }],
  ['PUT', '/account/email', { email: DOMAIN }],
] as const)('%s %s refuses what is too long before it is normalised', async (method, path, payload) => {
  const lengths = watchTexts();
  const response = await setup.createBrowser().request({ method, url: AUTH + path, payload });
  expect(response.statusCode).toBe(400);
  expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(LONGEST);
});

test('so does setting a password by a link, for the address beside it', async () => {
  const lengths = watchTexts();
  const payload = { reset_token: 'x', password: PASSWORD, password_confirm: PASSWORD, email: DOMAIN };
  const response = await setup.createBrowser().post('/api/users/reset_password/', payload);
  expect(response.statusCode).toBe(400);
  expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(LONGEST);
});

test('so do names and searches of a signed-in user', async () => {
  const { browser, ...owner } = await setup.createFreelancer();
  const version = await setup.createVersion({ project: await setup.createProject({ owner }) });
  const file = await setup.createFile({ version });
  const lengths = watchTexts();
  const answers = [
    await browser.patch(`/api/files/${file.id}/`, { name: MARKS }),
    await browser.post('/api/users/', { username: MARKS }),
    await browser.post('/api/projects/', { name: MARKS }),
    await browser.get(`/api/users/?search=${encodeURIComponent(MARKS.slice(0, 1000))}`),
    await browser.get(`/api/projects/?search=${encodeURIComponent(MARKS.slice(0, 1000))}`),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400]);
  expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(LONGEST);
});

test('the name of an uploaded file is cut before it is normalised', async () => {
  const freelancer = await setup.createFreelancer();
  const version = await setup.createVersion({ project: await setup.createProject({ owner: freelancer }) });
  const lengths = watchTexts();
  const name = `${MARKS.slice(0, 4000)}.png`;
  const upload = await createTusUser(setup, freelancer, version.id).create(1, { name });
  expect(upload.statusCode).toBe(201);
  expect(lengths).not.toEqual([]);
  expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(LONGEST);
});

test('an Origin longer than any host name is foreign without being parsed', async () => {
  const lengths = watchTexts();
  const origin = `http://${'a'.repeat(5000)}`;
  const response = await setup.createBrowser().post(`${AUTH}/auth/login`, {}, { origin });
  expect(response.statusCode).toBe(403);
  expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(LONGEST);
});
