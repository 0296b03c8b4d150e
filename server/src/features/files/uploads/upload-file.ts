import { randomUUID } from 'node:crypto';
import { IdText } from '@vitrin/shared/contract/common.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { readFileDate } from '@vitrin/shared/rules/texts/file-dates.ts';
import { fileNameOf } from '@vitrin/shared/rules/texts/file-names.ts';
import { pictureSizeIn } from '@vitrin/engine/pictures/picture-size.ts';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import type { Context } from '../../../context.ts';
import { timestampIn, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { StorageExceededError, UnavailableError, ValidationError } from '../../../errors.ts';
import { requireSectionOf } from '../../sections/access.ts';
import { requireOwnVersion } from '../../versions/access.ts';
import { type ByteObserver, createByteObserver } from './byte-observer.ts';
import { addFile, requireRoomForFile } from './add-file.ts';
import { sniffStoredType } from '../service.ts';
import { grow, type Reservation, reserve, reserveAbout } from './reservations.ts';
import { refusalOf } from '../../storage/service.ts';
import { deleteUpload, leaveToSweeper, updateUploadProgress } from './upload-queries.ts';

/** A reservation expires after this time without bytes, which prolong it (specification 6.5). */
const RESERVATION_SECONDS = 15 * 60;
const RENEWAL_MILLISECONDS = 5 * 60 * 1000;

/** An upload without an announced length reserves space in steps of this size. */
const GROWTH_BYTES = 16 * 1024 * 1024;
const MAX_FIELD_BYTES = 1024;

/** This much of a refused file is still read to tell its exact size. */
const MAX_COUNTED_BYTES = 256 * 1024;

export type IncomingPart = {
  name: string;
  /** Name of the file; undefined for an ordinary field of the form. */
  filename: string | undefined;
  /** The part has at most this many bytes; undefined when the request announces no length. */
  bytesLeft: number | undefined;
  body: AsyncIterable<Buffer>;
};

type StoredFile = {
  reservation: Reservation;
  name: string;
  storage_key: string;
  size_bytes: number;
  sha256: string;
  crc32: number;
  media_type: string;
  width: number | null;
  height: number | null;
};

/**
 * Streams the `file` of a form with fields in any order (specification 6.3) into the store; a failure leaves no
 * bytes or reservation.
 */
export async function uploadFile(
  context: Context,
  user: CurrentUser,
  parts: AsyncIterable<IncomingPart>,
): Promise<ProjectFile> {
  let versionId: number | undefined;
  let section: number | null = null;
  let modified: Date | null = null;
  let stored: StoredFile | undefined;
  try {
    for await (const part of parts) {
      if (part.name === 'version') {
        versionId = await readId(part);
        const { project_id } = await requireOwnVersion(context, user, versionId);
        await requireRoomForFile(context.db, project_id);
      } else if (part.name === 'section') {
        section = await readId(part);
      } else if (part.name === 'modified_at') {
        modified = readFileDate(await readField(part)) ?? null;
        if (!modified) throw new ValidationError({ modified_at: 'fields.invalid' });
      } else if (part.name === 'file' && part.filename !== undefined && !stored) {
        // A customer has no storage; the 403 for one who sees the version follows once its field has come.
        if (user.isFreelancer) stored = await receive(context, user, versionId, part);
      } else if (part.name === 'file') {
        throw new ValidationError({ file: 'fields.invalid' });
      }
    }
    if (versionId === undefined) throw new ValidationError({ version: 'fields.required' });
    if (!stored) throw new ValidationError({ file: 'fields.required' });
    const { reservation, ...file } = stored;
    await requireSectionOf(context.db, versionId, section);
    const ids = { version_id: versionId, section_id: section };
    return await addFile(context, user, { ...file, ...ids, modified }, reservation.id);
  } catch (error) {
    if (stored) await discard(context, stored);
    throw error;
  }
}

async function readId(part: IncomingPart): Promise<number> {
  const { data } = IdText.safeParse(await readField(part));
  if (data === undefined) throw new ValidationError({ [part.name]: 'fields.invalid' });
  return data;
}

/** Returns the trimmed text of a field; throws ValidationError for one that no field of the form can have. */
async function readField({ name, body }: IncomingPart): Promise<string> {
  let text = '';
  for await (const chunk of body) {
    text += chunk.toString();
    if (text.length > MAX_FIELD_BYTES) throw new ValidationError({ [name]: 'fields.invalid' });
  }
  return text.trim();
}

async function receive(
  context: Context,
  user: CurrentUser,
  versionId: number | undefined,
  part: IncomingPart,
): Promise<StoredFile> {
  const { filename = '', bytesLeft } = part;
  const storage_key = newStorageKey();
  const name = fileNameOf(filename);
  const input = {
    id: randomUUID(),
    owner_id: user.id,
    version_id: versionId ?? null,
    kind: 'multipart' as const,
    name,
    storage_key,
    size_bytes: bytesLeft ?? 0,
    length_bytes: null,
    // The field may follow the bytes.
    modified_at: null,
    section_id: null,
    seconds: RESERVATION_SECONDS,
  };
  // Only the last part of a form has a known length.
  const reservation = await (
    versionId === undefined ? reserveAbout(context, input) : reserve(context, input)
  ).catch(async (error: unknown) => {
    throw await refusalToTheByte(error, 0, part);
  });
  const observer = createByteObserver(bytesLeft);
  try {
    const size_bytes = await context.storage.write(
      storage_key,
      counted(context, reservation, observer, part),
      {
        tenant: user.tenant,
      },
    );
    const stored = { key: storage_key, size: size_bytes };
    const beginning = observer.beginning();
    const media_type = await sniffStoredType(context, stored, beginning);
    const { width = null, height = null } = pictureSizeIn(media_type, beginning) ?? {};
    const about = { size_bytes, media_type, width, height };
    return { reservation, name, storage_key, ...about, ...(await observer.digests()) };
  } catch (error) {
    observer.leave();
    // The store may have the bytes already, or get them late.
    if (error instanceof UnavailableError)
      await leaveToSweeper(context.db, reservation.id, timestampOf(context));
    else await discard(context, { storage_key, reservation });
    throw error;
  }
}

/** Passes bytes on and keeps the reservation alive and at least as large as what has come. */
async function* counted(
  context: Context,
  reservation: Reservation,
  observer: ByteObserver,
  part: IncomingPart,
): AsyncGenerator<Buffer, void> {
  let held = reservation;
  let renewedAt = context.now().getTime();
  for await (const chunk of part.body) {
    const size = observer.size + chunk.length;
    if (size > held.size_bytes) {
      const wanted = Math.min(held.size_bytes + GROWTH_BYTES, context.config.maxUploadBytes);
      held = await grow(context, held, size, Math.max(size, wanted)).catch(async (error: unknown) => {
        throw await refusalToTheByte(error, size, part);
      });
    }
    if (context.now().getTime() - renewedAt > RENEWAL_MILLISECONDS) {
      renewedAt = context.now().getTime();
      const expires_at = timestampIn(context, RESERVATION_SECONDS);
      await updateUploadProgress(context.db, held.id, { expires_at });
    }
    const seen = observer.observe(chunk);
    yield chunk;
    await seen;
  }
}

/** Returns a refusal with the exact size if known: other fields after the file and large files prevent that. */
async function refusalToTheByte(
  error: unknown,
  seenBytes: number,
  { bytesLeft, body }: IncomingPart,
): Promise<unknown> {
  if (!(error instanceof StorageExceededError)) return error;
  if (bytesLeft !== undefined && bytesLeft - seenBytes > MAX_COUNTED_BYTES)
    return refusalOf(bytesLeft, error);
  let size = seenBytes;
  for await (const chunk of body) {
    size += chunk.length;
    if (size - seenBytes > MAX_COUNTED_BYTES) break;
  }
  return refusalOf(size, error);
}

/** Deletes the bytes, then the reservation, by which the sweeper finds bytes that could not be deleted. */
async function discard(
  { db, storage, log }: Context,
  { storage_key, reservation }: Pick<StoredFile, 'storage_key' | 'reservation'>,
): Promise<void> {
  try {
    await storage.delete([storage_key]);
    await deleteUpload(db, reservation.id);
  } catch (error) {
    log.warn({ err: error, upload: reservation.id }, 'An upload that failed will be swept later');
  }
}
