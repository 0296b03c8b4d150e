import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

test('a foreign host is refused with the address to use', async () => {
  const response = await setup.createBrowser().get('/api/subscription_plans/', { host: 'evil.example' });
  expect(response.statusCode).toBe(421);
  expect(response.json()).toEqual({ detail: 'This server answers at http://localhost:3000.' });
});

test('the probes answer under any host', async () => {
  for (const url of ['/healthz', '/readyz']) {
    expect((await setup.app.inject({ url, headers: { host: '10.0.0.7' } })).statusCode).toBe(200);
  }
});

test('plans are public and localised', async () => {
  const english = (await setup.createBrowser().get('/api/subscription_plans/')).json<Page<Plan>>();
  expect(english).toMatchObject({ count: 3, next: null, previous: null });
  expect(english.results.map((plan) => plan.price_per_period)).toEqual([0, 29, 99]);
  const turkish = (
    await setup.createBrowser().get('/api/subscription_plans/', { 'accept-language': 'tr' })
  ).json<Page<Plan>>();
  expect(turkish.results[1]).toMatchObject({ name: 'Professional', price_per_period: 899, currency: 'TRY' });
});

test('a guest gets 401, an unknown address 404, a wrong method 405, each with a detail', async () => {
  const guest = setup.createBrowser();
  for (const [response, status] of [
    [await guest.get('/api/users/1/'), 401],
    [await guest.get('/api/nothing/'), 404],
    [await guest.post('/api/subscription_plans/', {}), 405],
    [await guest.post('/api/users/reset_password/', '{"a":', { 'content-type': 'application/json' }), 400],
  ] as const) {
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ detail: expect.any(String) });
  }
});

test('an unsafe call needs the CSRF token and an own origin', async () => {
  const guest = setup.createBrowser();
  const withoutToken = await guest.post('/api/projects/', {}, { 'x-csrftoken': 'other' });
  expect(withoutToken.statusCode).toBe(403);
  const foreign = await guest.post('/api/projects/', {}, { origin: 'https://evil.example' });
  expect(foreign.statusCode).toBe(403);
});

test('a freelancer sees the own record with the Starter plan, and no other user does', async () => {
  const [ada, eve] = [await setup.createFreelancer(), await setup.createFreelancer()];
  const response = await ada.browser.get(`/api/users/${ada.id}/`);
  expect(response.json()).toMatchObject({
    id: ada.id,
    isFreelancer: true,
    extra_storage_gb: 0,
    used_storage: 0,
    project_count: 0,
    subscription: { status: 'active', current_period_end: null, plan: { name: 'Starter', project_limit: 3 } },
  });
  expect((await eve.browser.get(`/api/users/${ada.id}/`)).statusCode).toBe(404);
  expect((await ada.browser.get('/api/users/99999999999999/')).statusCode).toBe(404);
});

test('a session ends 14 days after its last use', async () => {
  const ada = await setup.createFreelancer();
  setup.advance(13 * 24 * 3600);
  expect((await ada.browser.get(`/api/users/${ada.id}/`)).statusCode).toBe(200);
  setup.advance(13 * 24 * 3600);
  expect((await ada.browser.get(`/api/users/${ada.id}/`)).statusCode).toBe(200);
  setup.advance(15 * 24 * 3600);
  expect((await ada.browser.get(`/api/users/${ada.id}/`)).statusCode).toBe(401);
});

test('the API describes itself', async () => {
  const guest = setup.createBrowser();
  const document = (await guest.get('/api/openapi.json')).json<{ openapi: string; paths: object }>();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toContain('/api/users/{id}/');
  expect((await guest.get('/api/docs/')).statusCode).toBe(200);
  for (const [asked, there] of [
    ['/api/docs', '/api/docs/'],
    ['/api/docs?deepLinking=true', '/api/docs/?deepLinking=true'],
  ] as const)
    expect(await guest.get(asked)).toMatchObject({ statusCode: 302, headers: { location: there } });
});

test('the API documentation has the same strict policy as all other pages', async () => {
  const guest = setup.createBrowser();
  const page = await guest.get('/api/docs/');
  expect(page.headers['content-type']).toContain('text/html');
  const policy = String(page.headers['content-security-policy']);
  for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy.split(';')).toContain(part);
  expect((await guest.get('/healthz')).headers['content-security-policy']).toBe(policy);
});

test('an address that cannot be decoded is bad input, in words like any other', async () => {
  const response = await setup.createBrowser().get('/api/users/%E0%A4%A/');
  expect(response.statusCode).toBe(400);
  expect(Object.keys(response.json())).toEqual(['detail']);
});
