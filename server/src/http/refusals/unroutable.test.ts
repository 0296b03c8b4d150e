import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const SECURITY_HEADERS = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
];

const setup = await sharedTestApp();
await setup.app.listen({ port: 0, host: '127.0.0.1' });
const address = setup.app.server.address();
const port = typeof address === 'object' && address ? address.port : 0;

/** The whole answer to bytes that are sent unchanged. */
async function answerTo(bytes: string) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(bytes, 'latin1');
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const names = fields.map((field) => field.split(':')[0]?.toLowerCase());
  return { status: Number(line.split(' ')[1]), names, body: JSON.parse(body) as unknown };
}

const HOST = 'host: localhost:3000\r\n';

test.each([
  ['no request at all', '\u0000\u0001 nonsense\r\n\r\n', 400],
  ['an unknown method', `NONSENSE / HTTP/1.1\r\n${HOST}\r\n`, 400],
  ['another protocol', `GET / HTTQ/1.1\r\n${HOST}\r\n`, 400],
  ['a header without a name', `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`, 400],
  [
    'two lengths',
    `POST /api/projects/ HTTP/1.1\r\n${HOST}content-length: 1\r\ncontent-length: 2\r\n\r\nab`,
    400,
  ],
  [
    'a length and chunks',
    `POST / HTTP/1.1\r\n${HOST}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['headers beyond the limit', `GET / HTTP/1.1\r\n${HOST}x: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ['no host', 'GET /api/projects/ HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['two hosts', `GET /api/projects/ HTTP/1.1\r\n${HOST}host: evil.example\r\nconnection: close\r\n\r\n`, 400],
  [
    'two hosts to the authentication API',
    `GET /api/_allauth/browser/v1/config HTTP/1.1\r\n${HOST}host: evil.example\r\nconnection: close\r\n\r\n`,
    400,
  ],
  ['the host twice', `GET /healthz HTTP/1.1\r\n${HOST}${HOST}connection: close\r\n\r\n`, 400],
  [
    'an expectation',
    `POST /api/projects/ HTTP/1.1\r\n${HOST}expect: the-unexpected\r\nconnection: close\r\n\r\n`,
    417,
  ],
  ['an address that cannot be decoded', `GET /% HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`, 400],
  ['another host', 'GET /api/projects/ HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n', 421],
])('%s is answered in words and with the security headers', async (_what, bytes, status) => {
  const answer = await answerTo(bytes);
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ detail: expect.any(String) });
  for (const name of [...SECURITY_HEADERS, 'content-type']) expect(answer.names).toContain(name);
  expect(new Set(answer.names).size).toBe(answer.names.length);
});

test.each(['/%', '/%E0%A4%A', '/api/%', '/api/users/%ff/', '/_allauth/%', '/assets/%'])(
  'the address %s is bad input in the language of the reader',
  async (url) => {
    const response = await setup.createBrowser().get(url, { 'accept-language': 'tr' });
    expect([response.statusCode, response.json()]).toEqual([400, { detail: 'İstek okunamadı.' }]);
    for (const name of SECURITY_HEADERS) expect(response.headers).toHaveProperty(name);
  },
);

test('a request that breaks during its answer gets no second one', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.write('nonsense\r\n\r\n');
  const rest = await text(socket);
  expect(rest.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
});
