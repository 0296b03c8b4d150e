import { once } from 'node:events';
import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type PassingProxy = {
  /** The product's PUBLIC_URL. */
  url: string;
  /** Passes on to this address from now on: the product starts when the proxy's address is known. */
  to(address: string): void;
  stop(): void;
};

type Interference = {
  /** Answers a request in place of the product: true, or false for one that passes. */
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
  changePage?: (html: string) => string;
};

/** A proxy on a port of loopback in front of a product. */
export async function startPassingProxy({ answer, changePage }: Interference): Promise<PassingProxy> {
  let target = '';
  const server = createServer((request, response) => {
    if (answer?.(request, response)) return;
    const { method, url = '/' } = request;
    const headers = { ...request.headers };
    // A page that is changed is read as it is.
    if (changePage) delete headers['accept-encoding'];
    const passed = forward(new URL(url, target), { method, headers }, (given) => {
      const status = given.statusCode ?? 502;
      if (!changePage || !given.headers['content-type']?.startsWith('text/html')) {
        response.writeHead(status, given.headers);
        given.pipe(response);
        return;
      }
      const { 'content-length': _, ...kept } = given.headers;
      text(given).then(
        (page) => response.writeHead(status, kept).end(changePage(page)),
        () => response.destroy(),
      );
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    to: (address) => void (target = address),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
