import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRequestEnds } from '../requests/request-end.ts';
import { afterwards, temporaryFolder } from '../testing/temporary.ts';
import { takeConnections } from './connections.ts';
import { answerOnly, knowPeers, passOnTo } from './pass-on.ts';

type Options = {
  /** Addresses that the worker answers itself. */
  own?: string[];
  answer: (response: ServerResponse, seen: { body: string; peer: string | undefined }) => void;
};

/** A worker before a first process; returns the worker's port. */
async function startPair({ own = [], answer }: Options): Promise<number> {
  const socketPath = join(temporaryFolder(), 'first');
  const first = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.once('end', () => answer(response, { body, peer: request.socket.remoteAddress }));
  });
  knowPeers(first, takeConnections(first));
  const ends = createRequestEnds();
  const worker = createServer((request, response) => {
    if (ends.admit(request, response)) response.end('own');
  });
  answerOnly(worker, ({ url = '' }) => own.includes(url), passOnTo(socketPath));
  await Promise.all([listen(first, socketPath), listen(worker, 0)]);
  return (worker.address() as AddressInfo).port;
}

async function listen(server: Server, at: string | number): Promise<void> {
  server.listen(at);
  await once(server, 'listening');
  afterwards(() => {
    server.close();
    server.closeAllConnections();
  });
}

test('a request and its answer are forwarded unchanged, with the address of the person', async () => {
  const port = await startPair({
    own: ['/own'],
    answer: (response, { body, peer }) =>
      void response
        .writeHead(201, 'Made', { 'x-peer': peer ?? '', 'set-cookie': ['a=1', 'b=2'] })
        .end(`got ${body}`),
  });
  const url = `http://127.0.0.1:${port}`;
  // A header that only processes of the server may send.
  const headers = { 'x-vitrin-peer': '203.0.113.9' };
  const answer = await fetch(`${url}/first`, { method: 'POST', body: 'this', headers });
  expect([answer.status, answer.statusText]).toEqual([201, 'Made']);
  expect(answer.headers.get('x-peer')).toMatch(/^(?:::ffff:)?127\.0\.0\.1$/);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await answer.text()).toBe('got this');
  expect(await (await fetch(`${url}/own`)).text()).toBe('own');
});

test('an answer that the first process breaks off is broken off here, not taken for whole', async () => {
  const port = await startPair({
    answer: (response) => {
      response.write('half of it');
      setImmediate(() => response.destroy());
    },
  });
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  await expect(answer.text()).rejects.toThrow('terminated');
});

test('a first process that is gone closes the connection without an answer', async () => {
  const worker = createServer();
  worker.on('request', passOnTo(join(temporaryFolder(), 'nothing')));
  await listen(worker, 0);
  const socket = connect((worker.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(socket.resume(), 'close');
  expect(socket.bytesRead).toBe(0);
});
