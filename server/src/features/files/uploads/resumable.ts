import { randomUUID } from 'node:crypto';
import { fileNameOf } from '@vitrin/shared/rules/texts/file-names.ts';
import { BrokenBodyError } from '@vitrin/engine/bodies/errors.ts';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import type { Context } from '../../../context.ts';
import { timestampIn, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { BadRequestError, ConflictError, ForbiddenError, GoneError, NotFoundError } from '../../../errors.ts';
import { limitRate } from '../../../rate-limits/rate-limits.ts';
import { requireStaying } from '../../users/service.ts';
import { requireOwnVersion } from '../../versions/access.ts';
import { requireSectionOf } from '../../sections/access.ts';
import { requireRoomForFile } from './add-file.ts';
import { withUploadLock } from './upload-locks.ts';
import { type ByteObserver, createByteObserver, rememberObserver, takeObserver } from './byte-observer.ts';
import { dropUpload } from './drop-uploads.ts';
import { finishArchive } from './finish-archive.ts';
import { finishResumable } from './finish-resumable.ts';
import { reserve } from './reservations.ts';
import { ARCHIVE_SLACK_BYTES } from '../../storage/service.ts';
import { findUpload, leaveToSweeper, updateUploadProgress } from './upload-queries.ts';

/** An upload lives this long after its last byte (specification 6.5). */
const RESERVATION_SECONDS = 24 * 3600;
/** A tenant may have this many archives checked in an hour (specification 13.2). */
const LOOKING_LIMIT = { amount: 12, seconds: 3600 };
const RENEWAL_MILLISECONDS = 10 * 60 * 1000;

export type UploadProgress = {
  id: string;
  name: string;
  /** The id of a version; null for an archive, which goes to none. */
  version: number | null;
  length: number;
  modifiedAt: string | null;
  section: number | null;
  offset: number;
  expiresAt: string;
  fileId: number | undefined;
};

/**
 * Opens a resumable upload and reserves space for all of it. Throws StorageExceededError, PayloadTooLargeError,
 * CountExceededError, ValidationError for a section of another version, and ConflictError when too many are open.
 * Without a version it brings an archive: throws ConflictError in an account that is about to be deleted,
 * RateLimitedError beyond 12 an hour of a tenant.
 */
export async function createUpload(
  context: Context,
  user: CurrentUser,
  input: Pick<UploadProgress, 'name' | 'version' | 'section' | 'length' | 'modifiedAt'>,
): Promise<UploadProgress> {
  const { db, storage } = context;
  await requireTarget(context, user, input);
  const [id, storage_key] = [randomUUID(), newStorageKey()];
  const reservation = {
    id,
    owner_id: user.id,
    version_id: input.version,
    kind: input.version === null ? 'import' : 'resumable',
    name: fileNameOf(input.name),
    storage_key,
    size_bytes: input.length,
    length_bytes: input.length,
    modified_at: input.modifiedAt,
    section_id: input.section,
    seconds: RESERVATION_SECONDS,
  } as const;
  await reserve(context, reservation, input.version === null ? ARCHIVE_SLACK_BYTES : 0);
  try {
    await storage.begin(storage_key, input.length);
  } catch (error) {
    // The store may have begun the upload before it stopped answering.
    await leaveToSweeper(db, id, timestampOf(context));
    throw error;
  }
  const upload = await requireUpload(context, user, id);
  return upload.length === 0 ? finishUpload(context, user, upload) : upload;
}

async function requireTarget(
  context: Context,
  user: CurrentUser,
  { version, section }: Pick<UploadProgress, 'version' | 'section'>,
): Promise<void> {
  if (version === null) {
    if (!user.isFreelancer) throw new ForbiddenError();
    await requireStaying(context.db, user.id);
    // Every archive is checked, which takes long.
    return limitRate(context, `look:${user.tenant}`, LOOKING_LIMIT);
  }
  const { project_id } = await requireOwnVersion(context, user, version);
  await requireRoomForFile(context.db, project_id);
  await requireSectionOf(context.db, version, section);
}

/**
 * Returns the progress of an upload, and finishes one that lost its end in a crash. Waits for a request that is
 * finishing it: the row of its file may be visible before it is durable (decision 0015).
 */
export async function getUpload(context: Context, user: CurrentUser, id: string): Promise<UploadProgress> {
  await requireUpload(context, user, id);
  return withUploadLock(context, id, noConnection, async () => {
    const upload = await requireUpload(context, user, id);
    if (upload.fileId !== undefined) return upload;
    const offset = await offsetOf(context, upload);
    return offset === upload.length ? finishUpload(context, user, upload) : { ...upload, offset };
  });
}

type Piece = {
  offset: number;
  length: number | undefined;
  body: AsyncIterable<Buffer>;
  disconnect: () => void;
};

/** Appends a piece and keeps what came before a broken connection; the last piece makes the file. */
export async function appendToUpload(
  context: Context,
  user: CurrentUser,
  id: string,
  piece: Piece,
): Promise<UploadProgress> {
  await requireUpload(context, user, id);
  return withUploadLock(context, id, piece.disconnect, async () => {
    const upload = await requireUpload(context, user, id);
    if (upload.fileId !== undefined) return upload;
    if (isWholeArchive(upload)) return finishUpload(context, user, upload);
    if ((await offsetOf(context, upload)) !== piece.offset) throw new ConflictError('files.upload_offset');
    if (piece.offset + (piece.length ?? 0) > upload.length)
      throw new BadRequestError('files.upload_too_long');

    const offset = await append(context, user, upload, piece);
    // An empty piece does not prolong the upload, so that repeated ones hold no space.
    const expiresAt = offset > piece.offset ? timestampIn(context, RESERVATION_SECONDS) : upload.expiresAt;
    const progress = { synced_bytes: offset, expires_at: expiresAt };
    if (!(await updateUploadProgress(context.db, id, progress))) {
      await requireUpload(context, user, id);
      throw new GoneError('files.upload_expired');
    }
    if (offset === upload.length) return finishUpload(context, user, upload);
    return { ...upload, offset, expiresAt };
  });
}

/** Drops an upload and frees its space; one that became a file or an import stays (NotFoundError). */
export async function deleteResumable(context: Context, user: CurrentUser, id: string): Promise<void> {
  await requireUpload(context, user, id);
  await withUploadLock(context, id, noConnection, async () => {
    const { fileId, isImport, storageKey } = await requireUpload(context, user, id);
    if (fileId !== undefined || isImport) throw new NotFoundError();
    await dropUpload(context, id, storageKey);
  });
}

type OpenUpload = UploadProgress & {
  storageKey: string;
  syncedBytes: number;
  isImport: boolean;
};

/** Returns true for a complete archive, which takes no more pieces. */
function isWholeArchive({ version, syncedBytes, length }: OpenUpload): boolean {
  return version === null && syncedBytes === length;
}

function noConnection(): void {}

/** Returns the user's upload; NotFoundError, also when its version is gone, and GoneError when it has expired. */
async function requireUpload(context: Context, user: CurrentUser, id: string): Promise<OpenUpload> {
  const row = await findUpload(context.db, user.id, id);
  if (!row || row.length_bytes === null) throw new NotFoundError();
  if (row.state === 'sweeping' || row.expires_at <= timestampOf(context)) {
    throw new GoneError('files.upload_expired');
  }
  const isFinished = row.state === 'finished';
  return {
    id,
    name: row.name,
    version: row.version_id,
    length: row.length_bytes,
    modifiedAt: row.modified_at,
    section: row.section_id,
    offset: isFinished ? row.length_bytes : 0,
    expiresAt: row.expires_at,
    fileId: isFinished && row.file_id !== null ? row.file_id : undefined,
    storageKey: row.storage_key,
    syncedBytes: row.synced_bytes,
    isImport: row.import_state !== null,
  };
}

/** Returns the offset to go on from, only of synced bytes: after a power cut the store may hold zeros (decision 0079). */
async function offsetOf({ storage, log }: Context, upload: OpenUpload): Promise<number> {
  const { id, storageKey, syncedBytes } = upload;
  const offset = await storage.offset(storageKey, syncedBytes);
  if (offset !== undefined) return offset;
  log.error({ alarm: 'missing-object', upload: id, key: storageKey }, 'The bytes of an upload are missing');
  throw new GoneError('files.upload_expired');
}

async function finishUpload(
  context: Context,
  user: CurrentUser,
  upload: OpenUpload,
): Promise<UploadProgress> {
  const { version } = upload;
  if (version === null) {
    await finishArchive(context, upload);
    return { ...upload, offset: upload.length };
  }
  const whole = { ...upload, version };
  const file = await finishResumable(context, user, whole, takeObserver(upload.id, upload.length));
  return { ...upload, offset: upload.length, fileId: file.id };
}

/** Stores a piece and returns the new offset; the observer is kept while it has seen all bytes. */
async function append(
  context: Context,
  user: CurrentUser,
  upload: OpenUpload,
  piece: Piece,
): Promise<number> {
  const { id, length, storageKey, syncedBytes } = upload;
  const onDurable = async (synced_bytes: number) => {
    await updateUploadProgress(context.db, id, { synced_bytes });
  };
  // The row must never promise bytes that are not synced yet.
  if (syncedBytes > piece.offset) await onDurable(piece.offset);
  const observer =
    takeObserver(id, piece.offset) ??
    (piece.offset === 0 && upload.version !== null ? createByteObserver(length) : undefined);
  try {
    const bytes = arriving(context, upload, piece, observer);
    const offset = await context.storage.append(storageKey, piece.offset, bytes, onDurable, {
      tenant: user.tenant,
    });
    if (observer?.size === offset) rememberObserver(id, observer);
    else observer?.leave();
    return offset;
  } catch (error) {
    observer?.leave();
    throw error;
  }
}

/** Yields a piece up to the announced length; a broken connection ends it without an error. */
async function* arriving(
  context: Context,
  { id, length, expiresAt }: OpenUpload,
  { offset, body }: Piece,
  observer: ByteObserver | undefined,
): AsyncGenerator<Buffer, void> {
  let reached = offset;
  let renewedAt = Date.parse(expiresAt) - RESERVATION_SECONDS * 1000;
  try {
    for await (const chunk of body) {
      reached += chunk.length;
      if (reached > length) throw new BadRequestError('files.upload_too_long');
      const seen = observer?.observe(chunk);
      yield chunk;
      await seen;
      if (context.now().getTime() - renewedAt > RENEWAL_MILLISECONDS) {
        renewedAt = context.now().getTime();
        const expires_at = timestampIn(context, RESERVATION_SECONDS);
        await updateUploadProgress(context.db, id, { expires_at });
      }
    }
  } catch (error) {
    if (!(error instanceof BrokenBodyError)) throw error;
  }
}
