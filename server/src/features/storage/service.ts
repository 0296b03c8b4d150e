import { FREE_TEXT_BYTES } from '@vitrin/shared/rules/counts.ts';
import {
  GIB,
  storageLimitAmount,
  storageLimitBytes,
  storageUsedAmount,
} from '@vitrin/shared/rules/storage/storage.ts';
import type { Context } from '../../context.ts';
import { PayloadTooLargeError, StorageExceededError } from '../../errors.ts';
import { getPlanLimits } from '../plans/service.ts';
import { getExtraStorageGb, getStorageUsage, getTextBytesOf } from './queries.ts';

const MIB = 1024 * 1024;

/** An archive may exceed its space by this much, as its own texts take none of a plan. */
export const ARCHIVE_SLACK_BYTES = 64 * MIB;

type Refusal =
  | 'files.storage_exceeded'
  | 'pictures.storage_exceeded'
  | 'texts.storage_exceeded'
  | 'imports.storage_exceeded';

/** Throws StorageExceededError when the plan lacks space for new texts; call it with the user locked, after counting. */
export async function requireSpaceForTexts(
  context: Pick<Context, 'db' | 'now'>,
  ownerId: number,
  growth: number,
): Promise<void> {
  if ((await getTextBytesOf(context.db, ownerId)) <= FREE_TEXT_BYTES) return;
  const written = { has: growth, atLeast: 0, atMost: 0, refusal: 'texts.storage_exceeded' } as const;
  await spaceFor(context, ownerId, written);
}

/** Bytes that a freelancer may store: those of the plan, and those that were granted beyond it. */
export async function getStorageLimit(
  context: Pick<Context, 'db' | 'now'>,
  ownerId: number,
): Promise<number> {
  const { storage_limit_gb } = await getPlanLimits(context, ownerId);
  return storageLimitBytes(storage_limit_gb, await getExtraStorageGb(context.db, ownerId));
}

/** Returns how many of `atMost` bytes fit beside `has`; StorageExceededError below `atLeast`. Needs the user locked. */
export async function spaceFor(
  context: Pick<Context, 'db' | 'now'>,
  ownerId: number,
  { has, atLeast, atMost, refusal }: { has: number; atLeast: number; atMost: number; refusal: Refusal },
): Promise<number> {
  const { storage_limit_gb } = await getPlanLimits(context, ownerId);
  const { used, extra_storage_gb } = await getStorageUsage(context.db, ownerId);
  const limit = storageLimitBytes(storage_limit_gb, extra_storage_gb);
  if (used + atLeast > limit) {
    const usedAmount = storageUsedAmount((used - has) / GIB);
    const limitAmount = storageLimitAmount(storage_limit_gb + extra_storage_gb);
    throw new StorageExceededError(refusal, {
      used: usedAmount.value,
      usedUnit: usedAmount.unit,
      limit: limitAmount.value,
      limitUnit: limitAmount.unit,
      ...neededAmount(has + atLeast),
    });
  }
  return Math.max(0, Math.min(atMost, limit - used));
}

/** Adds the size of the file to a refusal that was made before it was known. */
export function refusalOf(sizeBytes: number, { detail }: StorageExceededError): StorageExceededError {
  return new StorageExceededError(detail.key, { ...detail.params, ...neededAmount(sizeBytes) });
}

function neededAmount(bytes: number): { needed: number; neededUnit: string } {
  if (bytes < MIB / 10) return { needed: Math.ceil(bytes / 102.4) / 10, neededUnit: 'KB' };
  const { value, unit } = storageUsedAmount(bytes / GIB);
  return { needed: value, neededUnit: unit };
}

/** Throws PayloadTooLargeError for a file of more bytes than MAX_UPLOAD_MB. */
export function refuseTooLarge({ config }: Pick<Context, 'config'>, sizeBytes: number): void {
  if (sizeBytes <= config.maxUploadBytes) return;
  throw new PayloadTooLargeError('files.too_large', { limit: config.maxUploadBytes / MIB });
}
