import { FREE_TEXT_BYTES } from '@vitrin/shared/rules/counts.ts';
import { storageLimitBytes } from '@vitrin/shared/rules/storage/storage.ts';
import type { Context } from '../../context.ts';
import { getPlanLimits } from '../plans/service.ts';
import { getCountsByKind, getStorageUsage } from './queries.ts';

type StorageSheet = {
  limit_bytes: number;
  used_bytes: number;
  left_bytes: number;
  files: number;
  file_bytes: number;
  pictures: number;
  picture_bytes: number;
  text_bytes: number;
  /** How much of the texts counts: what goes beyond the free share. */
  counted_text_bytes: number;
  /** Space that uploads under way have taken. */
  reserved_bytes: number;
};

export async function getStorageSheet(
  context: Pick<Context, 'db' | 'now'>,
  ownerId: number,
): Promise<StorageSheet> {
  const { storage_limit_gb } = await getPlanLimits(context, ownerId);
  const { used, extra_storage_gb } = await getStorageUsage(context.db, ownerId);
  const { text_bytes, ...counts } = await getCountsByKind(context.db, ownerId);
  const limit = storageLimitBytes(storage_limit_gb, extra_storage_gb);
  const counted = Math.max(0, text_bytes - FREE_TEXT_BYTES);
  return {
    limit_bytes: limit,
    used_bytes: used,
    left_bytes: Math.max(0, limit - used),
    ...counts,
    text_bytes,
    counted_text_bytes: counted,
    reserved_bytes: Math.max(0, used - counts.file_bytes - counts.picture_bytes - counted),
  };
}
