import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { afterwards } from '../testing/temporary.ts';
import { createRequestEnds } from './request-end.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers admitted requests, and its ends as they come; `next` waits for so many of them. */
async function serve(answer: Answer) {
  const ends = createRequestEnds();
  const outcomes: (string | number | undefined)[][] = [];
  const counted = new EventEmitter();
  ends.watch(({ outcome, status }) => {
    outcomes.push([outcome, status]);
    counted.emit('end');
  });
  const requests = new EventEmitter();
  const server = createServer(answer);
  ends.guard(server, requests);
  server.on('clientError', (_error, socket) => {
    ends.refuse(socket as Socket, 'refused', 400);
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    open: (bytes: string) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(bytes);
      return socket;
    },
    next: async (count: number) => {
      while (outcomes.length < count) await once(counted, 'end');
      return outcomes;
    },
  };
}

const GET = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nab';

test('each answer that was taken is one end, with its status', async () => {
  const { open, next } = await serve((_request, response) => void response.writeHead(204).end());
  open(GET + GET).resume();
  expect(await next(2)).toEqual([
    ['answered', 204],
    ['answered', 204],
  ]);
});

test('a connection that closes ends what it still waits for, answered in part or not at all', async () => {
  const { open, next } = await serve(({ url }, response) => void (url === '/' && response.write('part')));
  const socket = open(GET + GET.replace('/', '/later'));
  await once(socket, 'data');
  socket.destroy();
  expect(await next(2)).toEqual([
    ['aborted', 200],
    ['aborted', undefined],
  ]);
});

test('bytes that are no request are refused, and a body that ends early is its request', async () => {
  const { open, next } = await serve(() => {});
  open('nonsense\r\n\r\n');
  expect(await next(1)).toEqual([['refused', 400]]);
  open(POST).end();
  expect(await next(2)).toEqual([
    ['refused', 400],
    ['refused', 400],
  ]);
});

test('a ninth request that waits closes its connection', async () => {
  const { open, next } = await serve(() => {});
  const socket = open(GET.repeat(50));
  await once(socket, 'close');
  const outcomes = await next(9);
  expect(outcomes).toHaveLength(9);
  expect(outcomes.filter(([outcome]) => outcome === 'aborted')).toHaveLength(8);
  expect(outcomes[0]).toEqual(['refused', undefined]);
});
