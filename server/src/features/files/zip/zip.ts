import { fileNameOf } from '@vitrin/shared/rules/texts/file-names.ts';
import type { ByteRange } from '../../../adapters/storage/storage.ts';
import type { BlockHolder } from '../../../bytes/block-pool.ts';
import type { ByteSource } from '../../../bytes/byte-source.ts';
import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current-user.ts';
import { ConflictError, NotFoundError } from '../../../errors.ts';
import { findVisibleVersion } from '../queries.ts';
import { openObject, requireObject } from '../service.ts';
import { getZipContents, type StoredZipFile, type ZipContents } from './zip-contents.ts';

/** Seconds after which a client should ask again while checksums are being taken. */
const RETRY_SECONDS = 5;
const CHECKS_AT_ONCE = 20;

type Zip = {
  name: string;
  size: number;
  etag: string;
  version_id: number;
  project_id: number;
  owner_id: number;
  contents: ZipContents;
};

/**
 * The archive of a version, or of the `chosen` ones of its files, if the user may see it. Throws ConflictError with a
 * time to wait while a checksum is not known yet, NotFoundError for a version without files, for a chosen file that is
 * not in it, or for one whose bytes are missing.
 */
export async function getZip(
  context: Context,
  user: CurrentUser,
  versionId: number,
  chosen?: readonly number[],
): Promise<Zip> {
  const { db } = context;
  const version = await findVisibleVersion(db, user, versionId);
  if (!version) throw new NotFoundError();
  const contents = await getZipContents(context, versionId, chosen);
  if (!contents) throw new NotFoundError('files.nothing_to_zip');
  if ('isIncomplete' in contents) throw new NotFoundError();
  if ('unready' in contents) {
    // A checksum of missing bytes will never be known, so nobody should wait for it.
    await requireObjects(context, contents.unready);
    throw new ConflictError('files.zip_not_ready', { retryAfterSeconds: RETRY_SECONDS });
  }
  return {
    name: fileNameOf(`${version.name} ${version.version_number}`.replaceAll(/[/\\]/g, '-')).concat('.zip'),
    size: contents.layout.size,
    etag: contents.etag,
    version_id: versionId,
    project_id: version.project_id,
    owner_id: version.owner_id,
    contents,
  };
}

/**
 * The bytes of a part of the archive, one chunk at a time. Throws NotFoundError before the first byte when the bytes of
 * a file are missing.
 */
export async function openZip(
  context: Context,
  zip: Zip,
  range: ByteRange,
  holder: BlockHolder,
): Promise<ByteSource> {
  if (range.start === 0 && range.end === zip.size - 1) await requireAllObjects(context, zip.contents);
  else await requireObjects(context, filesOf(zip.contents, range));
  return bytesOf(context, zip.contents, range, holder);
}

const checksUnderWay = new WeakMap<ZipContents, Promise<void>>();

/**
 * Throws NotFoundError when the bytes of a file of the archive are missing. Requests that come while its files, at most
 * 10,000, are being checked wait for the same answer.
 */
export function requireAllObjects(context: Context, contents: ZipContents): Promise<void> {
  const check =
    checksUnderWay.get(contents) ??
    requireObjects(context, contents.files).finally(() => checksUnderWay.delete(contents));
  checksUnderWay.set(contents, check);
  return check;
}

async function requireObjects(context: Context, files: Iterable<StoredZipFile>): Promise<void> {
  let checks: Promise<void>[] = [];
  for (const { id, key, size } of files) {
    checks.push(requireObject(context, id, key, size));
    if (checks.length < CHECKS_AT_ONCE) continue;
    await Promise.all(checks);
    checks = [];
  }
  await Promise.all(checks);
}

function* filesOf(contents: ZipContents, range: ByteRange): Generator<StoredZipFile, void> {
  for (const { file } of partsOf(contents, range)) if (file) yield file;
}

/** A stretch of a file, or of bytes of the archive itself. */
type ZipPart = { from: number; to: number } & ({ file: StoredZipFile } | { file?: never; bytes: Buffer });

/** A generator, because a list would take megabytes for each reader. */
function* partsOf({ layout, files }: ZipContents, { start, end }: ByteRange): Generator<ZipPart, void> {
  for (const segment of layout.segments) {
    const from = Math.max(start, segment.start) - segment.start;
    const to = Math.min(end + 1, segment.start + segment.length) - segment.start;
    if (from >= to) continue;
    if ('bytes' in segment) {
      yield { from, to, bytes: segment.bytes };
      continue;
    }
    const file = files[segment.file];
    if (file) yield { from, to, file };
  }
}

async function* bytesOf(
  context: Context,
  contents: ZipContents,
  range: ByteRange,
  holder: BlockHolder,
): AsyncGenerator<Uint8Array, void> {
  for (const part of partsOf(contents, range)) {
    const { from, to, file } = part;
    if (!file) {
      yield part.bytes.subarray(from, to);
      continue;
    }
    const body = await openObject(context, file.id, file.key, { start: from, end: to - 1 }, holder);
    if (Buffer.isBuffer(body)) yield body;
    else yield* body;
  }
}
