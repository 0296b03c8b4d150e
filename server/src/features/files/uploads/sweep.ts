import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { removeForgottenFolders } from '@vitrin/engine/sandbox/temporary-folders.ts';
import { claimForSweep, deleteUpload, isUploading, listExpiredUploads } from './upload-queries.ts';

const AT_ONCE = 100;
const TEMPORARY_MILLISECONDS = 48 * 3600 * 1000;

/**
 * Runs the job (specification 9.7) that ends expired uploads and removes temporary files after 48 hours; errors
 * wait for the next run.
 */
export async function sweepUploads(context: Context): Promise<void> {
  const { db, storage, log, now } = context;
  for (const upload of await listExpiredUploads(db, timestampOf(context), AT_ONCE)) {
    try {
      await sweepUpload(context, upload);
    } catch (error) {
      log.warn({ err: error, upload: upload.id }, 'An expired upload could not be swept');
    }
  }
  try {
    const before = new Date(now().getTime() - TEMPORARY_MILLISECONDS);
    const removed = await storage.removeTemporaryBefore(before, (key) => isUploading(db, key));
    if (removed.length > 0) log.info({ files: removed.length }, 'Removed forgotten temporary files');
    const folders = await removeForgottenFolders(now());
    if (folders > 0) log.info({ folders }, 'Removed forgotten temporary folders');
  } catch (error) {
    log.warn({ err: error }, 'Temporary files could not be swept');
  }
}

type ExpiredUpload = Awaited<ReturnType<typeof listExpiredUploads>>[number];

async function sweepUpload(context: Context, { id, storage_key, state }: ExpiredUpload): Promise<void> {
  const { db, storage } = context;
  if (state !== 'finished') {
    if (!(await claimForSweep(db, id, timestampOf(context)))) return;
    await storage.abort(storage_key);
  }
  await deleteUpload(db, id);
}
