import type { RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../shared-test-app.ts';

/** Forged calls are refused on every route (specification 4.3, 9.9), before anything else is looked at. */
const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Routes that other sites call: their requests prove their origin, or are not read and change nothing. */
const SIGNED = [
  'POST /api/checkout/return/',
  'POST /api/notices/one-click/',
  'POST /api/webhooks/iyzico/',
  'POST /api/webhooks/stripe/',
];

type Route = { method: string; url: string; csrf: 'form' | 'signature' | undefined };

const routes: Route[] = [];
const setup = await sharedTestApp({ RATE_LIMITS: 'off' }, { onRoute: remember });
const ada = await setup.createFreelancer();
const eve = await setup.createFreelancer();

function remember({ method, url, config }: RouteOptions): void {
  for (const one of [method].flat())
    if (UNSAFE.has(one)) routes.push({ method: one, url, csrf: config?.csrf });
}

/** All but the address of pages, which exists with a build: every unsafe call to it is 404, without an effect. */
const guarded = () => routes.filter(({ csrf, url }) => csrf !== 'signature' && url !== '/*');

test('only four routes do without the token: their requests are signed, or change nothing', () => {
  const signed = routes.filter(({ csrf }) => csrf === 'signature');
  expect(signed.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(SIGNED);
  expect(guarded().length).toBeGreaterThan(60);
});

test.each<[string, Record<string, string>]>([
  ['without a token', { 'x-csrftoken': '' }],
  ['with the token of another session', { 'x-csrftoken': eve.browser.cookies.get('csrftoken') ?? '' }],
  ['of another site', { origin: 'https://evil.example' }],
  ['of a page that hides what it is', { origin: 'null' }],
  ['that the browser calls one of another site', { 'sec-fetch-site': 'cross-site' }],
])('an unsafe call %s is refused, whatever the route', async (_what, headers) => {
  const answers: string[] = [];
  for (const { method, url } of guarded()) {
    const address = url.replaceAll(/:\w+/g, '1');
    const { statusCode } = await ada.browser.request({ method, url: address, headers });
    if (statusCode !== 403) answers.push(`${method} ${url}: ${statusCode}`);
  }
  expect(answers).toEqual([]);
});
