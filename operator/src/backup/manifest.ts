import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { ERASED_LIST } from '@vitrin/server/adapters/erased-list/erased-list.ts';
import { bufferOf } from '@vitrin/engine/bytes/byte-source.ts';
import { contentOf, readFileBytes, writeSmallFile } from './durable-files.ts';
import { BackupError } from './errors.ts';
import { type Backups, contentIn, isLost, pathIn, SUMS } from './reading/backups.ts';

/** The name of a snapshot's manifest. */
export const MANIFEST = 'manifest.jsonl';
/** Lines that are written at once. */
const LINES_AT_ONCE = 1000;

/** Names of the files in DATA_DIR that hold keys. */
export const KEY_FILE = /^[a-z0-9-]+\.key$/;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Content = z.object({ size: z.int().nonnegative(), sha256: Sha256 });

const Header = z.object({
  form: z.literal(1),
  taken_at: z.iso.datetime(),
  database: Content.extend({
    kind: z.enum(['sqlite', 'postgres']),
    file: z.enum(['database.sqlite', 'database.dump']),
    migrations: z.array(z.string()),
    rows: z.record(z.string(), z.int().nonnegative()),
  }),
  /** Files of DATA_DIR; none where the installation gets its keys from its environment. */
  keys: z.array(Content.extend({ file: z.string().regex(KEY_FILE) })),
  /** The list of deleted accounts that copies of the snapshot take along; absent where there are none. */
  erased: Content.optional(),
  objects: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** Objects of rows that the store did not have, or not as the row says. */
  problems: z.array(z.object({ key: z.string(), problem: z.enum(['missing', 'size', 'checksum']) })),
});
const Entry = Content.extend({ key: Sha256 });

/** The first line of a manifest: everything about a snapshot but its objects. */
export type ManifestHeader = z.infer<typeof Header>;
/** One object of a snapshot. */
export type ManifestEntry = z.infer<typeof Entry>;

/** The files of a snapshot's own folder. */
export function filesOf({ database, keys, erased }: ManifestHeader): { file: string; sha256: string }[] {
  return [database, ...keys, ...(erased ? [{ file: ERASED_LIST, ...erased }] : [])];
}

/** Writes the manifest of a snapshot and, beside it, its checksum in the form of sha256sum,
 * with those of the other files. */
export async function writeManifest(
  folder: string,
  header: ManifestHeader,
  entries: readonly ManifestEntry[],
): Promise<void> {
  const handle = await open(join(folder, MANIFEST), 'w', 0o600);
  try {
    await handle.writeFile(lineOf(header));
    for (let start = 0; start < entries.length; start += LINES_AT_ONCE)
      await handle.writeFile(
        entries
          .slice(start, start + LINES_AT_ONCE)
          .map(lineOf)
          .join(''),
      );
    await handle.sync();
  } finally {
    await handle.close();
  }
  const { sha256 } = await contentOf(readFileBytes(join(folder, MANIFEST)));
  const others = filesOf(header).map(({ file, sha256 }) => `${sha256}  ${file}\n`);
  const sums = `${sha256}  ${MANIFEST}\n${others.join('')}`;
  await writeSmallFile(join(folder, SUMS), `${sums}# ${hash('sha256', sums)}\n`);
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/**
 * Reads the checksums of a snapshot's files, by name. The last line, a comment for sha256sum, is the checksum of those
 * above it: `isWhole` says whether it is right.
 */
export async function readSums(
  backups: Backups,
  snapshot: string,
): Promise<{ sums: Map<string, string>; isWhole: boolean }> {
  const text = await bufferOf(backups.read(pathIn(snapshot, SUMS))).then(
    (bytes) => bytes.toString('latin1'),
    emptyWhenLost,
  );
  const lines = text.slice(0, text.indexOf('#'));
  const sums = new Map(lines.split('\n').map((line) => [line.slice(66), line.slice(0, 64)]));
  return { sums, isWhole: text === `${lines}# ${hash('sha256', lines)}\n` };
}

function emptyWhenLost(error: unknown): string {
  if (isLost(error)) return '';
  throw error;
}

/** True if the file of a snapshot exists and has this checksum. */
export async function hasSum(
  backups: Backups,
  snapshot: string,
  { file, sha256 }: { file: string; sha256: string | undefined },
): Promise<boolean> {
  const path = pathIn(snapshot, file);
  return (await backups.store.has(path)) && (await contentIn(backups, path))?.sha256 === sha256;
}

/** Reads the manifest of a snapshot. Throws BackupError when it is damaged or of a later release. */
export async function readManifest(
  backups: Backups,
  snapshot: string,
): Promise<{ header: ManifestHeader; entries: () => AsyncGenerator<ManifestEntry, void> }> {
  const { sums } = await readSums(backups, snapshot);
  const path = pathIn(snapshot, MANIFEST);
  if (!(await hasSum(backups, snapshot, { file: MANIFEST, sha256: sums.get(MANIFEST) })))
    throw new BackupError(
      `${backups.name}/${path} or ${SUMS} beside it is damaged: restore another backup with --at.`,
    );
  const [first = ''] = await Array.fromAsync(linesOf(backups, path, 1));
  const parsed = Header.safeParse(JSON.parse(first));
  if (!parsed.success)
    throw new BackupError(
      `${backups.name}/snapshots/${snapshot} was made by another release, which can restore it.`,
    );
  const entries = async function* () {
    let isFirst = true;
    for await (const line of linesOf(backups, path)) {
      if (!isFirst) yield Entry.parse(JSON.parse(line));
      isFirst = false;
    }
  };
  return { header: parsed.data, entries };
}

async function* linesOf(backups: Backups, path: string, atMost = Infinity): AsyncGenerator<string, void> {
  const input = Readable.from(backups.read(path));
  try {
    let count = 0;
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      yield line;
      count += 1;
      if (count >= atMost) return;
    }
  } finally {
    input.destroy();
  }
}
