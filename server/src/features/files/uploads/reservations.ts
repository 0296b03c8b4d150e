import type { Context } from '../../../context.ts';
import { timestampIn, timestampOf } from '../../../context.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ConflictError } from '../../../errors.ts';
import { refuseTooLarge, spaceFor } from '../../storage/service.ts';
import {
  countOpenUploads,
  hasOpenImport,
  insertUpload,
  type NewUpload,
  updateReservedBytes,
} from './upload-queries.ts';

/** Fields may follow a file in its form: one too long only by this gets the space left and counts exactly as it arrives. */
const SLACK_BYTES = 64 * 1024;

/** One freelancer may have this many resumable uploads open (specification 6.3). */
const MAX_OPEN_UPLOADS = 50;

const REFUSAL = 'files.storage_exceeded' as const;

export type Reservation = Pick<NewUpload, 'id' | 'owner_id' | 'size_bytes'>;

type ReservationInput = Omit<NewUpload, 'created_at' | 'expires_at'> & { seconds: number };

/**
 * Reserves space before the first byte, in one transaction with the check, and stores the key, so that after a crash a
 * row names every object (specification 9.7). Throws StorageExceededError, PayloadTooLargeError above MAX_UPLOAD_MB,
 * ConflictError when too many resumable uploads are open.
 */
export async function reserve(
  context: Context,
  { seconds, ...upload }: ReservationInput,
  slackBytes = 0,
): Promise<Reservation> {
  // An archive holds many files, so only the plan limits it.
  if (upload.kind !== 'import') refuseTooLarge(context, upload.size_bytes - slackBytes);
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, upload.owner_id);
    if (upload.kind === 'resumable' && (await countOpenUploads(tx.db, upload.owner_id)) >= MAX_OPEN_UPLOADS)
      throw new ConflictError('files.too_many_uploads');
    if (upload.kind === 'import' && (await hasOpenImport(tx.db, upload.owner_id)))
      throw new ConflictError('imports.one_at_a_time');
    const wanted = {
      has: 0,
      atLeast: Math.max(0, upload.size_bytes - slackBytes),
      atMost: upload.size_bytes,
      refusal: upload.kind === 'import' ? ('imports.storage_exceeded' as const) : REFUSAL,
    };
    const size_bytes = await spaceFor(tx, upload.owner_id, wanted);
    const row = {
      ...upload,
      size_bytes,
      created_at: timestampOf(tx),
      expires_at: timestampIn(tx, seconds),
    };
    await insertUpload(tx.db, row);
    return row;
  });
}

/** Reserves space for a file in a form, since the request's length includes the fields behind the file. */
export function reserveAbout(context: Context, input: ReservationInput): Promise<Reservation> {
  return reserve(context, input, SLACK_BYTES);
}

export async function grow(
  context: Context,
  { id, owner_id, size_bytes }: Reservation,
  needed: number,
  wanted: number,
): Promise<Reservation> {
  refuseTooLarge(context, needed);
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, owner_id);
    const range = {
      has: size_bytes,
      atLeast: needed - size_bytes,
      atMost: wanted - size_bytes,
      refusal: REFUSAL,
    };
    const grown = size_bytes + (await spaceFor(tx, owner_id, range));
    await updateReservedBytes(tx.db, id, grown);
    return { id, owner_id, size_bytes: grown };
  });
}
