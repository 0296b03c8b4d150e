import type { Context } from '../../../context.ts';
import { getStorageLimit } from '../../storage/service.ts';

const LEAST_BYTES = 500 * 1024 * 1024;

/** Returns the bytes for all pictures and previews: DERIVED_MB, else a quarter of the plan's, at least 500 MB (specification 6.15). */
export async function derivedBudget(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  ownerId: number,
): Promise<number> {
  const { derivedBytes } = context.config;
  if (derivedBytes !== undefined) return derivedBytes;
  return Math.max(LEAST_BYTES, Math.floor((await getStorageLimit(context, ownerId)) / 4));
}
