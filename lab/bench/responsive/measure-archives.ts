import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ArchiveImport, ArchiveImports, CurrentExport } from '@vitrin/shared/contract/archives.ts';
import { changed, type Entry, entriesOf } from '../../../server/src/testing/archives/changed-archive.ts';
import { mutated } from '../../../server/src/testing/archives/mutated-archive.ts';
import { DATA_NAME } from '../../../server/src/features/archives/carried/entry-names.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { registerFreelancer } from '../../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../../test-kit/api-session.ts';
import { type Product, startProduct } from '../../../test-kit/product.ts';
import { isWanted, quick, report } from '../compare.ts';
import { inMegabytes, residentMegabytes } from '../../../test-kit/large/process-memory.ts';
import { ENV, headersOf } from '../requests.ts';
import { openDatabase, seedProjects, UNLIMITED_PLAN } from '../seed.ts';
import { LONGEST_MS } from './measure-responsive.ts';

const MANY = quick ? 20_000 : 199_000;
const FACTS = quick ? 10_000 : 100_000;
const CHANGED = quick ? 20 : 500;
const MANY_ENTRIES = `responsive: archives, ${MANY} empty entries more, looked at and discarded`;
const LONGEST_NAMES = `responsive: archives, ${MANY} entries of the longest names, refused`;
const IMPORTED_FILES = `responsive: archives, ${MANY} empty files of the longest names, brought`;
const IMPORTED_FACTS = `responsive: archives, a project of ${FACTS} events, deliveries and plays each, brought`;
const CHANGED_ARCHIVES = `responsive: archives, ${CHANGED} changed ones, brought or refused`;
export const ARCHIVES = [MANY_ENTRIES, LONGEST_NAMES, IMPORTED_FILES, IMPORTED_FACTS, CHANGED_ARCHIVES];

const PIECE_BYTES = 16 * 1024 * 1024;
/** Most memory the server may use beyond that at rest. */
const MOST_GROWTH_MEGABYTES = 150;
/** The server gives memory back 2 s after its start. */
const REST_MS = 4000;
const TUS = { 'tus-resumable': '1.0.0' };

/** Imports archives with very many entries, and altered ones, while polling `/healthz`. */
export async function measureArchives(folder: string): Promise<void> {
  if (!isWanted(...ARCHIVES)) return;
  const { product, session } = await startWithoutPlan(path.join(folder, 'archives'));
  await seedProjects(session);
  const archive = await takeAlong(session);
  const entries = await entriesOf(archive);
  const withMore = (nameOf: (index: number) => string) =>
    changed(entries, (all) => [
      ...all,
      ...Array.from({ length: MANY }, (_, index): Entry => [nameOf(index), Buffer.alloc(0)]),
    ]);
  const importArchive = async ({ id }: ArchiveImport) => {
    await session.expectCall(204, 'POST', `/api/imports/${id}/bring/`, { again: true });
    await untilNot(session, ['bringing']);
  };
  const discard = ({ id }: ArchiveImport) => session.expectCall(204, 'DELETE', `/api/imports/${id}/`);
  // The import ignores receipts of projects that the archive does not contain.
  const many = async () => [await withMore((index) => `receipts/${index + 1_000_000}.json`)];
  await measureRow(product, session, { what: MANY_ENTRIES, make: many, decide: discard });
  const longest = async () => [await withMore((index) => `files/${index} ${'ş'.repeat(285)}/1/a`)];
  await measureRow(product, session, { what: LONGEST_NAMES, make: longest, decide: discard });
  const files = async () => [await withFiles(entries)];
  await measureRow(product, session, { what: IMPORTED_FILES, make: files, decide: importArchive });
  const facts = async () => [await withFacts(entries)];
  await measureRow(product, session, { what: IMPORTED_FACTS, make: facts, decide: importArchive });
  const seeds = Array.from({ length: CHANGED }, (_, index) => index + 1);
  const mutants = () => Promise.all(seeds.map((seed) => mutated(archive, entries, seed)));
  await measureRow(product, session, { what: CHANGED_ARCHIVES, make: mutants, decide: importArchive });
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

const CUSTOMERS = 4;
const DEVICES = ['phone', 'tablet', 'computer'];
const FILES_OF_PROJECT = MAX_COUNTS.files;
const AT = '2026-11-01T10:00:00.000Z';

/** Replaces the projects of the archive; the entries before the first one stay. */
function withProjects(entries: readonly Entry[], records: readonly object[], more: readonly Entry[]) {
  return changed(entries, (all) => {
    const data = String(all.find(([name]) => name === DATA_NAME)?.[1]);
    const head = data.slice(0, data.indexOf('{"record":"project"'));
    const lines = records.map((record) => `${JSON.stringify(record)}\n`);
    return [...more, [DATA_NAME, Buffer.from(head + lines.join(''))]];
  });
}

function projectOf(id: number, customer: number | null) {
  const name = `ImportOrigin ${id}`;
  const times = { created_at: AT, last_updated: AT, shown_updated: null, edited_at: AT };
  const version = { record: 'version', id, version_number: '1', description: '', cover: null, ready_at: AT };
  return [
    { record: 'project', id, name, description: '', customer, status: null, ...times },
    { ...version, created_at: AT, edited_at: AT },
  ];
}

function fileOf(id: number, version: number, name: string, entry: string) {
  const file = { record: 'file', id, version, name, size: 0, file_type: 'text/plain', position: 0 };
  return { ...file, created_at: AT, entry };
}

/**
 * Archive with the most empty files, each with a name of 250 letters in its record and a longer one in the
 * directory.
 */
function withFiles(entries: readonly Entry[]): Promise<Buffer> {
  const records: object[] = [];
  const more: Entry[] = [];
  for (let id = 1; id <= MANY; id += 1) {
    const project = Math.ceil(id / FILES_OF_PROJECT);
    if (id % FILES_OF_PROJECT === 1) records.push(...projectOf(project, null));
    const entry = `files/${id} ${'ş'.repeat(285)}/1/a`;
    records.push(fileOf(id, project, `${id} ${'ş'.repeat(240)}`, entry));
    more.push([entry, Buffer.alloc(0)]);
  }
  return withProjects(entries, records, more);
}

/** Archive of a project with the most facts of each kind, four customers, and files without their bytes. */
function withFacts(entries: readonly Entry[]): Promise<Buffer> {
  const times = { last_seen: null, created_at: AT };
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => ({
    record: 'customer',
    id: 1_000_000 + index,
    username: `brought${index}`,
    display_name: null,
    language: 'en',
    registered: false,
    ...times,
  }));
  const files = Array.from({ length: FACTS / 10 }, (_, index) =>
    fileOf(index + 1, 1, `${index}`, `files/ImportOrigin/1/${index}`),
  );
  const factsOf = (recordOf: (by: { customer?: number; file?: number; device?: string }) => object) =>
    Array.from({ length: FACTS }, (_, index) => {
      const file = files[index % files.length]?.id;
      const device = DEVICES[Math.floor(index / files.length) % DEVICES.length];
      const customer = customers[Math.floor(index / files.length / DEVICES.length)]?.id;
      return recordOf({ customer, file, device });
    });
  const delivery = { record: 'delivery', ranges: '', covered_bytes: 0, began_at: AT, last_at: AT };
  const records = [
    ...projectOf(1, null),
    ...files,
    ...factsOf(({ customer, file }) => ({
      record: 'event',
      kind: 'file_downloaded',
      customer,
      version: 1,
      file,
      at: AT,
    })),
    ...factsOf((by) => ({ ...delivery, ...by, completed_at: AT })),
    ...factsOf((by) => ({ record: 'play', ...by, percent: 50, last_at: AT })),
  ];
  return withProjects(entries, [...customers, ...records], []);
}

type Row = {
  what: string;
  make: () => Promise<Buffer[]>;
  decide: (ready: ArchiveImport) => Promise<unknown>;
};

async function measureRow(product: Product, session: ApiSession, { what, make, decide }: Row) {
  if (!isWanted(what)) return;
  const archives = await make();
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
