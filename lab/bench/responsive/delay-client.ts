import http from 'node:http';
import type { ApiSession } from '../../../test-kit/api-session.ts';
import type { Product } from '../../../test-kit/product.ts';
import type { HostileRequest } from './hostile-requests.ts';

export type Measured = { what: string; delayMs: number; status: number };

/** Sends requests as a signed-in browser and measures how long another request waits meanwhile. */
export function createClient(product: Product) {
  const agent = new http.Agent({ keepAlive: true });
  const probes = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = new URL(product.url);

  const send = (using: http.Agent, request: Omit<HostileRequest, 'what' | 'cookies'>): Promise<number> =>
    new Promise((resolve) => {
      const { method, url, headers, body } = request;
      // For a DELETE, Node frames the body only if its length is given.
      const framing = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const sent = http.request(
        { agent: using, host: '127.0.0.1', port, method, path: url, headers: { ...headers, ...framing } },
        (response) => {
          response.resume();
          response.once('close', () => resolve(response.statusCode ?? 0));
        },
      );
      // A refusal during the body closes the connection; only the delay counts.
      sent.once('error', () => resolve(0));
      sent.end(body);
    });

  /** The longest time /healthz took while the request was under way, in milliseconds. */
  const measure = async (
    { what, cookies = {}, ...request }: HostileRequest,
    session: ApiSession,
  ): Promise<Measured> => {
    const state = { isOver: false };
    let delayMs = 0;
    const sent = new Map([...session.cookies, ...Object.entries(cookies)]);
    const cookie = Array.from(sent, ([name, value]) => `${name}=${value}`).join('; ');
    const own = { host: `localhost:${port}`, cookie, 'x-csrftoken': session.cookies.get('csrftoken') ?? '' };
    const answer = send(agent, { ...request, headers: { ...own, ...request.headers } }).then((status) => {
      state.isOver = true;
      return status;
    });
    do {
      const askedAt = performance.now();
      await send(probes, { method: 'GET', url: '/healthz', headers: {} });
      delayMs = Math.max(delayMs, performance.now() - askedAt);
    } while (!state.isOver);
    return { what, delayMs, status: await answer };
  };

  return {
    measure,
    close() {
      agent.destroy();
      probes.destroy();
    },
  };
}
