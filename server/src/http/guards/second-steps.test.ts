import type { HTTPMethods, RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { AUTH } from '../../testing/accounts.ts';
import type { Browser } from '../../testing/browser.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

type Route = { method: HTTPMethods; url: string };

const routes: Route[] = [];

function remember({ method, url }: RouteOptions): void {
  for (const one of [method].flat()) routes.push({ method: one, url });
}

const webFolder = temporaryFolder();
const setup = await sharedTestApp(
  { REQUIRE_SECOND_FACTOR: 'freelancers', RATE_LIMITS: 'off' },
  { webFolder, onRoute: remember },
);

/** Routes outside of the authentication API that answer a freelancer without a second step; none shows or changes work. */
const OPEN = [
  'GET /healthz',
  'GET /readyz',
  'GET /api/accounts/google/login/callback/',
  'GET /api/users/get_email_from_key/',
  'GET /api/users/verify_token/',
  'POST /api/users/change_unverified_email/',
  'POST /api/users/reset_password/',
  'GET /api/users/invitation_passkey/',
  'POST /api/users/invitation_passkey/',
  'POST /api/users/switch_account/',
  'GET /api/users/take_back/',
  'POST /api/users/take_back/',
  'GET /api/users/keep_account/',
  'POST /api/users/keep_account/',
  'POST /api/users/invitation_opened/',
];

const isOfAuthentication = ({ url }: Route) => /^(?:\/api)?\/_allauth\/browser\/v1\//.test(url);
const SPELLINGS = [
  (url: string) => url,
  (url: string) => `${url}?next=/api/_allauth/browser/v1/config`,
  (url: string) => url.replace(/\/$/, ''),
  (url: string) => url.replace('/api/', '/%61pi/'),
];

test('a freelancer without a second step is refused by every registered route but the listed ones, however its address is spelled', async () => {
  const { browser } = await setup.registerAccount('walks-routes');
  const asked = routes.filter((route) => !isOfAuthentication(route));
  expect(asked.length).toBeGreaterThan(150);
  const open = new Set<string>();
  for (const { method, url } of asked)
    for (const spell of SPELLINGS)
      if (!(await isRefused(browser, { method, url: spell(withNumbers(url)) }))) open.add(`${method} ${url}`);
  const gets = OPEN.filter((route) => route.startsWith('GET '));
  const heads = gets.map((route) => route.replace('GET', 'HEAD'));
  expect([...open].toSorted()).toEqual([...OPEN, ...heads].toSorted());
});

test('the own row is open, but not another one or a longer address', async () => {
  const { browser } = await setup.registerAccount('own-row');
  type Session = { data: { user: { id: number } } };
  const { id } = (await browser.get(`${AUTH}/auth/session`)).json<Session>().data.user;
  expect((await browser.get(`/api/users/${id}/`)).statusCode).toBe(200);
  for (const url of [`/api/users/${id + 1}/`, `/api/users/0${id}/`, `/api/users/${id}/people/`])
    expect((await browser.get(url)).statusCode, url).not.toBe(200);
});

async function isRefused(browser: Browser, route: Route): Promise<boolean> {
  const { statusCode, body } = await browser.request(route);
  return statusCode === 403 && (route.method === 'HEAD' || body.includes('second_step_required'));
}

function withNumbers(url: string): string {
  return url.replaceAll(/:\w+/g, '7').replace('*', 'x');
}
