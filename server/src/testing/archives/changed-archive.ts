import { createHash } from 'node:crypto';
import { readDirectory } from '../../features/archives/import/check/read-directory.ts';
import { localHeader } from '@vitrin/engine/zip/zip-layout.ts';
import type { Person } from '../factories.ts';
import type { TestApp } from '../test-app.ts';
import { archiveOf } from './archive-journeys.ts';

export type Entry = readonly [name: string, bytes: Buffer];

/** The entries of an archive with their bytes. */
export async function entriesOf(bytes: Buffer): Promise<Entry[]> {
  const read = async ({ start, end }: { start: number; end: number }) => bytes.subarray(start, end + 1);
  return (await Array.fromAsync(readDirectory(read, bytes.length))).map((entry) => {
    const start = entry.startsAt + localHeader(entry).length;
    return [entry.name, bytes.subarray(start, start + entry.size)];
  });
}

/** The archive with other entries, and a matching manifest unless one is given. */
export async function changed(
  entries: readonly Entry[],
  change: (all: Entry[]) => Entry[],
  manifest?: (text: string) => string,
): Promise<Buffer> {
  const all = change(entries.filter(([name]) => name !== 'manifest.json'));
  const before = String(entries.find(([name]) => name === 'manifest.json')?.[1]);
  const head = before.slice(0, before.indexOf('\n'));
  const lines = all.map(([name, bytes]) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return JSON.stringify({ name, size: bytes.length, sha256 });
  });
  const text = `${head}\n${lines.join(',\n')}\n]}\n`;
  return archiveOf([...all, ['manifest.json', Buffer.from(manifest ? manifest(text) : text)]]);
}

/** Runs jobs until none is due any more, including jobs that they enqueue. */
export async function settle({ runJobs }: Pick<TestApp, 'runJobs'>): Promise<void> {
  while ((await runJobs()) > 0);
}

/** Counts the rows of projects and imports of a person once jobs are done, and such rows without an owner. */
export async function leftOf(
  { db, runJobs }: Pick<TestApp, 'db' | 'runJobs'>,
  person: Person,
): Promise<number[]> {
  await settle({ runJobs });
  const tables = ['projects', 'import_entries', 'import_marks', 'uploads'] as const;
  const counts = [];
  for (const table of tables) {
    const rows = await db
      .selectFrom(table as 'projects')
      .selectAll()
      .execute();
    counts.push(rows.filter((row) => !('owner_id' in row) || row.owner_id === person.id).length);
  }
  return counts;
}
