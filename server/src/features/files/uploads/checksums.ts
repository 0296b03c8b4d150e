import type { Context } from '../../../context.ts';
import { lockProjectOf } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { noteFile } from '../../ledger/service.ts';
import { createByteObserver } from './byte-observer.ts';
import { findStoredFile, findUnsummed, updateChecksums } from '../queries.ts';
import { openObject } from '../service.ts';
import { NotFoundError } from '../../../errors.ts';

/** Runs the job that reads a file after an interrupted upload, for its CRC-32 and SHA-256. */
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
    // openObject has logged the alarm, and another attempt will not bring the bytes back.
    if (error instanceof NotFoundError) return;
    throw error;
  }
  const digests = await observer.digests();
  await inTransaction(context, async (tx) => {
    await lockProjectOf(tx.db, 'files', file.id);
    const unsummed = await findUnsummed(tx.db, file.id);
    if (!unsummed) return;
    await updateChecksums(tx.db, file.id, digests);
    await noteFile(tx, unsummed.project_id, file.id);
  });
}
