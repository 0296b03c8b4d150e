import { MAX_PICTURE_BYTES } from '@vitrin/shared/rules/texts/rich-text-length.ts';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import type { Context } from '../../context.ts';
import { timestampIn, timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { GoneError, UnavailableError, ValidationError } from '../../errors.ts';
import { enqueueObjectDeletion } from '../../jobs/enqueue.ts';
import { spaceFor } from '../storage/service.ts';
import { type DrawnPicture, drawPicture } from '@vitrin/engine/pictures/redraw.ts';
import { inDrawingSlot } from './drawing-slots.ts';
import { deleteUnclaimed, insertPicture, markStored } from './queries.ts';

/** A picture that no text claims is deleted after this time. */
const UNCLAIMED_SECONDS = 24 * 3600;

/** Far longer than the store takes for a megabyte. */
const STORING_SECONDS = 15 * 60;

/** Redraws and stores a picture, unclaimed, and returns its id; ValidationError on `field`, StorageExceededError. */
export async function addPicture(
  context: Context,
  { id: ownerId, tenant }: Pick<CurrentUser, 'id' | 'tenant'>,
  bytes: Buffer,
  field: string,
): Promise<number> {
  if (bytes.length > MAX_PICTURE_BYTES) throw new ValidationError({ [field]: 'fields.picture_too_large' });
  const drawn = await inDrawingSlot(tenant, () => drawPicture(bytes));
  if (drawn === 'too large') throw new ValidationError({ [field]: 'fields.picture_too_large' });
  if (drawn === 'unreadable') throw new ValidationError({ [field]: 'fields.picture_unreadable' });
  return storePicture(context, ownerId, drawn);
}

/**
 * Stores a row that names and reserves the bytes, then the bytes, then a mark.
 * `isLimited: false` is for pictures from before they were counted.
 */
export async function storePicture(
  context: Context,
  ownerId: number,
  { bytes, media_type }: Pick<DrawnPicture, 'bytes'> & { media_type: string },
  { isLimited = true }: { isLimited?: boolean } = {},
): Promise<number> {
  const size = bytes.length;
  const storage_key = newStorageKey();
  const id = await inTransaction(context, async (tx) => {
    await lockUser(tx.db, ownerId);
    if (isLimited) {
      const refusal = 'pictures.storage_exceeded';
      await spaceFor(tx, ownerId, { has: 0, atLeast: size, atMost: size, refusal });
    }
    return insertPicture(tx.db, {
      owner_id: ownerId,
      project_id: null,
      milestone_id: null,
      version_id: null,
      storage_key,
      size_bytes: size,
      media_type,
      is_stored: false,
      created_at: timestampOf(tx),
      expires_at: timestampIn(tx, STORING_SECONDS),
    });
  });
  try {
    await context.storage.write(storage_key, once(bytes));
  } catch (error) {
    // The store may get the bytes late, so the row stays until it expires, to delete them.
    if (!(error instanceof UnavailableError)) await dropPictures(context, [id]);
    throw error;
  }
  if (await markStored(context.db, id, timestampIn(context, UNCLAIMED_SECONDS))) return id;
  await context.storage.delete([storage_key]);
  throw new GoneError('pictures.bytes_missing');
}

/** Deletes those of these pictures that are in no text; a job deletes their bytes. */
export async function dropPictures(context: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await inTransaction(context, async (tx) => enqueueObjectDeletion(tx, await deleteUnclaimed(tx.db, ids)));
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer, void> {
  yield bytes;
}
