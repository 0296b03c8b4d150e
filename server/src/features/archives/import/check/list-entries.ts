import type { Context } from '../../../../context.ts';
import { inTransaction } from '../../../../database/transaction.ts';
import { DATA_NAME, LOGO_NAME, MANIFEST_NAME } from '../../carried/entry-names.ts';
import type { ManifestEntry, ManifestHead } from '../../carried/records.ts';
import { ArchiveError } from '../archive-error.ts';
import { ENTRIES_AT_ONCE, insertEntries, type NewEntry } from '../entry-queries.ts';
import type { ArchiveUpload } from '../import-queries.ts';
import { readEntry, readManifest } from '../read-entries.ts';
import { requireImport } from '../refuse.ts';
import { type ArchiveEntry, readDirectory, type ReadRange } from './read-directory.ts';

export type Listed = {
  head: ManifestHead;
  bytes: number;
  data: NewEntry;
  hasLogo: boolean;
  count: number;
  /** Number of files and pictures among them, which records have to name. */
  toName: number;
};

/**
 * Reads the directory of an archive beside its manifest and stores the entries by pages, so that the list is never in
 * memory. Equal bytes give equal rows, so it may be repeated after a crash. Throws ArchiveError where the two differ,
 * GoneError once the import has ended.
 */
export async function listEntries(
  context: Context,
  { id }: ArchiveUpload,
  read: ReadRange,
  length: number,
): Promise<Listed> {
  const manifest = await findManifest(read, length);
  const { head, entries: named } = await readManifest(readEntry(read, manifest));
  let [bytes, toName, hasLogo] = [0, 0, false];
  let data: NewEntry | undefined;
  let page: NewEntry[] = [];
  const writePage = async () => {
    await inTransaction(context, async (tx) => {
      await requireImport(tx.db, id, 'checking');
      await insertEntries(tx.db, id, page);
    });
    page = [];
  };
  try {
    for await (const entry of readDirectory(read, length)) {
      if (entry.number === manifest.number) break;
      const row = rowOf(entry, (await named.next()).value ?? undefined);
      if (row.name === DATA_NAME) data = row;
      if (row.name === LOGO_NAME) hasLogo = true;
      if (/^(?:files|pictures)\//.test(row.name)) toName += 1;
      bytes += row.size_bytes;
      page.push(row);
      if (page.length === ENTRIES_AT_ONCE) await writePage();
    }
    if (page.length > 0) await writePage();
    if (!(await named.next()).done) throw new ArchiveError('imports.bad_manifest');
  } finally {
    await named.return();
  }
  if (!data) throw new ArchiveError('imports.not_ours');
  return { head, bytes, data, hasLogo, count: manifest.number, toName };
}

/** The last entry. Once it is found, the whole directory was right. */
async function findManifest(read: ReadRange, length: number): Promise<ArchiveEntry> {
  let last: ArchiveEntry | undefined;
  for await (const entry of readDirectory(read, length)) last = entry;
  if (last?.name !== MANIFEST_NAME) throw new ArchiveError('imports.not_ours');
  return last;
}

function rowOf(entry: ArchiveEntry, named: ManifestEntry | undefined): NewEntry {
  const { number, name, startsAt: starts_at, size: size_bytes, crc32, modified } = entry;
  if (named?.name !== name || named.size !== size_bytes) throw new ArchiveError('imports.bad_manifest');
  const { sha256 } = named;
  return { number, name, starts_at, size_bytes, crc32, sha256, modified_at: modified.toISOString() };
}
