import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import http from 'node:http';
import type { ApiSession } from '../api-session.ts';

/** The headers by which a request of node:http is signed in. */
export function signedIn({ cookies }: ApiSession): Record<string, string> {
  return {
    cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
    'x-csrftoken': cookies.get('csrftoken') ?? '',
  };
}

/**
 * Downloads from the byte `start` on, writes it behind what `file` holds, and breaks the connection once `wanted` bytes
 * have come. Resolves to the number of bytes that came.
 */
export function readPart(
  session: ApiSession,
  url: string,
  start: number,
  wanted: number,
  file: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const target = createWriteStream(file, { flags: start === 0 ? 'w' : 'a' });
    const headers = { ...signedIn(session), range: `bytes=${start}-` };
    http
      .get(new URL(url, session.origin), { headers }, (response) => {
        let length = 0;
        response.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (!target.write(chunk)) {
            response.pause();
            target.once('drain', () => response.resume());
          }
          if (length >= wanted) response.destroy();
        });
        response.once('error', () => {});
        response.once('close', () => target.end(() => resolve(length)));
      })
      .once('error', reject);
  });
}

/** Downloads an address and resolves to the SHA-256 of its bytes, in hex. */
export function digestAt(session: ApiSession, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    http
      .get(new URL(url, session.origin), { headers: signedIn(session) }, (response) => {
        const hash = createHash('sha256');
        response.on('data', (chunk: Buffer) => hash.update(chunk));
        response.once('error', reject);
        response.once('end', () => resolve(hash.digest('hex')));
      })
      .once('error', reject);
  });
}

/** The SHA-256, in hex, of `size` bytes that repeat `piece`. */
export function digestOfRepeated(piece: Buffer, size: number): string {
  const hash = createHash('sha256');
  for (let at = 0; at < size; at += piece.length)
    hash.update(piece.subarray(0, Math.min(piece.length, size - at)));
  return hash.digest('hex');
}
