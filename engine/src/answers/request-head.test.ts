import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { headOf } from './request-head.ts';

function requestWith(url: string, ...rawHeaders: string[]) {
  const raw = new IncomingMessage(new Socket());
  raw.rawHeaders = rawHeaders;
  const pairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1]]] : [],
  );
  return { raw, url, headers: Object.fromEntries(pairs) as Record<string, string> };
}

const USUAL = ['Host', 'a.example', 'Cookie', 'sessionid=s'] as const;

test('heads are equal where the address and all headers are that matter', () => {
  const head = headOf(requestWith('/a', ...USUAL));
  expect(headOf(requestWith('/a', ...USUAL))).toBe(head);
  expect(headOf(requestWith('/a', ...USUAL, 'X-Request-Id', '1', 'traceparent', '2', 'Referer', '/p'))).toBe(
    head,
  );
});

test.each([
  ['another address', '/b', [...USUAL]],
  ['another value', '/a', ['Host', 'a.example', 'Cookie', 'sessionid=t']],
  ['one header more', '/a', [...USUAL, 'X-View-As', 'client']],
  ['one header less', '/a', ['Host', 'a.example']],
  ['a header twice', '/a', [...USUAL, 'Host', 'a.example']],
  ['a value that looks like a header', '/a', ['Host', 'a.example Cookie:sessionid=s']],
])('%s makes another head', (_, url, rawHeaders) => {
  expect(headOf(requestWith(url, ...rawHeaders))).not.toBe(headOf(requestWith('/a', ...USUAL)));
});

test.each([
  ['a long address', requestWith(`/${'a'.repeat(500)}`, ...USUAL)],
  ['long headers', requestWith('/a', ...USUAL, 'X-Long', 'a'.repeat(64 * 1024))],
  ['a body', requestWith('/a', ...USUAL, 'Content-Length', '2')],
  ['a body of unknown length', requestWith('/a', ...USUAL, 'Transfer-Encoding', 'chunked')],
])('%s has none', (_, request) => {
  expect(headOf(request)).toBeUndefined();
});
