import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ArchiveImport, ArchiveImports, CurrentExport } from '@vitrin/shared/contract/archives.ts';
import { changed, type Entry, entriesOf } from '../../server/src/testing/archives/changed-archive.ts';
import { mutated } from '../../server/src/testing/archives/mutated-archive.ts';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { isWanted, quick, report } from '../compare.ts';
import { inMegabytes, residentMegabytes } from '../process-memory.ts';
import { ENV, headersOf } from '../requests.ts';
import { openDatabase, seedProjects, UNLIMITED_PLAN } from '../seed.ts';
import { LONGEST_MS } from './measure-responsive.ts';

const MANY = quick ? 20_000 : 199_000;
const CHANGED = quick ? 20 : 100;
export const MANY_ENTRIES = `responsive: archives, ${MANY} empty entries more, looked at and discarded`;
export const LONGEST_NAMES = `responsive: archives, ${MANY} entries of the longest names, refused`;
export const CHANGED_ARCHIVES = `responsive: archives, ${CHANGED} changed ones, brought or refused`;

const PIECE_BYTES = 16 * 1024 * 1024;
/** How much more than at rest the server may hold. */
const MOST_GROWTH_MEGABYTES = 150;
/** The server gives memory back 2 s after its start. */
const REST_MS = 4000;
const TUS = { 'tus-resumable': '1.0.0' };

/** A freelancer sends archives of very many entries, and changed ones; `/healthz` is asked meanwhile. */
export async function measureArchives(folder: string): Promise<void> {
  if (!isWanted(MANY_ENTRIES, LONGEST_NAMES, CHANGED_ARCHIVES)) return;
  const { product, session } = await startWithoutPlan(path.join(folder, 'archives'));
  await seedProjects(session);
  const archive = await takeAlong(session);
  const entries = await entriesOf(archive);
  const withMore = (nameOf: (index: number) => string) =>
    changed(entries, (all) => [
      ...all,
      ...Array.from({ length: MANY }, (_, index): Entry => [nameOf(index), Buffer.alloc(0)]),
    ]);
  const discard = ({ id }: ArchiveImport) => session.expectCall(204, 'DELETE', `/api/imports/${id}/`);
  // Receipts of projects that are not in it are left alone.
  const many = await withMore((index) => `receipts/${index + 1_000_000}.json`);
  await measureRow(product, session, { what: MANY_ENTRIES, archives: [many], decide: discard });
  const longest = await withMore((index) => `files/${index} ${'ş'.repeat(285)}/1/a`);
  await measureRow(product, session, { what: LONGEST_NAMES, archives: [longest], decide: discard });
  const archives: Buffer[] = [];
  for (let seed = 1; seed <= CHANGED; seed += 1) archives.push(await mutated(archive, entries, seed));
  const decide = async ({ id }: ArchiveImport) => {
    await session.expectCall(204, 'POST', `/api/imports/${id}/bring/`, { again: true });
    await untilNot(session, ['bringing']);
  };
  await measureRow(product, session, { what: CHANGED_ARCHIVES, archives, decide });
  await product.stop();
}

async function startWithoutPlan(dataDir: string): Promise<{ product: Product; session: ApiSession }> {
  const first = await startProduct({ dataDir, env: ENV });
  const { cookies } = await registerFreelancer(first, 'bench');
  await first.stop();
  const plans = openDatabase(dataDir);
  plans.exec(UNLIMITED_PLAN);
  plans.close();
  const product = await startProduct({ dataDir, env: ENV });
  return { product, session: openApiSession(product.url, cookies) };
}

type Row = { what: string; archives: Buffer[]; decide: (ready: ArchiveImport) => Promise<unknown> };

async function measureRow(product: Product, session: ApiSession, { what, archives, decide }: Row) {
  await pause(REST_MS);
  const rest = residentMegabytes(product.pid).now;
  const watched = { isOver: false, slowest: 0, most: 0 };
  const watching = watch(product, watched);
  const endings = new Map<string, number>();
  for (const archive of archives) {
    await send(session, archive);
    const found = await untilNot(session, ['uploading', 'checking']);
    if (found.state === 'ready') await decide(found);
    endings.set(found.state, (endings.get(found.state) ?? 0) + 1);
  }
  // Their records are deleted after the answer.
  await pause(REST_MS);
  watched.isOver = true;
  await watching;
  const { slowest, most } = watched;
  const growth = most - rest;
  report({
    what,
    figures: {
      found: Array.from(endings, ([state, count]) => `${count} x ${state}`).join(', '),
      '/healthz at worst': `${slowest.toFixed(0)} ms`,
      memory: `${inMegabytes(growth)} more than at rest`,
    },
    note: `/healthz <= ${LONGEST_MS} ms, memory < ${MOST_GROWTH_MEGABYTES} MB more than at rest`,
    missed: [
      ...(slowest > LONGEST_MS ? [`/healthz ${slowest.toFixed(0)} ms`] : []),
      ...(growth >= MOST_GROWTH_MEGABYTES ? [`memory ${inMegabytes(growth)} more than at rest`] : []),
    ],
  });
}

async function watch(product: Product, watched: { isOver: boolean; slowest: number; most: number }) {
  while (!watched.isOver) {
    const askedAt = performance.now();
    await (await fetch(new URL('/healthz', product.url))).arrayBuffer();
    watched.slowest = Math.max(watched.slowest, performance.now() - askedAt);
    watched.most = Math.max(watched.most, residentMegabytes(product.pid).now);
  }
}

async function takeAlong(session: ApiSession): Promise<Buffer> {
  await session.expectCall(201, 'POST', '/api/export/');
  for (let state = ''; state !== 'ready'; await pause(100)) {
    const { export: made } = await session.expectCall<CurrentExport>(200, 'GET', '/api/export/');
    state = made?.state ?? '';
  }
  return session.expectCall<Buffer>(200, 'GET', '/api/export/archive/');
}

async function send(session: ApiSession, archive: Buffer): Promise<void> {
  const metadata = `filename ${Buffer.from('all.zip').toString('base64')},archive`;
  const length = { 'upload-length': String(archive.length), 'upload-metadata': metadata };
  const opened = await session.call('POST', '/api/uploads/', undefined, { ...TUS, ...length });
  if (opened.status !== 201) throw new Error(`the upload was not opened: ${opened.status}`);
  const url = new URL(opened.headers.get('location') ?? '', session.origin);
  const own = Object.fromEntries(headersOf(session).map((line) => line.split(': ') as [string, string]));
  const type = { 'content-type': 'application/offset+octet-stream', origin: session.origin };
  for (let offset = 0; offset < archive.length; offset += PIECE_BYTES) {
    const headers = { ...TUS, ...own, ...type, 'upload-offset': String(offset) };
    const body = new Uint8Array(archive.subarray(offset, offset + PIECE_BYTES));
    const { status } = await fetch(url, { method: 'PATCH', headers, body });
    if (status !== 204) throw new Error(`a piece of an archive was not taken: ${status}`);
  }
}

async function untilNot(session: ApiSession, states: ArchiveImport['state'][]): Promise<ArchiveImport> {
  for (;;) {
    const { results } = await session.expectCall<ArchiveImports>(200, 'GET', '/api/imports/');
    const [newest] = results;
    if (newest && !states.includes(newest.state)) return newest;
    await pause(50);
  }
}
