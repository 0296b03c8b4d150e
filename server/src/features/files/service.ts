import type { ListedFile, ProjectFile } from '@vitrin/shared/contract/files.ts';
import { type ByteRange, MissingObjectError, type ObjectBody } from '@vitrin/engine/storage/storage.ts';
import type { BlockHolder } from '@vitrin/engine/bytes/block-pool.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { PAGE_ROWS, type PageRange, readList } from '../../database/pages.ts';
import { inTransaction } from '../../database/transaction.ts';
import { NotFoundError } from '../../errors.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { noteRemovedFile } from '../ledger/service.ts';
import { touchProject } from '../projects/sums.ts';
import { lockOwnFile } from './access.ts';
import { type FileRow, toProjectFile } from './row.ts';
import { countFilesOfVersion, listFiles, listFirstFiles } from './rows.ts';
import { isVisibleNow, onlookerOf } from '../projects/access.ts';
import { requireVisibleVersion } from '../versions/access.ts';
import {
  countVisibleFiles,
  deleteFileRow,
  findVisibleFile,
  listFilesById,
  listVisibleFiles,
  namesObject,
} from './queries.ts';
import { bufferOf } from '@vitrin/engine/bytes/byte-source.ts';
import { SNIFFED_BYTES, sniffMediaType } from '@vitrin/engine/media-types/media-type.ts';
import { typeByStreams } from '@vitrin/engine/media-types/streams/streams.ts';
import { officeFormatOf } from '@vitrin/engine/pictures/office/office-formats.ts';
import { isOfficeShown, MAX_OFFICE_BYTES } from '@vitrin/engine/pictures/office/office-program.ts';
import { dropUpload } from './uploads/drop-uploads.ts';
import { withUploadLock } from './uploads/upload-locks.ts';
import { findOpenUpload } from './uploads/upload-queries.ts';

export async function getFiles(
  context: Context,
  user: CurrentUser,
  versionId: number,
): Promise<ProjectFile[]> {
  await requireVisibleVersion(context, user, versionId);
  return readList<FileRow, ProjectFile>(
    context,
    PAGE_ROWS,
    (from, after) => listFiles(from, [versionId], { after }),
    toProjectFile,
  );
}

/** Returns a version's first files in the order of its page, by section, and those in `also`; `count` counts all files. */
export async function getFirstFiles(
  context: Context,
  user: CurrentUser,
  versionId: number,
  { first, also = [] }: { first: number; also?: readonly number[] | undefined },
): Promise<{ count: number; results: ProjectFile[] }> {
  await requireVisibleVersion(context, user, versionId);
  const { db } = context;
  const [count, rows, others] = await Promise.all([
    countFilesOfVersion(db, versionId),
    listFirstFiles(db, versionId, first),
    also.length === 0 ? [] : listFilesById(db, versionId, also),
  ]);
  const visible = new Set(rows.map(({ id }) => id));
  const results = [...rows, ...others.filter(({ id }) => !visible.has(id))];
  return { count, results: results.map(toProjectFile) };
}

/** Returns a page of all files that the user may see, by version; `search` looks in captions. */
export async function getAllFiles(
  context: Pick<Context, 'db' | 'now'>,
  user: CurrentUser,
  range: PageRange,
  search = '',
): Promise<{ count: number; results: ListedFile[] }> {
  const { db } = context;
  const onlooker = onlookerOf(user, context);
  const [count, rows] = await Promise.all([
    countVisibleFiles(db, onlooker, search),
    listVisibleFiles(db, onlooker, range, search),
  ]);
  return { count, results: rows.map((row) => ({ ...toProjectFile(row), project: row.project_id })) };
}

/** Deletes a file; its storage is free at once, and a job deletes the bytes. */
export async function deleteFile(context: Context, user: CurrentUser, id: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    const file = await lockOwnFile(tx, user, id);
    await noteRemovedFile(tx, file.project_id, id);
    const keys = Object.values(await deleteFileRow(tx.db, id));
    const now = timestampOf(tx);
    await touchProject(tx.db, file.project_id, { now, isSeen: isVisibleNow(file, tx) });
    await enqueue(tx, 'delete-objects', { keys: keys.filter((key) => key !== null) });
  });
}

export type VisibleFile = NonNullable<Awaited<ReturnType<typeof findVisibleFile>>>;

/** Returns a file that the user may see; otherwise throws NotFoundError. */
export async function getVisibleFile(
  context: Pick<Context, 'db' | 'now'>,
  user: CurrentUser,
  id: number,
): Promise<VisibleFile> {
  const file = await findVisibleFile(context.db, { ...user, now: timestampOf(context) }, id);
  if (!file) throw new NotFoundError();
  return file;
}

/** Opens the bytes of a file's object; a missing one is logged as an alarm and throws NotFoundError. */
export async function openObject(
  context: Context,
  fileId: number,
  key: string,
  range: ByteRange,
  holder?: BlockHolder,
): Promise<ObjectBody> {
  try {
    return await context.storage.read(key, range, holder);
  } catch (error) {
    if (!(error instanceof MissingObjectError)) throw error;
    throw await bytesMissing(context, fileId, key);
  }
}

/** Throws the errors of openObject without opening the object. */
export async function requireObject(
  context: Context,
  fileId: number,
  key: string,
  size: number,
): Promise<void> {
  if ((await context.storage.size(key)) !== size) throw await bytesMissing(context, fileId, key);
}

/** Returns the error for missing bytes; logs an alarm unless the file was deleted while it was being read. */
async function bytesMissing({ db, log }: Context, fileId: number, key: string): Promise<NotFoundError> {
  const isNamed = await namesObject(db, fileId, key);
  const what = { alarm: 'missing-object', file: fileId, key };
  if (isNamed) log.error(what, 'The bytes of a file are missing from the store');
  return new NotFoundError('files.bytes_missing');
}

/**
 * Returns a stored object's media type by its bytes (specification 6.7), reading a missing `beginning`. Throws
 * errors of the store.
 */
export async function sniffStoredType(
  { storage }: Pick<Context, 'storage'>,
  { key, size }: { key: string; size: number },
  beginning?: Buffer,
): Promise<string> {
  const read = async (start: number, length: number) =>
    bufferOf(await storage.read(key, { start, end: start + length - 1 }));
  const first = beginning ?? (await read(0, Math.min(size, SNIFFED_BYTES)));
  return typeByStreams(await sniffMediaType(first), { beginning: first, size, read });
}

export function isPaged({
  name,
  media_type,
  size_bytes,
}: {
  name: string;
  media_type: string;
  size_bytes: number;
}): boolean {
  return officeFormatOf(media_type, name) !== undefined && size_bytes <= MAX_OFFICE_BYTES && isOfficeShown();
}

/** Runs the job for uploads into a deleted version: disconnects the sender, then deletes bytes, then the reservation. */
export async function dropUploads(context: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await withUploadLock(
      context,
      id,
      () => {},
      async () => {
        const upload = await findOpenUpload(context.db, id);
        if (upload) await dropUpload(context, id, upload.storage_key);
      },
    );
  }
}
