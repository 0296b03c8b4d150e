import type { ApiSession } from '../../test-kit/api-session.ts';
import { openPatch } from '../../test-kit/large/resumable-uploads.ts';

/**
 * Sends the bytes of an upload from an offset, and waits for the answer. Resolves to the id of the file after
 * the last piece.
 */
export async function sendPiece(
  session: ApiSession,
  upload: string,
  from: number,
  piece: Buffer,
): Promise<string | undefined> {
  const { request, answer } = openPatch(session, upload, from, piece.length);
  request.end(piece);
  const { status, headers } = await answer;
  if (status !== 204) throw new Error(`A piece was answered with ${status}.`);
  const id = headers['vitrin-file-id'];
  return id === undefined ? undefined : String(id);
}

/** Sends `bytes` a little at a time; `cut` resolves when the server ends the connection. */
export function trickle(
  session: ApiSession,
  upload: string,
  from: number,
  bytes: Buffer,
): { cut: Promise<void> } {
  const { promise: cut, resolve } = Promise.withResolvers<void>();
  const { request, answer } = openPatch(session, upload, from, bytes.length);
  // No answer comes, because the server ends first.
  answer.catch(() => {});
  let at = 0;
  const timer = setInterval(() => {
    request.write(bytes.subarray(at, at + 1000));
    at += 1000;
  }, 50);
  request.once('close', () => {
    clearInterval(timer);
    resolve();
  });
  return { cut };
}
