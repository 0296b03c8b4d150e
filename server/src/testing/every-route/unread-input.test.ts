import { once } from 'node:events';
import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { BAD_BODIES, BAD_JSON, BROKEN_JSON, ODD_FILE_NAMES } from './hostile-input.ts';
import { isUnsafe, ownAddress, routeTests } from './route-tests.ts';
import { sharedTestApp } from '../shared-test-app.ts';

/**
 * Bad input that is refused before a database is asked is answered with 4xx in the shape of errors (specification 10.1);
 * no request ends the process.
 */

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const { expectNoFailureOnEveryRoute } = await routeTests(setup);

function multipart(parts: string[]): Pick<InjectOptions, 'headers' | 'payload'> {
  const body = parts.map((part) => `--edge\r\ncontent-disposition: form-data; ${part}\r\n`).join('');
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload: `${body}--edge--\r\n`,
  };
}

describe('bad input on every route is refused and breaks nothing', () => {
  it('surprising JSON', async () => {
    await expectNoFailureOnEveryRoute((route, { ids }) => {
      const request = { method: route.method, url: ownAddress(route, ids) };
      const headers = { 'content-type': 'application/json' };
      return isUnsafe(route) ? BAD_JSON.map((payload) => ({ ...request, headers, payload })) : [];
    });
  });

  it('a body that is no JSON, or would change a prototype', async () => {
    await expectNoFailureOnEveryRoute((route, { ids }) => {
      const request = { method: route.method, url: ownAddress(route, ids) };
      const headers = { 'content-type': 'application/json' };
      return isUnsafe(route) ? BROKEN_JSON.map((payload) => ({ ...request, headers, payload })) : [];
    }, 400);
  });

  it('bodies of other types', async () => {
    await expectNoFailureOnEveryRoute((route, { ids }) => {
      const request = { method: route.method, url: ownAddress(route, ids) };
      const withType = ([type, payload]: [string, string]) => ({
        ...request,
        headers: { 'content-type': type },
        payload,
      });
      return isUnsafe(route) ? BAD_BODIES.map(withType) : [];
    });
  });

  it('multipart forms with odd file names, too many parts and too few', async () => {
    await expectNoFailureOnEveryRoute((route, { ids }) => {
      if (route.method !== 'POST') return [];
      const request = { method: route.method, url: ownAddress(route, ids) };
      const version = `name="version"\r\n\r\n${ids.versions}`;
      const file = (name: string) => `name="file"; filename="${name}"\r\n\r\nbytes`;
      return [
        ...ODD_FILE_NAMES.map((name) => [version, file(name)]),
        [version],
        [file('a.txt')],
        [file('a.txt'), version],
        [version, file('a.txt'), file('b.txt')],
        [version, version, file('a.txt')],
        ['name="version"\r\n\r\nnonsense', file('a.txt')],
        [`name="version"\r\n\r\n${'9'.repeat(3_000_000)}`, file('a.txt')],
        Array.from({ length: 2000 }, (_, index) => `name="field-${index}"\r\n\r\nx`),
      ].map((parts) => ({ ...request, ...multipart(parts) }));
    });
  });

  it('odd headers', async () => {
    await expectNoFailureOnEveryRoute((route, { ids }) =>
      [
        { cookie: `sessionid=${'x'.repeat(7000)}; csrftoken=x` },
        { cookie: 'sessionid=%E0%A4%A; =; ;;; csrftoken' },
        { 'accept-language': 'tr;q=0.1,'.repeat(500) },
        { origin: 'null' },
        { origin: 'https://elsewhere.example' },
        { 'x-csrftoken': '💥'.repeat(10) },
        { host: 'elsewhere.example' },
        { range: 'bytes=9-1,-,abc' },
        { 'if-none-match': '"'.repeat(500) },
        { 'if-modified-since': 'nonsense' },
      ].map((headers) => ({ method: route.method, url: ownAddress(route, ids), headers })),
    );
  });
});

describe('a connection that breaks off', () => {
  it.each([
    ['in the head', 'POST /api/projects/ HTTP/1.1\r\nhost: localhost:3000\r\ncontent-le'],
    [
      'in the body',
      'POST /api/projects/ HTTP/1.1\r\nhost: localhost:3000\r\ncontent-length: 1000\r\n\r\n{"name":',
    ],
    [
      'in a chunk',
      'POST /api/files/ HTTP/1.1\r\nhost: localhost:3000\r\ntransfer-encoding: chunked\r\n\r\nFFFF\r\nabc',
    ],
    ['before anything', ''],
    ['after nonsense', '\u0000\u0001 nonsense\r\n\r\n'],
  ])('%s does not harm the server', async (_name, text) => {
    const { app } = setup;
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const socket = connect(address.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.end(text, 'latin1');
    socket.resume();
    await once(socket, 'close');
    const { statusCode } = await app.inject('/readyz');
    expect(statusCode).toBe(200);
  });
});
