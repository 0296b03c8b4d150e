import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { RouteOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BODY_LIMIT, DESCRIPTION_BODY_LIMIT, HEADER_LIMIT } from '../../http/guards/limits.ts';
import { sharedTestApp } from '../shared-test-app.ts';

/** The most that every route accepts, found by walking over the route table. */
const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Signed by the payment provider and read as bytes; its own parser limits it, see below. */
const WEBHOOK = '/api/webhooks/stripe/';

type Route = { method: string; url: string; bodyLimit: number; isTransfer: boolean; schema: Schemas };
type Schemas = { body?: unknown; querystring?: unknown };
type JsonSchema = { [key: string]: unknown };

const routes: Route[] = [];

const setup = await sharedTestApp({ RATE_LIMITS: 'off' }, { onRoute: remember });

function remember({ method, url, bodyLimit = BODY_LIMIT, config, schema = {} }: RouteOptions): void {
  for (const one of [method].flat())
    routes.push({ method: one, url, bodyLimit, isTransfer: config?.transfer ?? false, schema });
}

const toJsonSchema = (schema: unknown): JsonSchema =>
  schema instanceof z.ZodType ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : {};

/** Names of a schema's fields that accept texts or lists of any length. */
function unboundedFields(schema: JsonSchema, path = ''): string[] {
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
    anyOf?: JsonSchema[];
  };
  return [
    ...(isBounded(schema) ? [] : [path]),
    ...Object.entries(properties).flatMap(([name, field]) => unboundedFields(field, `${path}.${name}`)),
    ...(items ? unboundedFields(items, `${path}[]`) : []),
    ...anyOf.flatMap((option) => unboundedFields(option, path)),
  ];
}

function isBounded({ type, maxLength, maxItems, pattern, enum: values, ...rest }: JsonSchema): boolean {
  // A nullable text has two types.
  const types = [type].flat();
  if (types.includes('array')) return maxItems !== undefined;
  if (!types.includes('string')) return true;
  const hasShortPattern = typeof pattern === 'string' && !/[*+]|,\}/.test(pattern);
  return maxLength !== undefined || values !== undefined || 'const' in rest || hasShortPattern;
}

describe('every route has a limit that fits', () => {
  test('bodies end at 64 KB, but where a description, pictures or many files may come', () => {
    const large = routes.filter(({ bodyLimit }) => bodyLimit > BODY_LIMIT);
    expect(large).not.toEqual([]);
    for (const { method, url, bodyLimit, schema } of large) {
      const { properties = {} } = toJsonSchema(schema.body);
      const names = Object.keys(properties as object);
      const isLong = ['description', 'pictures', 'files'].some((name) => names.includes(name));
      expect(isLong, `${method} ${url}`).toBe(true);
      expect(bodyLimit).toBeLessThanOrEqual(DESCRIPTION_BODY_LIMIT);
    }
  });

  test.each(['body', 'querystring'] as const)('every text and list of a %s has a bound', (part) => {
    const unbounded = routes.flatMap(({ method, url, schema }) =>
      unboundedFields(toJsonSchema(schema[part])).map((field) => `${method} ${url} ${field}`),
    );
    expect(unbounded.filter((field) => !field.endsWith('.description'))).toEqual([]);
  });

  test('a missing bound is detected', () => {
    const schema = z.object({
      name: z.string(),
      list: z.array(z.string().max(3)),
      inner: z.object({ word: z.string().regex(/^a+$/) }),
      either: z.union([z.int(), z.string()]).nullish(),
      maybe: z.string().nullish(),
      fine: z.string().max(3),
      short: z.string().regex(/^\d{3}$/),
    });
    expect(unboundedFields(toJsonSchema(schema))).toEqual([
      '.name',
      '.list',
      '.inner.word',
      '.either',
      '.maybe',
    ]);
  });
});

/** Refused for its content, its sender or its size, but not read. */
const REFUSED = [401, 403, 404, 409, 412, 413, 415];

describe('a larger body is never read', () => {
  const large = (bytes: number) => ({
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ name: 'x'.repeat(bytes) }),
  });
  const unsafe = () => routes.filter(({ method, url }) => UNSAFE.has(method) && url !== WEBHOOK);

  test('from a guest, on any route', async () => {
    const guest = setup.createBrowser();
    for (const { method, url } of unsafe()) {
      const request = { method, url: url.replace(':id', '1'), ...large(BODY_LIMIT) };
      const { statusCode } = await guest.request(request);
      expect(REFUSED, `${method} ${url}: ${statusCode}`).toContain(statusCode);
    }
  });

  test('from a freelancer, beyond the limit of the route', async () => {
    const { browser } = await setup.createFreelancer();
    const signedIn = new Map(browser.cookies);
    for (const { method, url, bodyLimit } of unsafe()) {
      for (const [name, value] of signedIn) browser.cookies.set(name, value);
      const request = { method, url: url.replace(':id', '1'), ...large(bodyLimit) };
      const { statusCode } = await browser.request(request);
      expect(REFUSED, `${method} ${url}: ${statusCode}`).toContain(statusCode);
    }
  });

  test('as a form, with or without its length', async () => {
    const { browser } = await setup.createFreelancer();
    const part = '--b\r\ncontent-disposition: form-data; name="description"\r\n\r\n';
    const payload = `${part}${'x'.repeat(DESCRIPTION_BODY_LIMIT)}\r\n--b--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const withoutLength = { ...headers, 'transfer-encoding': 'chunked' };
    for (const sent of [headers, withoutLength]) {
      const response = await browser.request({
        method: 'POST',
        url: '/api/versions/',
        headers: sent,
        payload,
      });
      expect(response.statusCode).toBe(413);
    }
  });

  test('from the payment provider, beyond 1 MB', async () => {
    const guest = setup.createBrowser();
    const answers = [
      await guest.request({ method: 'POST', url: WEBHOOK, ...large(BODY_LIMIT) }),
      await guest.request({ method: 'POST', url: WEBHOOK, ...large(1024 * 1024) }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 413]);
  });
});

test('a field of a form is text, whatever type it declares', async () => {
  const { browser } = await setup.createFreelancer();
  const head =
    '--b\r\ncontent-disposition: form-data; name="version_number"\r\ncontent-type: application/json';
  const payload = `${head}\r\n\r\n${'['.repeat(40)}${']'.repeat(40)}\r\n--b--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const response = await browser.request({ method: 'POST', url: '/api/versions/', headers, payload });
  expect(response.json()).toEqual({
    version_number: ['Use at most 50 characters.'],
    project: ['This field is required.'],
  });
});

test.each([
  [
    'an address',
    `GET /api/projects/?search=${'x'.repeat(HEADER_LIMIT)} HTTP/1.1\r\nhost: localhost:3000\r\n`,
  ],
  [
    'a header',
    `GET /healthz HTTP/1.1\r\nhost: localhost:3000\r\nrange: bytes=${' '.repeat(HEADER_LIMIT)}-\r\n`,
  ],
])('%s beyond 16 KB is refused before any of it is read', async (_what, head) => {
  const { app } = setup;
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
  socket.end(`${head}connection: close\r\n\r\n`);
  await once(socket, 'close');
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 431 /);
});
