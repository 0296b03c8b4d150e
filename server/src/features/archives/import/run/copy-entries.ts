import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import type { ByteSource } from '@vitrin/engine/bytes/byte-source.ts';
import type { Context } from '../../../../context.ts';
import { timestampIn } from '../../../../context.ts';
import { MAX_PICTURE_BYTES } from '@vitrin/shared/rules/texts/rich-text-length.ts';
import { SNIFFED_BYTES } from '@vitrin/engine/media-types/media-type.ts';
import { sniffStoredType } from '../../../files/service.ts';
import { MAX_RECEIPT_BYTES } from '../../carried/records.ts';
import { GoneError } from '../../../../errors.ts';
import { tenantOfUser } from '../../../../tenants/tenant.ts';
import { ArchiveError } from '../archive-error.ts';
import { type ImportEntry, listEntriesAfter, type NewEntry, updateEntry } from '../entry-queries.ts';
import { type ArchiveUpload, updateArchiveUpload, updateImport } from '../import-queries.ts';
import { readEntry, readerOf } from '../read-entries.ts';

/** How long what is on its way in is kept without progress. */
export const KEPT_SECONDS = 48 * 3600;

/** Copies entries to objects, resumable as each key is stored before its bytes; takes checksum and type from the bytes. */
export async function copyEntries(
  context: Context,
  upload: ArchiveUpload,
  signal: AbortSignal,
): Promise<void> {
  let done = 0;
  for (let after = -1; ;) {
    const entries = await listEntriesAfter(context.db, upload.id, after);
    const last = entries.at(-1);
    if (!last) return;
    after = last.number;
    for (const entry of entries) {
      signal.throwIfAborted();
      if (entry.media_type === null) await copyOrCheck(context, upload, entry, signal);
      done += entry.size_bytes;
      await updateImport(context.db, upload.id, ['bringing'], { done_bytes: done });
    }
    await updateArchiveUpload(context.db, upload.id, { expires_at: timestampIn(context, KEPT_SECONDS) });
  }
}

async function copyOrCheck(
  context: Context,
  upload: ArchiveUpload,
  entry: ImportEntry,
  signal: AbortSignal,
): Promise<void> {
  if (isWanted(entry)) {
    const { key, media_type } = await copy(context, upload, entry, signal);
    if (await updateEntry(context.db, entry, { media_type })) return;
    // The import has ended while the bytes came, as its account was deleted: nothing names them any more.
    await context.storage.delete([key]);
    throw new GoneError('files.upload_expired');
  }
  // Read only to see that it is as it was written.
  const bytes = readEntry(readerOf(context, upload.storage_key), locationOf(entry), entry.sha256);
  for await (const { length } of bytes) if (length > 0) signal.throwIfAborted();
}

export function locationOf({ name, size_bytes: size, crc32, starts_at: startsAt, modified_at }: NewEntry) {
  return { name, size, crc32, startsAt, modified: new Date(modified_at) };
}

function isWanted({ name, size_bytes }: ImportEntry): boolean {
  if (name.startsWith('receipts/')) return size_bytes <= MAX_RECEIPT_BYTES;
  return /^(files|pictures)\//.test(name);
}

async function copy(
  context: Context,
  { storage_key: archive, owner_id }: ArchiveUpload,
  entry: ImportEntry,
  signal: AbortSignal,
): Promise<{ key: string; media_type: string }> {
  const key = entry.storage_key ?? newStorageKey();
  if (entry.storage_key === null) await updateEntry(context.db, entry, { storage_key: key });
  const { name, size_bytes: size, sha256 } = entry;
  const isPicture = name.startsWith('pictures/');
  if (isPicture && size > MAX_PICTURE_BYTES) throw new ArchiveError('imports.bad_picture', { name });
  const beginning = keepBeginning(isPicture ? size : SNIFFED_BYTES);
  const bytes = beginning.of(readEntry(readerOf(context, archive), locationOf(entry), sha256), signal);
  await context.storage.write(key, bytes, {
    tenant: tenantOfUser({ id: owner_id, owner_id: null, network: null }),
    signal,
  });
  if (!isPicture)
    return { key, media_type: await sniffStoredType(context, { key, size }, beginning.bytes()) };
  // The image library takes much memory, so it is loaded with the first picture.
  const { drawPicture } = await import('@vitrin/engine/pictures/redraw.ts');
  const drawn = await drawPicture(beginning.bytes());
  if (typeof drawn === 'string') throw new ArchiveError('imports.bad_picture', { name });
  return { key, media_type: drawn.media_type };
}

function keepBeginning(most: number) {
  const kept: Buffer[] = [];
  let length = 0;
  return {
    async *of(source: ByteSource, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
      for await (const chunk of source) {
        signal.throwIfAborted();
        if (length < most) {
          const part = Buffer.from(chunk.subarray(0, most - length));
          kept.push(part);
          length += part.length;
        }
        yield chunk;
      }
    },
    bytes: () => Buffer.concat(kept),
  };
}
