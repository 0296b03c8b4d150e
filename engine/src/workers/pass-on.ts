import { Agent, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import type { EventEmitter } from 'node:events';
import { leaveToOthers } from '../requests/request-end.ts';
import type { Connections } from './connections.ts';

/** Header with the address of the person's connection, trusted only between processes of this server. */
const PEER_HEADER = 'x-vitrin-peer';

const HOP_HEADERS = new Set(['connection', 'keep-alive', 'proxy-connection', PEER_HEADER]);
const FRAMED_HEADERS = new Set([...HOP_HEADERS, 'transfer-encoding']);

/** Far below the idle limit of the first process, so that none closes under a request. */
const IDLE_MILLISECONDS = 5000;
const MOST_IDLE = 32;

const EVENTS = ['request', 'checkExpectation'] as const;

type Answerer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Forwards requests and answers unchanged between a person and the first process at its socket. If either connection
 * breaks, the other is broken too, so that neither side takes a part for the whole.
 */
export function passOnTo(socketPath: string): Answerer {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: MOST_IDLE, timeout: IDLE_MILLISECONDS });
  return (request, response) => {
    const { method = 'GET', url: path } = request;
    const passed = openRequest({ socketPath, agent, method, path, headers: headersFor(request) });
    // The idle limit must not end a request.
    passed.once('socket', (socket) => {
      socket.setTimeout(0);
      // Nothing was sent before the socket connects, and this process still sees the end of the request.
      if (socket.connecting) socket.once('connect', () => leaveToOthers(request));
      else leaveToOthers(request);
    });
    passed.on('continue', () => response.writeContinue());
    passed.on('error', () => {
      // After the answer this is only the rest of a refused body.
      if (!response.headersSent) request.socket.destroy();
    });
    passed.once('response', (answer) => {
      response.sendDate = false;
      const { statusCode = 502, statusMessage, headers } = answer;
      // The framing of the body depends on the person's connection, which may be HTTP/1.0.
      const kept = without(answer.rawHeaders, FRAMED_HEADERS);
      if (headers.connection === 'close') kept.push('connection', 'close');
      response.writeHead(statusCode, statusMessage, kept);
      answer.once('close', () => {
        if (!answer.complete) response.destroy();
      });
      answer.pipe(response);
    });
    response.once('close', () => {
      if (!response.writableFinished) passed.destroy();
    });
    request.on('error', () => passed.destroy());
    // A request that a handler has already read to its end had no body.
    if (request.readableEnded) passed.end();
    else request.pipe(passed);
  };
}

export function answerOnly(
  requests: EventEmitter,
  isOwn: (request: IncomingMessage) => boolean,
  passOn: Answerer,
): void {
  for (const event of EVENTS) {
    const own = requests.listeners(event) as Answerer[];
    if (own.length === 0) continue;
    requests.removeAllListeners(event);
    requests.on(event, (request: IncomingMessage, response: ServerResponse) => {
      if (!isOwn(request)) return passOn(request, response);
      for (const answer of own) answer(request, response);
    });
  }
}

/** Restores the address of the person's connection on a forwarded request. */
export function knowPeers(requests: EventEmitter, connections: Pick<Connections, 'has'>): void {
  for (const event of EVENTS)
    if (requests.listenerCount(event) > 0)
      requests.prependListener(event, ({ socket, headers }: IncomingMessage) => {
        if (connections.has(socket)) return;
        Object.defineProperty(socket, 'remoteAddress', { value: headers[PEER_HEADER], configurable: true });
        delete headers[PEER_HEADER];
      });
}

function headersFor({ method = 'GET', headers, rawHeaders, socket }: IncomingMessage): string[] {
  const kept = [...without(rawHeaders, HOP_HEADERS), PEER_HEADER, socket.remoteAddress ?? ''];
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  // Node would announce a body in chunks, which is not the same as none.
  if (!hasBody && method !== 'GET' && method !== 'HEAD') kept.push('content-length', '0');
  return kept;
}

function without(raw: string[], dropped: ReadonlySet<string>): string[] {
  return raw.filter((_text, index) => !dropped.has((raw[index - (index % 2)] ?? '').toLowerCase()));
}
