import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Browser } from './browser.ts';

export type LiveServer = {
  url: string;
  /** Headers that sign a request in as the browser is. */
  headers: (browser: Browser) => Record<string, string>;
  /** Opens a request over a real connection, signed in like the browser. The caller writes the body and ends it. */
  open: (
    browser: Browser,
    method: string,
    path: string,
    headers?: http.OutgoingHttpHeaders,
  ) => http.ClientRequest;
  /** Sends a request with a body; resolves with the whole answer. */
  send: (
    browser: Browser,
    method: string,
    path: string,
    headers?: http.OutgoingHttpHeaders,
    body?: Buffer,
  ) => Promise<LiveAnswer>;
};

export type LiveAnswer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/** Makes the app listen on a free port of loopback, unless it already does, for tests with broken connections. */
export async function listen(app: FastifyInstance): Promise<LiveServer> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const headersOf: LiveServer['headers'] = ({ cookies }) => ({
    host: 'localhost:3000',
    cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
    'x-csrftoken': cookies.get('csrftoken') ?? '',
  });
  const open: LiveServer['open'] = (browser, method, path, headers = {}) =>
    http.request({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...headersOf(browser), ...headers },
    });
  return {
    url: `http://127.0.0.1:${port}`,
    headers: headersOf,
    open,
    send: (browser, method, path, headers, body) => {
      const request = open(browser, method, path, headers);
      const answer = answerOf(request);
      request.end(body);
      return answer;
    },
  };
}

/** The whole answer to a request; rejects when the connection breaks before its end. */
export function answerOf(request: http.ClientRequest): Promise<LiveAnswer> {
  return new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
  });
}
