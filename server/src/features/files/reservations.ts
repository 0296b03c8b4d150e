import {
  GIB,
  storageLimitAmount,
  storageLimitBytes,
  storageUsedAmount,
} from '@vitrin/shared/rules/storage.ts';
import type { Context } from '../../context.ts';
import { timestampIn, timestampOf } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ConflictError, PayloadTooLargeError, StorageExceededError } from '../../errors.ts';
import { getPlanLimits } from '../plans/service.ts';
import {
  countOpenUploads,
  getStorageUsage,
  insertUpload,
  type NewUpload,
  updateReservedBytes,
} from './upload-queries.ts';

const MIB = 1024 * 1024;

/**
 * How much an upload's announced length may be above the size of its file: fields that follow the file. An upload
 * that would fail only for these is let in with what is left, and counted to the byte as it arrives.
 */
const SLACK_BYTES = 64 * 1024;

/** DECISIONS "Resumable uploads", of one freelancer. */
const MAX_OPEN_UPLOADS = 50;

export type Reservation = Pick<NewUpload, 'id' | 'owner_id' | 'size_bytes'>;

export type ReservationInput = Omit<NewUpload, 'created_at' | 'expires_at'> & { seconds: number };

/**
 * Takes space for an upload before its first byte, in one transaction with the check, and names the bytes that may
 * be on their way, so that a crash leaves nothing that no row knows (DESIGN 5.2). Throws StorageExceededError, or
 * PayloadTooLargeError above MAX_UPLOAD_MB, ConflictError when too many resumable uploads are open.
 */
export async function reserve(
  context: Context,
  { seconds, ...upload }: ReservationInput,
  slackBytes = 0,
): Promise<Reservation> {
  refuseTooLarge(context, upload.size_bytes - slackBytes);
  return inTransaction(context, async (trx) => {
    await lockUser(trx, upload.owner_id);
    if (upload.kind === 'resumable' && (await countOpenUploads(trx, upload.owner_id)) >= MAX_OPEN_UPLOADS)
      throw new ConflictError('files.too_many_uploads');
    const wanted = {
      has: 0,
      atLeast: Math.max(0, upload.size_bytes - slackBytes),
      atMost: upload.size_bytes,
    };
    const size_bytes = await spaceFor(context, trx, upload.owner_id, wanted);
    const row = {
      ...upload,
      size_bytes,
      created_at: timestampOf(context),
      expires_at: timestampIn(context, seconds),
    };
    await insertUpload(trx, row);
    return row;
  });
}

/** The same for an upload whose length is only nearly known. */
export function reserveAbout(context: Context, input: ReservationInput): Promise<Reservation> {
  return reserve(context, input, SLACK_BYTES);
}

/** More of what is there, for an upload that turns out larger than announced, or announced nothing. */
export async function grow(
  context: Context,
  { id, owner_id, size_bytes }: Reservation,
  needed: number,
  wanted: number,
): Promise<Reservation> {
  refuseTooLarge(context, needed);
  return inTransaction(context, async (trx) => {
    await lockUser(trx, owner_id);
    const range = { has: size_bytes, atLeast: needed - size_bytes, atMost: wanted - size_bytes };
    const grown = size_bytes + (await spaceFor(context, trx, owner_id, range));
    await updateReservedBytes(trx, id, grown);
    return { id, owner_id, size_bytes: grown };
  });
}

function refuseTooLarge({ config }: Context, sizeBytes: number): void {
  if (sizeBytes <= config.maxUploadBytes) return;
  throw new PayloadTooLargeError('files.too_large', { limit: config.maxUploadBytes / MIB });
}

/**
 * What of `atMost` bytes fits into the plan beside those that the upload has; throws when that is less than `atLeast`.
 * Call with the user locked.
 */
async function spaceFor(
  context: Context,
  trx: Database,
  ownerId: number,
  { has, atLeast, atMost }: { has: number; atLeast: number; atMost: number },
): Promise<number> {
  const { storage_limit_gb } = await getPlanLimits(context, trx, ownerId);
  const { used, extra_storage_gb } = await getStorageUsage(trx, ownerId);
  const limit = storageLimitBytes(storage_limit_gb, extra_storage_gb);
  if (used + atLeast > limit) {
    const limitGb = storage_limit_gb + extra_storage_gb;
    throw storageExceeded({ used: used - has, limitGb, needed: has + atLeast });
  }
  return Math.max(0, Math.min(atMost, limit - used));
}

function storageExceeded({ used, limitGb, needed }: { used: number; limitGb: number; needed: number }) {
  const usedAmount = storageUsedAmount(used / GIB);
  const limit = storageLimitAmount(limitGb);
  return new StorageExceededError('files.storage_exceeded', {
    used: usedAmount.value,
    usedUnit: usedAmount.unit,
    limit: limit.value,
    limitUnit: limit.unit,
    ...neededAmount(needed),
  });
}

/** A refusal that was made before the size of the file was known, with that size. */
export function refusalOf(sizeBytes: number, { detail }: StorageExceededError): StorageExceededError {
  return new StorageExceededError(detail.key, { ...detail.params, ...neededAmount(sizeBytes) });
}

function neededAmount(bytes: number): { needed: number; neededUnit: string } {
  if (bytes < MIB / 10) return { needed: Math.ceil(bytes / 102.4) / 10, neededUnit: 'KB' };
  const { value, unit } = storageUsedAmount(bytes / GIB);
  return { needed: value, neededUnit: unit };
}
