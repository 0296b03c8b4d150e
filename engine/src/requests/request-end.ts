import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * `answered`: the whole answer was taken. `aborted`: the connection closed. `refused`: never routed. `passed_on`:
 * another process answers.
 */
type Outcome = 'answered' | 'aborted' | 'refused' | 'passed_on';

type RequestEnd = {
  outcome: Outcome;
  status: number | undefined;
  milliseconds: number;
  raw?: IncomingMessage;
  request?: FastifyRequest | undefined;
};

type Watch = (end: RequestEnd) => void;

type Connection = {
  open: Set<OpenRequest>;
  latest: IncomingMessage | undefined;
  /** Bytes received when the last request ended; further bytes begin another request. */
  bytesAtRest: number;
};

/** No browser or proxy sends more requests before the first is answered (specification 9.8). */
const MOST_WAITING = 8;
const NEVER_ROUTED = { outcome: 'refused', status: undefined, milliseconds: 0 } as const;

const openRequests = new WeakMap<IncomingMessage, OpenRequest>();
const connections = new WeakMap<Socket, Connection>();

class OpenRequest {
  request: FastifyRequest | undefined;
  #end: RequestEnd | undefined;
  #releases: Watch[] = [];
  #isClosed = false;
  readonly #startedAt = performance.now();
  readonly #raw: IncomingMessage;
  readonly #connection: Connection;
  readonly #watches: readonly Watch[];
  readonly response: ServerResponse;

  constructor(
    raw: IncomingMessage,
    response: ServerResponse,
    connection: Connection,
    watches: readonly Watch[],
  ) {
    [this.#raw, this.response, this.#connection, this.#watches] = [raw, response, connection, watches];
    connection.open.add(this);
    connection.latest = raw;
    // Node also emits this event for an answer that its closed connection has dropped.
    response.once('finish', () => this.close(raw.socket.destroyed ? 'aborted' : 'answered'));
    response.once('close', () => this.close('aborted'));
  }

  get isBodyMissing(): boolean {
    return !this.#raw.complete;
  }

  atEnd(release: Watch): void {
    if (this.#isClosed) release(this.count('answered'));
    else this.#releases.push(release);
  }

  count(
    outcome: Outcome,
    status = this.response.headersSent ? this.response.statusCode : undefined,
  ): RequestEnd {
    if (this.#end) return this.#end;
    const milliseconds = performance.now() - this.#startedAt;
    this.#end = { outcome, status, milliseconds, raw: this.#raw, request: this.request };
    for (const watch of this.#watches) watch(this.#end);
    return this.#end;
  }

  close(outcome: Outcome, status?: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connection.open.delete(this);
    this.#connection.bytesAtRest = this.#raw.socket.bytesRead;
    const counted = this.count(outcome, status);
    // An answer that was counted as complete may still be aborted.
    const end = counted.outcome === 'passed_on' ? counted : { ...counted, outcome };
    const releases = this.#releases;
    this.#releases = [];
    for (const release of releases) release(end);
  }
}

/** Calls `release` once when a request ends, or at once if it has ended. The handler may run longer than that. */
export function atEnd({ raw }: Pick<FastifyRequest, 'raw'>, release: (end: RequestEnd) => void): void {
  const open = openRequests.get(raw);
  if (!open) throw new Error('This request was never admitted');
  open.atEnd(release);
}

/** Counts and logs a request at once if its answer lasts as long as its reader stays connected. */
export function countAsAnswered({ raw }: Pick<FastifyRequest, 'raw'>, status: number): void {
  openRequests.get(raw)?.count('answered', status);
}

/** Leaves the count and log of a request to another process of this server. */
export function leaveToOthers(raw: IncomingMessage): void {
  openRequests.get(raw)?.count('passed_on');
}

/** The only registry of request ends, including those that were never parsed completely. */
export type RequestEnds = {
  watch: (watch: (end: RequestEnd) => void) => void;
  /** Registers a request; false if its connection is closed, as is one for which eight others wait. */
  admit: (raw: IncomingMessage, response: ServerResponse) => boolean;
  route: (request: FastifyRequest, reply: FastifyReply) => boolean;
  /** Records every routed request. Call it before anything else that adds hooks. */
  follow: (app: FastifyInstance) => void;
  /** Moves the server's listeners to `requests`, which emits only admitted requests. */
  guard: (server: EventEmitter, requests: EventEmitter) => void;
  /** Number of unanswered requests of a connection; `isBodyMissing` if the last one still sends its body. */
  waitingOn: (socket: Socket) => { count: number; isBodyMissing: boolean };
  /** True while a connection still sends the body of a request that was already answered and counted. */
  isSendingRest: (socket: Socket) => boolean;
  /** Ends what the parser refused or a broken connection had begun, with the status of the answer if any. */
  refuse: (socket: Socket, outcome: 'aborted' | 'refused', status?: number) => void;
};

export function createRequestEnds(): RequestEnds {
  const watches: Watch[] = [];
  const notify: Watch = (end) => watches.forEach((watch) => watch(end));
  const lastOn = (socket: Socket) => [...(connections.get(socket)?.open ?? [])].at(-1);
  const isSendingRest = (socket: Socket) => {
    const latest = connections.get(socket)?.latest;
    return latest !== undefined && !latest.complete && lastOn(socket) === undefined;
  };

  function admit(raw: IncomingMessage, response: ServerResponse): boolean {
    if (openRequests.has(raw)) return true;
    const { socket } = raw;
    // Node still emits requests that were parsed before the connection was destroyed.
    if (socket.destroyed) return false;
    const connection = connections.get(socket) ?? connect(socket);
    if (connection.open.size >= MOST_WAITING) {
      notify({ ...NEVER_ROUTED, raw });
      socket.destroy();
      return false;
    }
    openRequests.set(raw, new OpenRequest(raw, response, connection, watches));
    return true;
  }

  function route(request: FastifyRequest, reply: FastifyReply): boolean {
    const isAdmitted = admit(request.raw, reply.raw);
    if (!isAdmitted) reply.hijack();
    const open = openRequests.get(request.raw);
    if (open) open.request = request;
    return isAdmitted;
  }

  return {
    watch: (watch) => void watches.push(watch),
    admit,

    route,

    follow(app) {
      app.addHook('onRequest', (request, reply, done) => {
        if (route(request, reply)) done();
      });
    },

    guard(server, requests) {
      for (const event of ['request', 'checkExpectation']) {
        for (const listener of server.listeners(event)) requests.on(event, listener as () => void);
        server.removeAllListeners(event);
        server.on(event, (raw: IncomingMessage, response: ServerResponse) => {
          if (admit(raw, response)) requests.emit(event, raw, response);
        });
      }
      // Node destroys the socket of CONNECT without another event.
      server.on('connect', (raw: IncomingMessage, socket: Socket) => {
        notify({ ...NEVER_ROUTED, raw });
        socket.destroy();
      });
    },

    waitingOn: (socket) => ({
      count: connections.get(socket)?.open.size ?? 0,
      isBodyMissing: lastOn(socket)?.isBodyMissing ?? false,
    }),
    isSendingRest,

    refuse(socket, outcome, status) {
      if (isSendingRest(socket)) return;
      const last = lastOn(socket);
      if (last?.isBodyMissing) last.close(outcome, status);
      // Bytes beyond the last request of a broken connection begin another one.
      else if (
        outcome === 'refused' ||
        (!last && socket.bytesRead > (connections.get(socket)?.bytesAtRest ?? 0))
      )
        notify({ outcome, status, milliseconds: 0 });
    },
  };
}

function connect(socket: Socket): Connection {
  const connection: Connection = { open: new Set(), latest: undefined, bytesAtRest: 0 };
  connections.set(socket, connection);
  socket.once('close', () => {
    for (const request of connection.open) {
      // Node emits nothing for answers queued behind another one, so their streams would wait for ever.
      if (request.response.socket === null) request.response.emit('close');
      request.close('aborted');
    }
  });
  return connection;
}
