import { createHash } from 'node:crypto';
import { fileNameOf } from '@vitrin/shared/rules/file-names.ts';
import type { ByteRange } from '../../adapters/storage/storage.ts';
import type { BlockHolder } from '../../bytes/block-pool.ts';
import type { ByteSource } from '../../bytes/byte-source.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current-user.ts';
import { PAGE_ROWS, readList } from '../../database/pages.ts';
import { inSlices } from '../../event-loop/slices.ts';
import { ConflictError, NotFoundError } from '../../errors.ts';
import { findVisibleVersion, listZipFilesAfter } from './queries.ts';
import { openObject, requireObject } from './service.ts';
import { FILES_AT_ONCE, layOutZip, type ZipFile, type ZipLayout, zipNames } from './zip-layout.ts';

/** How soon to ask again while checksums are being taken. */
const RETRY_SECONDS = 5;
const CHECKS_AT_ONCE = 20;

export type Zip = {
  name: string;
  size: number;
  etag: string;
  version_id: number;
  project_id: number;
  owner_id: number;
  layout: ZipLayout;
  files: StoredZipFile[];
};

type ZipRow = Awaited<ReturnType<typeof listZipFilesAfter>>[number];

type StoredZipFile = { id: number; key: string; size: number };

/**
 * All files of a version as one archive, for whoever may see it. Throws ConflictError with a time to wait while a
 * checksum is not known yet, NotFoundError for a version without files, or with one whose bytes vanished before that.
 */
export async function getZip(context: Context, user: CurrentUser, versionId: number): Promise<Zip> {
  const { db } = context;
  const version = await findVisibleVersion(db, user, versionId);
  if (!version) throw new NotFoundError();
  const rows = await readList<ZipRow, ZipRow>(
    context,
    PAGE_ROWS,
    (from, after) => listZipFilesAfter(from, versionId, after),
    (row) => row,
  );
  if (rows.length === 0) throw new NotFoundError('files.nothing_to_zip');
  const files = rows.map(({ id, storage_key, size_bytes }) => ({ id, key: storage_key, size: size_bytes }));
  // Checksums that nobody can take any more are not worth waiting for.
  await requireObjects(
    context,
    files.filter((_file, index) => rows[index]?.crc32 === null),
  );
  const names = await zipNames(rows.map(({ name }) => name));
  const hash = createHash('sha256');
  const entries: ZipFile[] = [];
  await inSlices(rows, FILES_AT_ONCE, ({ id, size_bytes, crc32, created_at }, index) => {
    const name = names[index] ?? '';
    if (crc32 === null) throw new ConflictError('files.zip_not_ready', { retryAfterSeconds: RETRY_SECONDS });
    hash.update(`${id}/${name}/`);
    entries.push({ name, size: size_bytes, crc32, modified: new Date(created_at) });
  });
  const layout = await layOutZip(entries);
  return {
    name: fileNameOf(`${version.name} ${version.version_number}`.replaceAll(/[/\\]/g, '-')).concat('.zip'),
    size: layout.size,
    etag: `"z${hash.digest('hex').slice(0, 32)}"`,
    version_id: versionId,
    project_id: version.project_id,
    owner_id: version.owner_id,
    layout,
    files,
  };
}

/**
 * The bytes of a part of the archive, one chunk at a time. A file whose bytes have vanished is noticed before the
 * first byte: NotFoundError.
 */
export async function openZip(
  context: Context,
  zip: Zip,
  range: ByteRange,
  holder: BlockHolder,
): Promise<ByteSource> {
  const parts = partsOf(zip, range);
  await requireObjects(
    context,
    parts.flatMap((part) => ('key' in part ? [part] : [])),
  );
  return bytesOf(context, parts, holder);
}

/** NotFoundError when the bytes of one of the files have vanished. */
export async function requireObjects(context: Context, files: readonly StoredZipFile[]): Promise<void> {
  for (let start = 0; start < files.length; start += CHECKS_AT_ONCE) {
    const some = files.slice(start, start + CHECKS_AT_ONCE);
    await Promise.all(some.map(({ id, key, size }) => requireObject(context, id, key, size)));
  }
}

type ZipPart = Buffer | (StoredZipFile & { range: ByteRange });

function partsOf({ layout, files }: Zip, { start, end }: ByteRange): ZipPart[] {
  const parts: ZipPart[] = [];
  for (const segment of layout.segments) {
    const from = Math.max(start, segment.start) - segment.start;
    const to = Math.min(end + 1, segment.start + segment.length) - segment.start;
    if (from >= to) continue;
    if ('bytes' in segment) {
      parts.push(segment.bytes.subarray(from, to));
      continue;
    }
    const file = files[segment.file];
    if (file) parts.push({ ...file, range: { start: from, end: to - 1 } });
  }
  return parts;
}

async function* bytesOf(
  context: Context,
  parts: readonly ZipPart[],
  holder: BlockHolder,
): AsyncGenerator<Uint8Array, void> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) {
      yield part;
      continue;
    }
    const body = await openObject(context, part.id, part.key, part.range, holder);
    if (Buffer.isBuffer(body)) yield body;
    else yield* body;
  }
}
