import { mkdirSync, writeFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import { openApiSession, type ApiSession } from '../../test-kit/api-session.ts';
import { startProduct } from '../../test-kit/product.ts';
import { startS3Server } from '../../test-kit/s3-server.ts';
import { newStorageKey } from '../../engine/src/storage/storage.ts';
import { isWanted, perSecond, quick, report } from './compare.ts';
import { httpRequest, measure } from './load.ts';
import {
  inMegabytes,
  missedMemory,
  MOST_MEGABYTES,
  residentMegabytes,
} from '../../test-kit/large/process-memory.ts';
import { ENV, headersOf, multipartUpload, portOf, randomBytes } from './requests.ts';
import { openDatabase, UNLIMITED_PLAN } from './seed.ts';

export const TRANSFERS_MEMORY =
  'transfers-memory: 64 uploads of 1 MB and 200 slow readers at once (resident)';
export const ZIPS_MEMORY = 'transfers-memory: 200 slow readers of an archive of 10,000 files (resident)';
const READERS = 200;
const UPLOADS = 64;
const FILES = 10_000;
const DURATION_MS = quick ? 5000 : 20_000;
const SETTLE_MS = 5000;
/** Interval at which every second reader reads a little; the others read nothing. */
const SIP_MS = 500;

/** The server's memory with its files on disk, and with them in object storage. */
export async function measureTransfersMemory(folder: string): Promise<void> {
  if (isWanted(TRANSFERS_MEMORY)) {
    await measureTransfers(path.join(folder, 'transfers-disk'), 'disk', {});
    const s3 = await startS3Server();
    await measureTransfers(path.join(folder, 'transfers-s3'), 'S3', s3.environment);
    await s3.stop();
  }
  if (isWanted(ZIPS_MEMORY)) await measureZips(path.join(folder, 'transfers-zips'));
}

/**
 * A freelancer's readers of a file and of a zip read hardly anything, and 64 connections upload repeatedly.
 * Meanwhile a client of that freelancer downloads and must not be kept waiting.
 */
async function measureTransfers(dataDir: string, store: string, environment: Record<string, string>) {
  const { product, session, versionId, client } = await startScene(dataDir, environment);
  const { file } = await uploadFile(session, versionId, 'large.bin', randomBytes(100_000_000));
  const port = portOf(product);
  const headers = headersOf(session);
  await pause(SETTLE_MS);
  const before = residentMegabytes(product.pid).now;

  const zip = `/api/versions/${versionId}/zip/`;
  const readers = Array.from({ length: READERS }, (_, index) =>
    openSlowReader(port, httpRequest('GET', index % 4 < 2 ? file : zip, headers), index % 2 === 0),
  );
  const upload = multipartUpload(await createVersion(session), randomBytes(1_000_000));
  const form = httpRequest('POST', '/api/files/', [...headers, upload.contentType], upload.body);
  const download = httpRequest('GET', file, headersOf(client));
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
    what: `${TRANSFERS_MEMORY}, files on ${store}`,
    figures: {
      Vitrin: `${inMegabytes(peak)} at most`,
      before: inMegabytes(before),
      after: inMegabytes(after),
      uploads: perSecond(uploads.perSecond),
      'a download beside them': `${downloads.megabytesPerSecond.toFixed(0)} MB/s`,
    },
    note: `must < ${MOST_MEGABYTES} MB`,
    missed: missedMemory(peak),
  });
}

async function measureZips(dataDir: string) {
  const scene = await startScene(dataDir, {});
  await uploadFile(scene.session, scene.versionId, 'first.bin', randomBytes(1000));
  await scene.product.stop();
  addCopies(dataDir);
  const product = await startProduct({ dataDir, env: ENV });
  const port = portOf(product);
  const headers = headersOf(scene.session, port);
  const zip = httpRequest('GET', `/api/versions/${scene.versionId}/zip/`, headers);
  await pause(SETTLE_MS);
  const before = residentMegabytes(product.pid).now;
  const readers = Array.from({ length: READERS }, (_, index) => openSlowReader(port, zip, index % 2 === 0));
  await pause(2 * DURATION_MS);
  const { peak } = residentMegabytes(product.pid);
  for (const leave of readers) leave();
  await product.stop();
  report({
    what: ZIPS_MEMORY,
    figures: { Vitrin: `${inMegabytes(peak)} at most`, before: inMegabytes(before) },
    note: `must < ${MOST_MEGABYTES} MB`,
    missed: missedMemory(peak),
  });
}

/** Starts a server with an unlimited freelancer, a version, and a client who sees it. */
async function startScene(dataDir: string, environment: Record<string, string>) {
  const env = { ...ENV, ...environment };
  const first = await startProduct({ dataDir, env });
  const { cookies } = await registerFreelancer(first, 'bench');
  await first.stop();
  const database = openDatabase(dataDir);
  database.exec(UNLIMITED_PLAN);
  database.close();
  const product = await startProduct({ dataDir, env });
  const session = openApiSession(product.url, cookies);
  const { id, reset_token } = await inviteCustomer(session, 'client');
  const client = await registerCustomer(product, reset_token);
  const versionId = await createVersion(session, id);
  return { product, session, client, versionId };
}

async function createVersion(session: ApiSession, customer_id: number | null = null): Promise<number> {
  const work = { name: 'Film', description: '', customer_id };
  const project = await session.expectCall<Project>(201, 'POST', '/api/projects/', work);
  const version = { version_number: '1.0', description: '', project: project.id };
  return (await session.expectCall<Version>(201, 'POST', '/api/versions/', version)).id;
}

/** Copies the only file into its version 10,000 times, each copy with its own bytes. */
function addCopies(dataDir: string): void {
  const database = openDatabase(dataDir);
  const [file] = database.prepare('select * from files').all();
  if (!file) throw new Error('There is no file');
  const { id: _id, ...columns } = file;
  const names = Object.keys(columns);
  const insert = database.prepare(
    `insert into files (${names.join()}) values (${names.map((name) => `:${name}`).join()})`,
  );
  database.exec('begin');
  for (let made = 1; made < FILES; made += 1) {
    const storage_key = newStorageKey();
    insert.run({ ...columns, name: `A picture of the summer number ${made}.jpg`, storage_key });
    const target = path.join(dataDir, 'files', storage_key.slice(0, 2));
    mkdirSync(target, { recursive: true });
    writeFileSync(path.join(target, storage_key), randomBytes(1000));
  }
  database.exec('commit');
  database.close();
}

/** Sends a request and reads hardly anything of the answer; the returned function closes the connection. */
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
