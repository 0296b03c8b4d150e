import type { Context } from '../../../context.ts';
import { PayloadTooLargeError } from '../../../errors.ts';

const MIB = 1024 * 1024;

/**
 * Bytes that an archive to bring along may be longer than the space that is left, and than what it reserves: its own
 * texts take none of a plan.
 */
export const ARCHIVE_SLACK_BYTES = 64 * MIB;

/** Archives that a tenant may have looked at in an hour (specification 13.2). */
export const LOOKING_LIMIT = { amount: 12, seconds: 3600 };

/** Throws PayloadTooLargeError for a file of more bytes than MAX_UPLOAD_MB. */
export function refuseTooLarge({ config }: Pick<Context, 'config'>, sizeBytes: number): void {
  if (sizeBytes <= config.maxUploadBytes) return;
  throw new PayloadTooLargeError('files.too_large', { limit: config.maxUploadBytes / MIB });
}
