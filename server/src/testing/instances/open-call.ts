import http from 'node:http';
import type { ApiSession } from '../../../../test-kit/api-session.ts';

/** Destination of a call: a port of loopback, whatever address its Host header names. */
export type Endpoint = { port: number; publicUrl: string; agent?: http.Agent };

type Body = { headers?: http.OutgoingHttpHeaders; body?: Buffer | string };

type CallAnswer = { status: number | undefined; headers: http.IncomingHttpHeaders; text: string };

/** Begins a call with a session; its body is written to `request`. */
export function openCall(
  { port, publicUrl, agent }: Endpoint,
  session: Pick<ApiSession, 'cookies'>,
  method: string,
  path: string,
  headers: http.OutgoingHttpHeaders = {},
) {
  const request = http.request({
    host: '127.0.0.1',
    port,
    method,
    path,
    ...(agent && { agent }),
    headers: {
      host: new URL(publicUrl).host,
      origin: publicUrl,
      cookie: Array.from(session.cookies, ([name, value]) => `${name}=${value}`).join('; '),
      'x-csrftoken': session.cookies.get('csrftoken') ?? '',
      ...headers,
    },
  });
  const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  return { request, answer };
}

/** Makes a complete call. */
export async function callAt(
  endpoint: Endpoint,
  session: Pick<ApiSession, 'cookies'>,
  method: string,
  path: string,
  { headers = {}, body }: Body = {},
): Promise<CallAnswer> {
  const { request, answer } = openCall(endpoint, session, method, path, headers);
  request.end(body);
  const response = await answer;
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() };
}

/** A JSON body, with its header. */
export function json(body: object): Body {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
