import { type ByteRange, MissingObjectError, type ObjectBody } from '@vitrin/engine/storage/storage.ts';
import type { Context } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { pictureExists } from './queries.ts';
import type { StoredPicture } from './row.ts';

/** The bytes of a picture. Missing ones are logged as an alarm, and a NotFoundError for the reader. */
export async function readPicture(
  context: Context,
  picture: StoredPicture,
  range: ByteRange,
): Promise<ObjectBody> {
  try {
    return await context.storage.read(picture.storage_key, range);
  } catch (error) {
    if (!(error instanceof MissingObjectError)) throw error;
    throw await bytesMissing(context, picture);
  }
}

/** Throws what readPicture would throw, without opening the object. */
export async function requirePictureBytes(context: Context, picture: StoredPicture): Promise<void> {
  if ((await context.storage.size(picture.storage_key)) !== picture.size_bytes)
    throw await bytesMissing(context, picture);
}

/** The error for missing bytes; logs an alarm unless the picture was deleted while it was being read. */
async function bytesMissing(
  { db, log }: Context,
  { id, storage_key }: StoredPicture,
): Promise<NotFoundError> {
  const what = { alarm: 'missing-object', picture: id, key: storage_key };
  if (await pictureExists(db, id)) log.error(what, 'The bytes of a picture are missing from the store');
  return new NotFoundError('pictures.bytes_missing');
}
