import { MissingObjectError } from '@vitrin/engine/storage/storage.ts';
import { type ByteSource, bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { createDigests, type Digests } from '@vitrin/engine/bytes/digests.ts';
import { startDigests } from '@vitrin/engine/bytes/threaded-digests.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { type CurrentUser, rightsOf } from '../../../current/current-user.ts';
import type { ExportEntriesTable } from '../../../database/tables/exports.ts';
import { inSnapshot } from '../../../database/snapshot.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { NotFoundError } from '../../../errors.ts';
import { inSlices } from '@vitrin/engine/event-loop/slices.ts';
import { tenantOfUser } from '../../../tenants/tenant.ts';
import { writeDeliveries } from '../../deliveries/service.ts';
import { writeEvents } from '../../events/service.ts';
import { directoryHeader, endRecords, FILES_AT_ONCE, localHeader } from '@vitrin/engine/zip/zip-layout.ts';
import { getReceipt } from '../../receipts/service.ts';
import { readmeText } from '../readme.ts';
import { DATA_NAME, MANIFEST_NAME, README_NAME } from '../carried/entry-names.ts';
import {
  FORMAT,
  FORMAT_VERSION,
  type ManifestEntry,
  type ManifestHead,
  MAX_ENTRIES,
} from '../carried/records.ts';
import { createDataFile } from './data-file.ts';
import { type ExportRow, findExport, replaceEntries, updateExport } from './export-queries.ts';
import { type Contents, type StoredEntry, writeData } from './write-data.ts';

const CHECKS_AT_ONCE = 20;

type Entry = StoredEntry & { at: number; sha256: string; crc32: number };

/**
 * Runs the job that records the contents of an archive at one moment. Files stay where they are in the store; the
 * archive's own texts become an object, so that later changes change nothing in it. Throws, to run again, when a file
 * was deleted meanwhile.
 */
export async function makeExport(context: Context, exportId: string): Promise<void> {
  const row = await findExport(context.db, exportId);
  if (row?.state !== 'making') return;
  // Batches that wait to be written belong to the moment of the export.
  await writeEvents(context);
  await writeDeliveries(context);
  const data = await createDataFile();
  try {
    const made_at = timestampOf(context);
    const contents = await inSnapshot(context, (snapshot) =>
      writeData(
        snapshot,
        { ownerId: row.owner_id, installation: new URL(context.config.publicUrl).host },
        (record) => data.writeLine(JSON.stringify(record)),
      ),
    );
    if (!contents) return;
    const stored = await withDigests(context, contents.stored);
    const missing = contents.files - stored.filter(({ name }) => name.startsWith('files/')).length;
    const own = collectOwn(row, made_at);
    const write = own.write(context, contents, { data: data.read(), stored, missing });
    const object_bytes = await context.storage.write(row.object_key, write);
    const { entries, ...layout } = await layOut([...own.entries.slice(0, -1), ...stored, own.last()]);
    if (entries.length > MAX_ENTRIES) {
      await updateExport(context.db, exportId, { state: 'failed' });
      return;
    }
    const isWanted = await inTransaction(context, async (tx) => {
      if (!(await findExport(tx.db, exportId))) return false;
      await replaceEntries(tx.db, exportId, entries);
      return true;
    });
    if (!isWanted) {
      // Another archive replaced this one while the object was written, so nothing names the object.
      await context.storage.delete([row.object_key]);
      return;
    }
    // Listed objects are kept from now on; objects deleted before are noticed here.
    await requireObjects(context, stored);
    const counts = { projects: contents.projects, files: contents.files - missing, missing };
    const values = { state: 'ready' as const, object_bytes, made_at, entries: entries.length };
    await updateExport(context.db, exportId, { ...values, ...counts, ...layout });
  } finally {
    await data.close();
  }
}

/** Entries with bytes of the archive's own, one after the other in one object. */
function collectOwn({ id, owner_id, object_key: key }: ExportRow, madeAt: string) {
  const entries: Entry[] = [];
  let at = 0;
  async function* entry(name: string, bytes: ByteSource): AsyncGenerator<Uint8Array, void> {
    const digests = createDigests();
    let size = 0;
    for await (const chunk of bytes) {
      digests.update(chunk);
      size += chunk.length;
      yield chunk;
    }
    entries.push({ name, key, at, size, modified: madeAt, ...digests.end() });
    at += size;
  }
  return {
    entries,
    last(): Entry {
      const last = entries.at(-1);
      if (!last) throw new Error('An export has no manifest');
      return last;
    },
    async *write(
      context: Context,
      contents: Contents,
      { data, stored, missing }: { data: ByteSource; stored: readonly Entry[]; missing: number },
    ): AsyncGenerator<Uint8Array, void> {
      const { username } = contents;
      yield* entry(README_NAME, textBytes([readmeText({ username, madeAt })]));
      yield* entry(DATA_NAME, data);
      for (const project of contents.ledgers) {
        const user = ownerOf(owner_id, username);
        const receipt = await getReceipt(context, user, project).catch(undefinedWhenGone);
        if (receipt) yield* entry(`receipts/${project}.json`, textBytes(receipt.text));
      }
      const head: ManifestHead = {
        format: FORMAT,
        version: FORMAT_VERSION,
        export: id,
        made_at: madeAt,
        freelancer: username,
        counts: {
          projects: contents.projects,
          customers: contents.customers,
          files: contents.files - missing,
          missing,
          entries: entries.length + stored.length,
        },
      };
      yield* entry(MANIFEST_NAME, textBytes(manifestLines(head, [...entries, ...stored])));
    },
  };
}

/** JSON, with a line for the head and one for each entry, so that it can be read a line at a time. */
function* manifestLines(head: ManifestHead, entries: readonly Entry[]): Generator<string, void> {
  yield `${JSON.stringify(head).slice(0, -1)},"entries":[\n`;
  for (const [index, { name, size, sha256 }] of entries.entries()) {
    const line = JSON.stringify({ name, size, sha256 } satisfies ManifestEntry);
    yield index < entries.length - 1 ? `${line},\n` : `${line}\n`;
  }
  yield ']}\n';
}

async function* textBytes(text: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer, void> {
  let waiting = '';
  for await (const piece of text) {
    waiting += piece;
    if (waiting.length < 64 * 1024) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}

function ownerOf(id: number, username: string): CurrentUser {
  return {
    id,
    username,
    user_type: 'freelancer',
    language: 'en',
    owner_id: null,
    tenant: tenantOfUser({ id, owner_id: null, network: null }),
    ...rightsOf('freelancer'),
  };
}

function undefinedWhenGone(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

/** Entries with objects in the store, with digests; missing digests are computed here. */
async function withDigests(context: Context, entries: readonly StoredEntry[]): Promise<Entry[]> {
  const stored: Entry[] = [];
  for (let from = 0; from < entries.length; from += CHECKS_AT_ONCE) {
    const some = entries.slice(from, from + CHECKS_AT_ONCE);
    const sizes = await Promise.all(some.map(({ key }) => context.storage.size(key)));
    for (const [index, entry] of some.entries()) {
      if (sizes[index] !== entry.size) continue;
      const { sha256, crc32 } = entry;
      const digests = sha256 === null || crc32 === null ? await digestsOf(context, entry) : { sha256, crc32 };
      stored.push({ ...entry, ...digests, at: 0 });
    }
  }
  return stored;
}

async function digestsOf({ storage }: Context, { key, size }: StoredEntry): Promise<Digests> {
  const digests = startDigests(size);
  try {
    const body = size === 0 ? Buffer.alloc(0) : await storage.read(key, { start: 0, end: size - 1 });
    for await (const chunk of bytesOf(body)) await digests.update(chunk);
  } catch (error) {
    digests.leave();
    throw error;
  }
  return digests.end();
}

async function requireObjects({ storage }: Context, entries: readonly Entry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += CHECKS_AT_ONCE) {
    await Promise.all(
      entries.slice(from, from + CHECKS_AT_ONCE).map(async ({ key, size }) => {
        if ((await storage.size(key)) !== size) throw new MissingObjectError(key);
      }),
    );
  }
}

async function layOut(listed: readonly Entry[]): Promise<{
  entries: Omit<ExportEntriesTable, 'export_id'>[];
  size_bytes: number;
  directory_at: number;
}> {
  const entries: Omit<ExportEntriesTable, 'export_id'>[] = [];
  let [starts_at, listed_at] = [0, 0];
  await inSlices(listed, FILES_AT_ONCE, ({ name, key, at, size, crc32, modified }, number) => {
    const header = { name, size, crc32, modified: new Date(modified) };
    const values = { storage_key: key, object_at: at, size_bytes: size, crc32, modified_at: modified };
    entries.push({ number, name, ...values, starts_at, listed_at });
    listed_at += directoryHeader(header, starts_at).length;
    starts_at += localHeader(header).length + size;
  });
  const end = endRecords(entries.length, listed_at, starts_at).length;
  return { entries, directory_at: starts_at, size_bytes: starts_at + listed_at + end };
}
