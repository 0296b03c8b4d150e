import type { Context } from '../../../context.ts';
import { createByteObserver } from './byte-observer.ts';
import { findStoredFile, updateChecksums } from '../queries.ts';
import { openObject } from '../service.ts';
import { NotFoundError } from '../../../errors.ts';

/** Job: reads a file whose upload was interrupted from the store, for its CRC-32 and SHA-256. */
export async function takeChecksums(context: Context, fileId: number): Promise<void> {
  const file = await findStoredFile(context.db, fileId);
  if (!file) return;
  const observer = createByteObserver(file.size_bytes);
  try {
    const body = await openObject(context, file.id, file.storage_key, { start: 0, end: file.size_bytes - 1 });
    if (Buffer.isBuffer(body)) await observer.observe(body);
    else for await (const chunk of body) await observer.observe(chunk);
  } catch (error) {
    observer.leave();
    // openObject has logged the alarm; another attempt will not bring the bytes back.
    if (error instanceof NotFoundError) return;
    throw error;
  }
  await updateChecksums(context.db, file.id, await observer.digests());
}
