import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

/** `request` makes the bytes of the next request; `connections` of them are under way at any time. */
export type Load = { port: number; connections: number; durationMs: number; request: () => Buffer };

export type Measured = {
  seconds: number;
  perSecond: number;
  megabytesPerSecond: number;
  medianMs: number;
  p99Ms: number;
};

/**
 * Sends requests over kept-alive connections until the time is over, waits for those under way, and counts them all.
 * Raw sockets, because a complete HTTP client would need more of the machine than the servers it measures.
 */
export async function measure({ port, connections, durationMs, request }: Load): Promise<Measured> {
  const latencies: number[] = [];
  let bytes = 0;
  const startedAt = performance.now();
  const one = async () => {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    await once(socket, 'connect');
    while (performance.now() - startedAt < durationMs) {
      const sentAt = performance.now();
      const payload = request();
      socket.write(payload);
      const received = await readAnswer(socket);
      bytes += Math.max(payload.length, received);
      latencies.push(performance.now() - sentAt);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - startedAt) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    seconds,
    perSecond: latencies.length / seconds,
    megabytesPerSecond: bytes / 1e6 / seconds,
    medianMs: latencies[Math.floor(latencies.length / 2)] ?? Number.NaN,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
  };
}

/** Reads one answer, a success with a Content-Length or 304; resolves to the size of its body. */
async function readAnswer(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = '';
    let missing = Number.NaN;
    let length = 0;
    const end = (error?: Error) => {
      socket.off('data', onData).off('close', onClose).off('error', onError);
      if (error) reject(error);
      else resolve(length);
    };
    const onError = (error: Error) => end(error);
    const onClose = () => end(new Error('the server closed the connection'));
    const onData = (chunk: Buffer) => {
      let body = chunk.length;
      if (Number.isNaN(missing)) {
        head += chunk.toString('latin1');
        const headEnd = head.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        body = head.length - headEnd - 4;
        if (head.startsWith('HTTP/1.1 304')) return end();
        if (!head.startsWith('HTTP/1.1 2')) return end(new Error(head.slice(0, 600)));
        const match = /\r\ncontent-length: *(\d+)/i.exec(head);
        if (!match) return end(new Error(`no Content-Length:\n${head.slice(0, 600)}`));
        length = Number(match[1]);
        missing = length;
      }
      missing -= body;
      if (missing <= 0) end();
    };
    socket.on('data', onData).on('close', onClose).on('error', onError);
  });
}

/** The bytes of a request; `headers` are lines without the line ends. */
export function httpRequest(
  method: string,
  path: string,
  headers: string[],
  body: Buffer = Buffer.alloc(0),
): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, ...headers];
  if (body.length > 0) lines.push(`content-length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
