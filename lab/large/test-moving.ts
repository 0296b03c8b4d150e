import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ArchiveImports, CurrentExport } from '@vitrin/shared/contract/archives.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { GB, gb, peakMemoryMb, rate, timed } from '../../test-kit/large/measures.ts';
import { digestAt, digestOfRepeated, readPart, signedIn } from '../../test-kit/large/transfers.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';

/**
 * Moves a freelancer with 10 GB (or the given number) from one installation to another. The archive is
 * downloaded with nine interruptions, uploaded with a kill of the server half-way, and imported with a kill
 * half-way. Every file is compared, and the memory of both servers beyond that of a fresh start is checked.
 * Needs four times the space in the temporary folder.
 */
const MAX_MEMORY_MB = 150;
const CHUNK = Buffer.alloc(1024 * 1024, 'vitrin moves');
const TUS = { 'tus-resumable': '1.0.0' };
const env = { RATE_LIMITS: 'off', MAX_UPLOAD_MB: '100000' };
/** Generous, because the measured work may keep the machine busy. */
const START = { env, startWithinMs: 300_000 };
const total = Number(process.argv[2] ?? 10) * GB;
const FILES = 5;

const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-moving-'));
const archive = path.join(folder, 'everything.zip');
let product: Product | undefined;
let atRest = 0;
let peak = 0;
let growth = 0;
try {
  const size = Math.floor(total / FILES);
  await fill(size);
  await arrive(size);
  console.log(
    `at most ${growth.toFixed(0)} MB of memory beyond a server at rest, of ${MAX_MEMORY_MB}; ${peak.toFixed(0)} MB in all`,
  );
} finally {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Creates a freelancer with a project of large files, and downloads the archive with nine interruptions. */
async function fill(size: number): Promise<void> {
  const dataDir = path.join(folder, 'from');
  const session = await begin(dataDir, 'leaver');
  const project = await session.expectCall<Project>(201, 'POST', '/api/projects/', { name: 'Large' });
  const version = await session.expectCall<{ id: number }>(201, 'POST', '/api/versions/', {
    version_number: '1',
    project: project.id,
  });
  for (let number = 0; number < FILES; number += 1) {
    const metadata = `filename ${btoa(`${number}.bin`)},version ${btoa(String(version.id))}`;
    await send(session, await openUpload(session, size, metadata), 0, size, bytesOf);
  }
  await session.expectCall(201, 'POST', '/api/export/');
  const size_bytes = await waitFor(async () => {
    const { export: made } = await session.expectCall<CurrentExport>(200, 'GET', '/api/export/');
    return made?.state === 'ready' ? made.size_bytes : null;
  });
  const [seconds] = await timed(async () => {
    for (let at = 0, cut = 0; at < size_bytes; cut += 1)
      at += await readPart(
        session,
        '/api/export/archive/',
        at,
        cut < 9 ? Math.ceil(size_bytes / 10) : size_bytes,
        archive,
      );
  });
  check(
    statSync(archive).size === size_bytes,
    `${gb(size_bytes)} were taken along with nine cuts (${rate(size_bytes, seconds)})`,
  );
  note();
  await product?.remove();
  product = undefined;
}

/** Imports the archive as a freelancer of another installation. */
async function arrive(size: number): Promise<void> {
  const dataDir = path.join(folder, 'to');
  let session = await begin(dataDir, 'arriver');
  const length = statSync(archive).size;
  const url = await openUpload(session, length, `filename ${btoa('all.zip')},archive`);
  await send(session, url, 0, length, fromArchive, Math.floor(length / 2)).catch(() => {});
  session = await again(session, dataDir);
  const { headers } = await session.call('HEAD', url, undefined, TUS);
  const offset = Number(headers.get('upload-offset'));
  check(offset > 0 && offset < length, `${gb(offset)} of ${gb(length)} were kept over a SIGKILL`);
  await send(session, url, offset, length, fromArchive);
  const newest = async () =>
    (await session.expectCall<ArchiveImports>(200, 'GET', '/api/imports/')).results[0];
  const id = await waitFor(async () => ((await newest())?.state === 'ready' ? (await newest())?.id : null));
  const [seconds] = await timed(async () => {
    await session.expectCall(204, 'POST', `/api/imports/${id}/bring/`, {});
    await waitFor(async () => ((await newest())?.done_bytes ?? 0) > size || null);
    session = await again(session, dataDir);
    await waitFor(async () => (await newest())?.state === 'done' || null);
  });
  const [project] = (await session.expectCall<{ results: Project[] }>(200, 'GET', '/api/projects/')).results;
  const { versions } = await session.expectCall<Project>(200, 'GET', `/api/projects/${project?.id}/`);
  const files = versions[0]?.files ?? [];
  check(files.length === FILES, `${FILES} files were imported in ${seconds.toFixed(0)} s, over a SIGKILL`);
  const wanted = digestOfRepeated(CHUNK, size);
  for (const { file } of files) check((await digestAt(session, file)) === wanted, `${file} is as it was`);
  note();
}

async function begin(dataDir: string, username: string): Promise<ApiSession> {
  product = await startProduct({ dataDir, ...START });
  const session = await registerFreelancer(product, username);
  await product.stop();
  const grant = ['operator/src/admin/main.ts', 'grant-storage', username, '100'];
  execFileSync(process.execPath, grant, { env: { PATH: process.env['PATH'], DATA_DIR: dataDir } });
  product = await startProduct({ dataDir, ...START });
  const begun = openApiSession(product.url, session.cookies);
  await begun.expectCall(200, 'GET', '/api/projects/');
  atRest = peakMemoryMb(product);
  return begun;
}

/** Kills the server and starts it anew. */
async function again(session: ApiSession, dataDir: string): Promise<ApiSession> {
  note();
  await product?.kill();
  // The lock of a killed server's job would expire only after a quarter of an hour.
  const rows = new DatabaseSync(path.join(dataDir, 'vitrin.sqlite'));
  rows.exec('update jobs set locked_until = null');
  rows.close();
  product = await startProduct({ dataDir, ...START });
  return openApiSession(product.url, session.cookies);
}

async function openUpload(session: ApiSession, length: number, metadata: string): Promise<string> {
  const { headers } = await session.call('POST', '/api/uploads/', undefined, {
    ...TUS,
    'upload-length': String(length),
    'upload-metadata': metadata,
  });
  return headers.get('location') ?? '';
}

type Source = (start: number, end: number) => AsyncIterable<Buffer>;

async function* bytesOf(start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end;) {
    const from = at % CHUNK.length;
    const piece = CHUNK.subarray(from, Math.min(CHUNK.length, from + end - at));
    at += piece.length;
    yield piece;
  }
}

function fromArchive(start: number, end: number): AsyncIterable<Buffer> {
  return createReadStream(archive, { start, end: end - 1, highWaterMark: CHUNK.length });
}

/** Sends the rest of an upload, or breaks the connection at an offset before its end. */
async function send(
  session: ApiSession,
  url: string,
  offset: number,
  length: number,
  source: Source,
  until = length,
): Promise<void> {
  const request = http.request(new URL(url, session.origin), {
    method: 'PATCH',
    headers: {
      ...TUS,
      ...signedIn(session),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': offset,
      'content-length': length - offset,
    },
  });
  const answered = new Promise<void>((resolve, reject) => {
    request.once('response', (response) => response.resume().once('end', () => resolve()));
    request.once('error', reject);
  });
  answered.catch(() => {});
  if (until === length) await pipeline(source(offset, length), request);
  else {
    for await (const piece of source(offset, until))
      if (!request.write(piece)) await new Promise((resolve) => request.once('drain', resolve));
    request.destroy(new Error('cut'));
  }
  await answered;
}

/** Compares the memory of the server with what it held at first. */
function note(): void {
  if (!product) return;
  const held = peakMemoryMb(product);
  peak = Math.max(peak, held);
  growth = Math.max(growth, held - atRest);
  check(growth <= MAX_MEMORY_MB, `the server held ${held.toFixed(0)} MB, ${atRest.toFixed(0)} MB at rest`);
}

async function waitFor<T>(ask: () => Promise<T | null | undefined>): Promise<T> {
  for (;;) {
    const found = await ask();
    if (found !== null && found !== undefined) return found;
    await pause(500);
  }
}

function check(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`Not so: ${what}`);
  console.log(what);
}
