import { pictureSizeIn } from '@vitrin/engine/pictures/picture-size.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { CountExceededError, ForbiddenError, NotFoundError } from '../../../errors.ts';
import { addFile, type StoredBytes } from './add-file.ts';
import type { ByteObserver } from './byte-observer.ts';
import { sniffStoredType } from '../service.ts';
import { deleteUpload } from './upload-queries.ts';

/** A retry would meet these refusals again. */
const FINAL = [NotFoundError, ForbiddenError, CountExceededError];

type WholeUpload = {
  id: string;
  name: string;
  version: number;
  section: number | null;
  length: number;
  modifiedAt: string | null;
  storageKey: string;
};

/**
 * Makes the file of a complete upload; may be repeated after a crash. `observer` saw all bytes; without it a job takes
 * the checksums. If the version was deleted meanwhile or its project is full, bytes and reservation are deleted too.
 */
export async function finishResumable(
  context: Context,
  user: CurrentUser,
  upload: WholeUpload,
  observer: ByteObserver | undefined,
): Promise<ProjectFile> {
  const { id, storageKey } = upload;
  const { db, storage } = context;
  const file = {
    version_id: upload.version,
    section_id: upload.section,
    name: upload.name,
    storage_key: storageKey,
    size_bytes: upload.length,
    modified: upload.modifiedAt === null ? null : new Date(upload.modifiedAt),
    ...(await complete(context, upload, observer)),
  };
  try {
    return await addFile(context, user, file, id);
  } catch (error) {
    if (FINAL.some((refusal) => error instanceof refusal)) {
      await storage.abort(storageKey);
      await deleteUpload(db, id);
    }
    throw error;
  }
}

/** Joins the stored pieces and returns what is known of the bytes; ends the observer in every case. */
async function complete(
  context: Context,
  { storageKey, length }: WholeUpload,
  observer: ByteObserver | undefined,
): Promise<Pick<StoredBytes, 'media_type' | 'width' | 'height' | 'sha256' | 'crc32'>> {
  try {
    await context.storage.complete(storageKey, length);
    const stored = { key: storageKey, size: length };
    const beginning = observer?.beginning();
    const media_type = await sniffStoredType(context, stored, beginning);
    const { width = null, height = null } = (beginning && pictureSizeIn(media_type, beginning)) ?? {};
    return { media_type, width, height, ...((await observer?.digests()) ?? { sha256: null, crc32: null }) };
  } catch (error) {
    observer?.leave();
    throw error;
  }
}
