import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach } from 'vitest';

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** Receiver of deliveries on this machine; `answer` responds to each. */
type WebhookReceiver = {
  origin: string;
  received: Received[];
  answer: (reply: ServerResponse, request: Received) => void;
};

/** For a test file: a receiver that answers 204, and is empty when a test begins. */
export async function webhookReceiver(): Promise<WebhookReceiver> {
  const accept = (reply: ServerResponse) => void reply.writeHead(204).end();
  const server = createServer((request, reply) => {
    void take(request, reply);
  });
  const take = async (request: IncomingMessage, reply: ServerResponse) => {
    const one = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    receiver.received.push(one);
    receiver.answer(reply, one);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = { origin: `http://127.0.0.1:${port}`, received: [], answer: accept };
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = accept;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}
