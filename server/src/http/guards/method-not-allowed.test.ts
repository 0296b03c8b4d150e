import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { InjectOptions, RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { BAD_BODIES } from '../../testing/every-route/hostile-input.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

const methodsOf = new Map<string, Set<string>>();

const webFolder = temporaryFolder();
mkdirSync(join(webFolder, 'assets'));
writeFileSync(join(webFolder, 'index.html'), '<p>page</p>');
writeFileSync(join(webFolder, 'assets', 'main.js'), '');
const setup = await sharedTestApp({ RATE_LIMITS: 'off' }, { webFolder, onRoute: remember });

function remember({ url, method }: RouteOptions): void {
  if (url.includes('*')) return;
  const methods = methodsOf.get(url) ?? new Set();
  for (const one of [method].flat()) methods.add(one);
  methodsOf.set(url, methods);
}

/** Every address with a method it does not accept. */
function otherMethods(): { url: string; method: string; allowed: Set<string> }[] {
  for (const page of ['/dashboard', '/projects/17/']) methodsOf.set(page, new Set(['GET', 'HEAD']));
  return Array.from(methodsOf, ([url, allowed]) =>
    setup.app.supportedMethods
      .filter((method) => !allowed.has(method))
      .map((method) => ({ url: url.replaceAll(/:\w+/g, '1'), method, allowed })),
  ).flat();
}

const BODIES: Pick<InjectOptions, 'headers' | 'payload'>[] = [
  {},
  { headers: { 'content-type': 'application/json' }, payload: '{"a":' },
  { headers: { 'x-csrftoken': 'wrong' }, payload: {} },
  { headers: { origin: 'https://elsewhere.example' } },
  { headers: { 'content-length': '9999999999' }, payload: '' },
  ...BAD_BODIES.map(([type, payload]) => ({ headers: { 'content-type': type }, payload })),
];

test('a method that an address does not support is 405 with Allow, whatever the body, the token and the user', async () => {
  const customer = await setup.createCustomer();
  const askers: Browser[] = [setup.createBrowser(), customer.browser];
  const asked = otherMethods();
  expect(asked.length).toBeGreaterThan(300);
  const wrong: string[] = [];
  for (const { url, method, allowed } of asked) {
    for (const [index, body] of BODIES.entries()) {
      const browser = askers[index % 2] ?? setup.createBrowser();
      const response = await browser.request({ ...body, url, method });
      const allow = response.headers.allow?.split(', ') ?? [];
      const isRight =
        response.statusCode === 405 && allow.toSorted().join() === [...allowed].toSorted().join();
      if (!isRight)
        wrong.push(`${method} ${url} ${JSON.stringify(body)}: ${response.statusCode} ${allow.join()}`);
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

test('an unknown address stays 404 for every method, and is a page only beside the API', async () => {
  const guest = setup.createBrowser();
  for (const url of ['/no-such-page', '/api/nothing/', '/_allauth/nothing'])
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS'] as const) {
      const response = await guest.request({ url, method });
      expect(response.statusCode).toBe(404);
      const isPage = url === '/no-such-page' && method === 'GET';
      expect(response.headers['content-type']).toContain(isPage ? 'text/html' : 'application/json');
    }
});

test('a method that the router does not support is 405 too', async () => {
  if (!setup.app.server.listening) await setup.app.listen({ port: 0, host: '127.0.0.1' });
  const address = setup.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  for (const path of ['/api/projects/', '/dashboard']) {
    const socket = connect(address.port, '127.0.0.1');
    socket.write(`PROPFIND ${path} HTTP/1.1\r\nhost: localhost:3000\r\nconnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toMatch(/^allow: GET, /m);
  }
});
