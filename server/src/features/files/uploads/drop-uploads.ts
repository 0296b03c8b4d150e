import type { Context } from '../../../context.ts';
import { withUploadLock } from './upload-locks.ts';
import { forgetObserver } from './byte-observer.ts';
import { deleteUpload, findOpenUpload } from './upload-queries.ts';

/**
 * Job: ends uploads whose version was deleted. The sender is disconnected, then the bytes are deleted, then the
 * reservation.
 */
export async function dropUploads(context: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await withUploadLock(
      context,
      id,
      () => {},
      async () => {
        const upload = await findOpenUpload(context.db, id);
        if (upload) await dropUpload(context, id, upload.storage_key);
      },
    );
  }
}

/** Call it with the upload locked. Bytes go first: should the store be away, the reservation still names them. */
export async function dropUpload({ db, storage }: Context, id: string, storageKey: string): Promise<void> {
  forgetObserver(id);
  await storage.abort(storageKey);
  await deleteUpload(db, id);
}
