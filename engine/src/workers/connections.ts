import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MILLISECONDS = 20;

/** Connections accepted by another process and handed to this server, which does not count them itself. */
export type Connections = {
  take: (socket: Socket) => void;
  has: (socket: Socket) => boolean;
  /** Resolves when all are closed; ends those that wait for a next request. */
  ended: () => Promise<void>;
};

export function takeConnections(server: HttpServer): Connections {
  const open = new Set<Socket>();
  const taken = new WeakSet<Socket>();
  return {
    take(socket) {
      open.add(socket);
      taken.add(socket);
      socket.once('close', () => open.delete(socket));
      server.emit('connection', socket);
      // It was accepted without reading from it.
      socket.resume();
    },
    has: (socket) => taken.has(socket),
    async ended() {
      for (; open.size > 0; await pause(LOOK_MILLISECONDS)) server.closeIdleConnections();
    },
  };
}
