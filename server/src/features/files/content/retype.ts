import { MissingObjectError } from '@vitrin/engine/storage/storage.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { enqueue, enqueueAll, enqueueObjectDeletion } from '../../../jobs/enqueue.ts';
import { tenantOfUser } from '../../../tenants/tenant.ts';
import { forgetDerived, lockDerived } from '../derived-queries.ts';
import { keysInStore } from '../derived/keys.ts';
import { findStoredFile } from '../queries.ts';
import { listFilesOfTypes, updateMediaType } from '../retype-queries.ts';
import { sniffStoredType } from '../service.ts';
import { CONTAINER_TYPES } from '@vitrin/engine/media-types/streams/streams.ts';

const RETYPED_AT_ONCE = 20;

/** Runs the job that types files of earlier releases, which knew containers alone, by their streams, from an id on. */
export async function retypeFiles(context: Context, after: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    const files = await listFilesOfTypes(tx.db, CONTAINER_TYPES, { after, limit: RETYPED_AT_ONCE });
    const jobs = files.map(({ id, owner_id }) => ({
      payload: { file_id: id },
      delaySeconds: 0,
      tenant: tenantOfUser({ id: owner_id, owner_id: null, network: null }),
    }));
    await enqueueAll(tx, 'retype-file', jobs);
    const last = files.at(-1);
    if (last) await enqueue(tx, 'retype-files', { after: last.id });
  });
}

/** Runs the job that types one file by its streams; a new type removes everything made of it, to be made anew. */
export async function retypeFile(context: Context, fileId: number): Promise<void> {
  const file = await findStoredFile(context.db, fileId);
  if (!file) return;
  const mediaType = await sniffIfThere(context, file);
  if (mediaType === undefined || mediaType === file.media_type) return;
  await inTransaction(context, async (tx) => {
    const made = await lockDerived(tx.db, fileId);
    if (!made) return;
    await enqueueObjectDeletion(tx, keysInStore(made));
    await forgetDerived(tx.db, fileId);
    await updateMediaType(tx.db, fileId, mediaType);
    await enqueue(tx, 'make-thumbnail', { file_id: fileId });
  });
}

async function sniffIfThere(
  context: Context,
  { id, storage_key, size_bytes }: { id: number; storage_key: string; size_bytes: number },
): Promise<string | undefined> {
  try {
    return await sniffStoredType(context, { key: storage_key, size: size_bytes });
  } catch (error) {
    if (!(error instanceof MissingObjectError)) throw error;
    context.log.warn({ file: id }, 'A file has no bytes to be typed by');
    return undefined;
  }
}
