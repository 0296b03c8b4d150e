import http from 'node:http';
import type { ApiSession } from '../../test-kit/api-session.ts';
import { signedIn } from '../../test-kit/large/transfers.ts';

const TUS = { 'tus-resumable': '1.0.0' };

/** Creates a resumable upload; resolves to its address. */
export async function beginUpload(session: ApiSession, version: number, sizeBytes: number): Promise<string> {
  const { status, headers } = await session.call('POST', '/api/uploads/', undefined, {
    ...TUS,
    'upload-length': String(sizeBytes),
    'upload-metadata': `filename ${btoa('film.bin')},version ${btoa(String(version))}`,
  });
  if (status !== 201) throw new Error(`An upload was refused with ${status}.`);
  return headers.get('location') ?? '';
}

/** How many bytes of it the server has. */
export async function offsetOf(session: ApiSession, upload: string): Promise<number> {
  const { status, headers } = await session.call('HEAD', upload, undefined, TUS);
  if (status !== 200) throw new Error(`An upload is not there: ${status}.`);
  return Number(headers.get('upload-offset'));
}

/** Sends bytes from a place on, and waits for the answer. Resolves to the id of the file, if these were the last. */
export async function sendPiece(
  session: ApiSession,
  upload: string,
  from: number,
  piece: Buffer,
): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const request = openPatch(session, upload, from, piece.length);
  request.once('error', reject).once('response', resolve).end(piece);
  const response = await promise;
  response.resume();
  if (response.statusCode !== 204) throw new Error(`A piece was answered with ${response.statusCode}.`);
  const id = response.headers['vitrin-file-id'];
  return id === undefined ? undefined : String(id);
}

/** Sends a little at a time of so many bytes, until the server ends the connection, which resolves it. */
export function trickle(
  session: ApiSession,
  upload: string,
  from: number,
  bytes: Buffer,
): { cut: Promise<void> } {
  const { promise: cut, resolve } = Promise.withResolvers<void>();
  const request = openPatch(session, upload, from, bytes.length);
  let at = 0;
  const timer = setInterval(() => {
    request.write(bytes.subarray(at, at + 1000));
    at += 1000;
  }, 50);
  request.once('error', () => {});
  request.once('close', () => {
    clearInterval(timer);
    resolve();
  });
  return { cut };
}

function openPatch(session: ApiSession, upload: string, offset: number, lengthBytes: number) {
  const headers = {
    ...TUS,
    ...signedIn(session),
    'content-type': 'application/offset+octet-stream',
    'upload-offset': offset,
    'content-length': lengthBytes,
  };
  return http.request(new URL(upload, session.origin), { method: 'PATCH', headers });
}
