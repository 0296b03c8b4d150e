import path from 'node:path';
import { registerFreelancer } from '../../../test-kit/accounts.ts';
import type { ApiSession } from '../../../test-kit/api-session.ts';
import { startProduct } from '../../../test-kit/product.ts';
import { isWanted, perSecond, quick, report } from '../compare.ts';
import { median } from '../load.ts';
import {
  inMegabytes,
  missedMemory,
  MOST_MEGABYTES,
  residentMegabytes,
} from '../../../test-kit/large/process-memory.ts';
import { ENV } from '../requests.ts';

export const FREE_WRITER =
  'responsive: free-writer, what a free account writes in a minute and how it reads then';
const DURATION_MS = quick ? 10_000 : 60_000;
const WRITERS = 8;
const TIMES = 5;
const LONGEST_MS = 1000;

/** Longest description allowed. */
const LONG = `<p>${'ş'.repeat(99_900)}</p>`;

/**
 * A free account writes as much as it can: the longest texts, many small ones, and files. Then the account's
 * reads are timed five times each. The run with the write limit refuses most writes; a second one is without it.
 */
export async function measureFreeWriter(folder: string): Promise<void> {
  if (!isWanted(FREE_WRITER)) return;
  for (const RATE_LIMITS of ['on', 'off']) await measureWith(folder, RATE_LIMITS);
}

async function measureWith(folder: string, RATE_LIMITS: string): Promise<void> {
  const dataDir = path.join(folder, `free-writer-${RATE_LIMITS}`);
  const product = await startProduct({ dataDir, env: { ...ENV, RATE_LIMITS } });
  const session = await registerFreelancer(product, 'bench');
  const statuses = await writeAll(session);
  const figures: Record<string, string> = {
    written: perSecond((statuses.get('2xx') ?? 0) / (DURATION_MS / 1000)),
    refused: perSecond((statuses.get('4xx') ?? 0) / (DURATION_MS / 1000)),
    'errors of the server': String(statuses.get('5xx') ?? 0),
  };
  const missed = statuses.has('5xx') ? [`${statuses.get('5xx')} errors of the server`] : [];
  const { results } = await session.expectCall<{ results: { id: number }[] }>(200, 'GET', '/api/projects/');
  const details = results.map(({ id }) => `/api/projects/${id}/`);
  for (const [what, urls] of [
    ['list', ['/api/projects/']],
    ['dashboard', ['/api/projects/get_projects_summary/', '/api/projects/?limit=5']],
    ['project detail', details],
    ['all milestones', ['/api/milestones/']],
    ['all versions', ['/api/versions/']],
    ['all files', ['/api/files/']],
  ] as const) {
    const milliseconds = await slowest(session, urls);
    figures[what] = `${milliseconds.toFixed(0)} ms`;
    if (milliseconds >= LONGEST_MS) missed.push(`${what} ${figures[what]}`);
  }
  const { peak } = residentMegabytes(product.pid);
  figures['memory'] = `${inMegabytes(peak)} at most`;
  missed.push(...missedMemory(peak));
  await product.stop();
  report({
    what: `${FREE_WRITER}, RATE_LIMITS=${RATE_LIMITS}`,
    figures,
    note: `must < ${LONGEST_MS} ms each, < ${MOST_MEGABYTES} MB, no errors of the server`,
    missed,
  });
}

/** Number of writes by status class of their answer. */
async function writeAll(session: ApiSession): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  const projects: number[] = [];
  const versions: number[] = [];
  const until = performance.now() + DURATION_MS;
  const any = (ids: number[]) => ids[Math.floor(Math.random() * ids.length)] ?? 0;
  const send = async (path: string, payload: unknown, kept: number[] = []) => {
    const { status, body } = await session.call('POST', path, payload);
    const kind = `${Math.floor(status / 100)}xx`;
    statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
    if (status === 201) kept.push((body as { id: number }).id);
  };
  for (let index = 0; index < 3; index += 1)
    await send('/api/projects/', { name: 'Full', description: LONG }, projects);
  const writer = async (number: number) => {
    for (let count = number; performance.now() < until; count += 1) {
      const description = count % 3 === 0 ? LONG : '<p>short</p>';
      const project = any(projects);
      if (count % 4 === 0) await send('/api/milestones/', { name: 'Step', description, project });
      else if (count % 4 === 1)
        await send('/api/versions/', { version_number: '1', description, project }, versions);
      else if (versions.length > 0) await send('/api/files/', formOf(any(versions)));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
  return statuses;
}

function formOf(version: number): FormData {
  const form = new FormData();
  form.set('version', String(version));
  form.set('file', new Blob(['x'.repeat(100)]), 'small.bin');
  return form;
}

/** The longest of the medians of these reads, in milliseconds. */
async function slowest(session: ApiSession, urls: readonly string[]): Promise<number> {
  const medians: number[] = [];
  for (const url of urls) {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const start = performance.now();
      await session.expectCall(200, 'GET', url);
      times.push(performance.now() - start);
    }
    medians.push(median(times));
  }
  return Math.max(...medians);
}
