import { type Socket, connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { registerCustomer } from '../scripts/testing/accounts.ts';
import { openApiSession, type ApiSession } from '../scripts/testing/api-session.ts';
import { startProduct } from '../scripts/testing/product.ts';
import { isWanted, perSecond, quick, report } from './compare.ts';
import { httpRequest, measure } from './load.ts';
import { inMegabytes, residentMegabytes } from './process-memory.ts';
import { ENV, headersOf, multipartUpload, portOf, randomBytes } from './requests.ts';

const WHAT = 'transfers-memory: 64 uploads of 1 MB and 200 slow readers at once (resident)';
const READERS = 200;
const UPLOADS = 64;
const DURATION_MS = quick ? 5000 : 20_000;
const SETTLE_MS = 5000;
/** Every second reader takes a little this often; the others take nothing at all. */
const SIP_MS = 500;

/**
 * What the server holds while a freelancer's readers of a file and of a zip hardly read and 64 connections upload again
 * and again. A client of theirs downloads beside them, who must not be kept waiting.
 */
export async function measureTransfersMemory(
  dataDir: string,
  session: ApiSession,
  versionId: number,
  fileUrl: string,
) {
  if (!isWanted(WHAT)) return;
  const product = await startProduct({ dataDir, env: ENV });
  const port = portOf(product);
  const headers = headersOf(session, port);
  const zip = `/api/versions/${versionId}/zip/`;
  const freelancer = openApiSession(product.url, session.cookies);
  const { results } = await freelancer.expectCall<{ results: Customer[] }>(200, 'GET', '/api/users/');
  const client = await registerCustomer(product, results[0]?.reset_token ?? null);
  await pause(SETTLE_MS);
  const before = residentMegabytes(product.pid).now;

  const readers = Array.from({ length: READERS }, (_, index) =>
    openSlowReader(port, httpRequest('GET', index % 4 < 2 ? fileUrl : zip, headers), index % 2 === 0),
  );
  const upload = multipartUpload(versionId, randomBytes(1_000_000));
  const form = httpRequest('POST', '/api/files/', [...headers, upload.contentType], upload.body);
  const download = httpRequest('GET', fileUrl, headersOf(client));
  const [uploads, downloads] = await Promise.all([
    measure({ port, connections: UPLOADS, durationMs: DURATION_MS, request: () => form }),
    measure({ port, connections: 1, durationMs: DURATION_MS, request: () => download }),
  ]);
  const { peak } = residentMegabytes(product.pid);
  for (const leave of readers) leave();
  await pause(SETTLE_MS);
  const after = residentMegabytes(product.pid).now;
  await product.stop();
  report({
    what: WHAT,
    figures: {
      Vitrin: `${inMegabytes(peak)} at most`,
      before: inMegabytes(before),
      after: inMegabytes(after),
      uploads: perSecond(uploads.perSecond),
      'a download beside them': `${downloads.megabytesPerSecond.toFixed(0)} MB/s`,
    },
    note: 'must < 400 MB',
  });
}

/** Sends a request and hardly reads the answer; the returned function closes the connection. */
function openSlowReader(port: number, request: Buffer, takesSome: boolean): () => void {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.on('data', () => socket.pause());
  socket.pause();
  socket.write(request);
  const timer = takesSome ? setInterval(() => socket.resume(), SIP_MS) : undefined;
  return () => {
    clearInterval(timer);
    socket.destroy();
  };
}
