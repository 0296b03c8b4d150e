import { execFileSync } from 'node:child_process';
import { createHash, type Hash, hash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type ApiSession, openApiSession } from '../api-session.ts';
import { prepareDelivery } from '../delivery.ts';
import { beginUpload, offsetOf, openPatch } from '../large/resumable-uploads.ts';
import { signedIn } from '../large/transfers.ts';
import { type Product, startProduct } from '../product.ts';
import { expectNoErrors } from './restarts.ts';

/** A free plan holds two files of this size. */
const FREE_BYTES = 100 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;
/** Bytes sent or read at a time after half of a transfer, so few that it outlasts any stop. */
const TRICKLE_BYTES = 1000;
const TRICKLE_MILLISECONDS = 50;
/** Pause between two reads, of some 64 KB each. */
const READ_MILLISECONDS = 250;

type StoppedTransfers = {
  /** From SIGTERM to the end of the process. */
  stopMilliseconds: number;
  /** Bytes of the upload that were answered before, that were sent, and that the next server had. */
  upload: { acknowledged: number; sent: number; kept: number };
  /** Bytes of the download that had come. */
  downloaded: number;
};

/**
 * Stops a server with SIGTERM in the middle of an upload and of a download of this size, and starts it again:
 * the upload continues after all bytes that had arrived, acknowledged or not, and the download by Range and
 * If-Range with its former tag. Throws unless the server ends with 0 and both are intact, byte for byte.
 */
export async function stopMidTransfer(
  sizeBytes: number,
  env: Record<string, string> = {},
): Promise<StoppedTransfers> {
  let product = await startProduct({ env });
  try {
    const { freelancer, version } = await prepareDelivery(product, 'stopped');
    if (sizeBytes > FREE_BYTES) grantStorage(product, env);
    const expected = digestOf(sizeBytes);
    const whole = await beginUpload(freelancer, version, sizeBytes);
    const fileId = await uploadRest(freelancer, whole, 0, sizeBytes);
    const download = await readHalf(freelancer, `/api/files/${fileId}/content/`, sizeBytes);
    const upload = await beginUpload(freelancer, version, sizeBytes);
    const acknowledged = Math.floor(sizeBytes / 4);
    await sendPiece(freelancer, upload, acknowledged);
    const half = await sendHalf(freelancer, upload, acknowledged, sizeBytes);

    const began = performance.now();
    const code = await product.stop();
    const stopMilliseconds = performance.now() - began;
    if (code !== 0) throw new Error(`SIGTERM ended the server with ${code}:\n${product.log()}`);
    expectNoErrors(product);
    const [sent, downloaded] = [await half.cut, await download.cut];

    product = await startProduct({ dataDir: product.dataDir, env });
    const session = openApiSession(product.url, freelancer.cookies);
    const kept = await offsetOf(session, upload);
    // All but the last bytes had the whole time of the stop to arrive.
    if (!(kept >= sizeBytes / 2 - PIECE_BYTES && kept <= sent))
      throw new Error(
        `Of an upload ${acknowledged} bytes were answered, ${sent} sent, and ${kept} are there`,
      );
    const resumed = await uploadRest(session, upload, kept, sizeBytes);
    expectDigest(await digestAt(session, `/api/files/${resumed}/content/`), expected, 'The upload');
    await download.goOn(session);
    expectDigest(download.digest.digest('hex'), expected, 'The download');
    await expectStop(product);
    return { stopMilliseconds, upload: { acknowledged, sent, kept }, downloaded };
  } finally {
    await product.remove();
  }
}

function grantStorage({ dataDir }: Product, env: Record<string, string>): void {
  execFileSync(process.execPath, ['operator/src/admin/main.ts', 'grant-storage', 'stopped', '100'], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env },
  });
}

async function expectStop(product: Product): Promise<void> {
  const code = await product.stop();
  if (code !== 0) throw new Error(`SIGTERM ended the server with ${code}:\n${product.log()}`);
}

function expectDigest(digest: string, expected: string, what: string): void {
  if (digest !== expected) throw new Error(`${what} has other bytes than were sent`);
}

/** Content of the file at an offset. Every piece differs, so that none can be mistaken for another. */
function bytesAt(start: number, length: number): Buffer {
  const block = Math.floor(start / PIECE_BYTES);
  const line = Buffer.from(`${hash('sha256', String(block))}\n`);
  const skipped = start - block * PIECE_BYTES;
  return Buffer.alloc(PIECE_BYTES, line).subarray(skipped, skipped + length);
}

function digestOf(sizeBytes: number): string {
  const sum = createHash('sha256');
  for (let at = 0; at < sizeBytes; at += PIECE_BYTES) sum.update(bytesAt(at, sizeBytes - at));
  return sum.digest('hex');
}

/** Writes the bytes between two offsets as fast as they are taken. */
async function write(request: http.ClientRequest, from: number, to: number): Promise<void> {
  for (let at = from; at < to;) {
    const piece = bytesAt(at, to - at);
    at += piece.length;
    if (!request.write(piece)) await once(request, 'drain');
  }
}

/** Sends the first bytes as a call of their own, and waits for its answer. */
async function sendPiece(session: ApiSession, url: string, lengthBytes: number): Promise<void> {
  const { request, answer } = openPatch(session, url, 0, lengthBytes);
  await write(request, 0, lengthBytes);
  request.end();
  const { status, headers } = await answer;
  if (status !== 204 || Number(headers['upload-offset']) !== lengthBytes)
    throw new Error(`A piece of an upload was answered with ${status} and another offset`);
}

/** Sends the rest; resolves to the id of the file. */
async function uploadRest(session: ApiSession, url: string, from: number, to: number): Promise<string> {
  const { request, answer } = openPatch(session, url, from, to - from);
  await write(request, from, to);
  request.end();
  const { status, headers } = await answer;
  if (status !== 204) throw new Error(`The rest of an upload was answered with ${status}`);
  return String(headers['vitrin-file-id']);
}

/** Sends up to the half, then hardly anything until the server ends the connection; `cut` is how much was sent. */
async function sendHalf(session: ApiSession, url: string, from: number, sizeBytes: number) {
  const { request, answer } = openPatch(session, url, from, sizeBytes - from);
  const isCut = answer.then(
    ({ status }) => status,
    () => undefined,
  );
  const half = Math.floor(sizeBytes / 2);
  await write(request, from, half);
  const cut = (async () => {
    let sent = half;
    while (!request.destroyed) {
      const piece = bytesAt(sent, TRICKLE_BYTES);
      sent += piece.length;
      request.write(piece);
      await pause(TRICKLE_MILLISECONDS);
    }
    const status = await isCut;
    if (status !== undefined) throw new Error(`The upload was answered with ${status} instead of being cut`);
    return sent;
  })();
  return { cut };
}

/** Reads half of a file, then hardly anything until the server ends the connection; `cut` is how much had come. */
async function readHalf(session: ApiSession, url: string, sizeBytes: number) {
  const digest = createHash('sha256');
  const request = http.get(new URL(url, session.origin), { headers: signedIn(session) });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const tag = response.headers.etag;
  if (response.statusCode !== 200 || !tag)
    throw new Error(`A download was answered with ${response.statusCode}`);
  let length = 0;
  const { promise: isHalf, resolve: reachHalf } = Promise.withResolvers<void>();
  const cut = (async () => {
    try {
      for await (const piece of response as AsyncIterable<Buffer>) {
        digest.update(piece);
        length += piece.length;
        if (length < sizeBytes / 2) continue;
        reachHalf();
        await pause(READ_MILLISECONDS);
      }
    } catch (error) {
      if (length < sizeBytes) return length;
      throw error;
    }
    throw new Error('The download ended before the server was stopped');
  })();
  await Promise.race([isHalf, cut]);
  return {
    cut,
    digest,
    goOn: (again: ApiSession) => readRest(again, url, { tag, length, digest }, sizeBytes),
  };
}

/** Requests the rest of a download as a resuming browser does, and adds it to the digest. */
async function readRest(
  session: ApiSession,
  url: string,
  { tag, length, digest }: { tag: string; length: number; digest: Hash },
  sizeBytes: number,
): Promise<void> {
  const headers = { ...signedIn(session), range: `bytes=${length}-`, 'if-range': tag };
  const request = http.get(new URL(url, session.origin), { headers });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const got = [response.statusCode, response.headers.etag, response.headers['content-range']];
  const wanted = [206, tag, `bytes ${length}-${sizeBytes - 1}/${sizeBytes}`];
  if (got.join() !== wanted.join()) throw new Error(`The rest of a download: ${got.join(', ')}`);
  for await (const piece of response as AsyncIterable<Buffer>) digest.update(piece);
}

/** The SHA-256 of the content of an address, in hex. */
async function digestAt(session: ApiSession, url: string): Promise<string> {
  const request = http.get(new URL(url, session.origin), { headers: signedIn(session) });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`A download was answered with ${response.statusCode}`);
  const sum = createHash('sha256');
  for await (const piece of response as AsyncIterable<Buffer>) sum.update(piece);
  return sum.digest('hex');
}
