import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiSession } from '../api-session.ts';
import { prepareDelivery } from '../delivery.ts';
import { signedIn } from '../large/transfers.ts';
import { type Product, startProduct } from '../product.ts';
import { uploadFile } from '../upload-file.ts';
import { expectNoErrors, residentMb } from './restarts.ts';

const FILE_BYTES = 16 * 1024 * 1024;
const ROUNDS = 10;
/** Connections of ordinary clients, kept open for a while. */
const OTHERS = 8;
/**
 * Longest times until a slow connection is closed. Headers: 15 s, checked every 30 s. Bodies: 30 s. Readers:
 * 60 s without a byte, which Node waits for twice, because at the first timeout some bytes were sent since
 * the answer began.
 */
const LONGEST_SECONDS = { headers: 55, bodies: 45, readers: 135 };
type Kind = keyof typeof LONGEST_SECONDS;

type Beside = {
  /** Longest call of another client. */
  longestMilliseconds: number;
  beforeMb: number;
  withAllMb: number;
  /** Seconds until the last connection of each kind was ended; only where that was waited for. */
  endedAfter: Partial<Record<Kind, number>>;
};

/**
 * Opens this many connections that send their headers or their body a byte a second, or never read, and
 * meanwhile writes and reads as other clients do. Throws if one of these calls is not answered, or, with
 * `untilEnded`, if a slow connection lasts longer than the limits of specification 9.5.
 */
export async function besideSlowConnections(count: number, { untilEnded = false } = {}): Promise<Beside> {
  const product = await startProduct();
  const sockets: Socket[] = [];
  const stopping = new AbortController();
  try {
    const { freelancer, customer, project, version } = await prepareDelivery(product, 'slow');
    const file = await uploadFile(freelancer, version, 'film.bin', Buffer.alloc(FILE_BYTES, 1));
    const beforeMb = residentMb(product);
    const socketsBefore = openSockets(product);
    const opened = performance.now();
    const endedAfter: Partial<Record<Kind, number>> = {};
    const kinds: Kind[] = ['headers', 'bodies', 'readers'];
    const connections = Array.from({ length: count }, async (_, at) => {
      const kind = kinds[at % kinds.length] ?? 'headers';
      const socket = connect(Number(new URL(product.url).port), '127.0.0.1');
      sockets.push(socket);
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      // The server breaks it.
      socket.on('error', () => socket.destroy());
      await once(socket, 'connect');
      socket.write(beginning(kind, freelancer, file.file));
      if (kind === 'readers') {
        socket.pause();
        return;
      }
      void trickle(socket, stopping.signal);
      await closed;
      endedAfter[kind] = (performance.now() - opened) / 1000;
    });
    let longestMilliseconds = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const step = { project, name: `Step ${round}`, description: '', completed: false };
      await freelancer.expectCall(201, 'POST', '/api/milestones/', step);
      await customer.expectCall(200, 'GET', `/api/projects/${project}/`);
      longestMilliseconds = Math.max(longestMilliseconds, performance.now() - began);
    }
    const withAllMb = residentMb(product);
    if (untilEnded) {
      await Promise.all(connections);
      // A client that does not read does not notice the end either, so the server's own sockets are counted.
      while (openSockets(product) > socketsBefore + OTHERS) {
        if ((performance.now() - opened) / 1000 > 2 * LONGEST_SECONDS.readers) break;
        await pause(500);
      }
      endedAfter.readers = (performance.now() - opened) / 1000;
      expectEnds(endedAfter);
    }
    expectNoErrors(product);
    return { longestMilliseconds, beforeMb, withAllMb, endedAfter };
  } finally {
    stopping.abort();
    for (const socket of sockets) socket.destroy();
    await product.remove();
  }
}

function beginning(kind: Kind, session: ApiSession, url: string): string {
  const { host } = new URL(session.origin);
  const headers = { host, origin: session.origin, ...signedIn(session) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (kind === 'headers') return `GET /api/projects/ HTTP/1.1\r\nhost: ${host}\r\nx-slow: `;
  if (kind === 'readers') return `GET ${url} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const body = 'content-type: application/json\r\ncontent-length: 5000\r\n\r\n';
  return `POST /api/milestones/ HTTP/1.1\r\n${lines.join('')}${body}`;
}

async function trickle(socket: Socket, signal: AbortSignal): Promise<void> {
  // Answers are read, as the end of a connection is noticed only then.
  socket.resume();
  for (; !signal.aborted && !socket.destroyed; await pause(1000)) socket.write(' ');
}

/** Number of open sockets of a process. Linux only. */
function openSockets({ pid }: Product): number {
  const folder = `/proc/${pid}/fd`;
  const targets = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`);
    } catch {
      // It was closed meanwhile.
      return '';
    }
  });
  return targets.filter((target) => target.startsWith('socket:')).length;
}

function expectEnds(endedAfter: Partial<Record<Kind, number>>): void {
  for (const [kind, seconds] of Object.entries(LONGEST_SECONDS)) {
    const ended = Object.entries(endedAfter).find(([name]) => name === kind)?.[1] ?? Infinity;
    if (ended > seconds) throw new Error(`Slow ${kind} lasted ${ended.toFixed(0)} s`);
  }
}
